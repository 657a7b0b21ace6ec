// A board on a projector: full screen, without controls, for people who sit some metres away.
import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { isAway } from '@wentwell/contract/live';
import { phaseFacts } from '@wentwell/contract/phases';
import type { Timer } from '@wentwell/contract/timer';
import { Hand } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

import { statusNow } from '#web/api/server-time';
import { FloatingLayer } from '#web/features/floating/FloatingLayer.tsx';
import { ScreenClient } from '#web/features/spectators/screen-client';
import { spectatorApi } from '#web/features/spectators/spectator-api';
import { useSecondsLeft } from '#web/features/timer/time-left';
import { browserPage } from '#web/live/browser-state';
import { browserClock } from '#web/live/clock';
import { openBrowserSocket } from '#web/live/live-socket';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { clockText } from '#web/ui/formats';
import { usePageTitle } from '#web/ui/layout/page-title';
import { showTheme } from '#web/ui/theme';

import { entry, Paged } from './Paged.tsx';
import { WatchedActions, WatchedColumns, WatchedTopic } from './WatchedBoard.tsx';

import './watch.css';

/** The secret stands behind the `#`, which the browser sends nowhere. */
export function Watch(): ReactNode {
  const [secret, setSecret] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const onHashChange = (): void => setSecret(location.hash.slice(1));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);
  useEffect(() => {
    const theme = new URLSearchParams(location.search).get('theme');
    if (theme !== null) showTheme(theme);
  }, []);
  return <Screen key={secret} secret={secret} />;
}

function Screen({ secret }: { secret: string }): ReactNode {
  const [client] = useState(
    () =>
      new ScreenClient({
        api: spectatorApi(secret),
        clock: browserClock,
        page: browserPage,
        openSocket: openBrowserSocket,
        random: Math.random,
      }),
  );
  useEffect(() => client.start(), [client]);
  const { board, isGone, isConnected } = useSyncExternalStore(client.subscribe, client.getSnapshot);
  usePageTitle(board?.meeting.name ?? 'Screen');
  if (isGone) {
    return (
      <Middle>
        <EmptyState
          illustration={<Offline />}
          title="This screen link does not work any more"
          level={1}
        >
          It was revoked, or the meeting is over. Ask whoever leads the meeting for a new one.
        </EmptyState>
      </Middle>
    );
  }
  if (!board) {
    return (
      <Middle>
        <Spinner label="Loading the board" size="lg" />
      </Middle>
    );
  }
  const isLive = statusNow(board.meeting) === 'live';
  return (
    <div
      className="watch grid bg-canvas text-ink"
      data-phase={isLive ? board.phase.phase : undefined}
    >
      <header className="watch-bar flex flex-wrap items-center gap-4">
        <h1 className="line-clamp-2 flex-1 font-bold">{board.meeting.name}</h1>
        {isLive && <HandsUp board={board} nameOf={client.nameOf} />}
        {isLive && !isConnected && (
          <span role="status" className="text-warning-text">
            Reconnecting…
          </span>
        )}
        {isLive && <span className="text-soft">{phaseFacts[board.phase.phase].label}</span>}
        {isLive && <Countdown timer={board.timer} />}
      </header>
      <main id="main" tabIndex={-1} className="watch-main flex min-h-0 flex-col gap-4 outline-none">
        <Shown board={board} isLive={isLive} nameOf={client.nameOf} />
      </main>
      {isLive && <FloatingLayer subscribe={client.subscribeToEmojis} />}
    </div>
  );
}

function Shown(props: {
  board: Board;
  isLive: boolean;
  nameOf: (id: UserId) => string | null;
}): ReactNode {
  const { board, isLive } = props;
  const nameOf = (id: UserId | null): string | null => id && props.nameOf(id);
  if (!isLive) {
    return (
      <>
        {board.meeting.status === 'planned' ? (
          <p className="watch-count font-bold">The meeting has not started yet.</p>
        ) : (
          <p className="watch-done leading-none font-bold">Done.</p>
        )}
        <WatchedActions actions={board.actions} nameOf={nameOf} />
      </>
    );
  }
  const { phase } = board.phase;
  return (
    <>
      {phase === 'joining' && <WatchedPeople board={board} />}
      {phase === 'discussing' && <WatchedTopic board={board} nameOf={nameOf} />}
      {phase === 'closing_ready' && <WatchedActions actions={board.actions} nameOf={nameOf} />}
      {phase !== 'joining' && phase !== 'discussing' && phase !== 'closing_ready' && (
        <WatchedColumns board={board} nameOf={nameOf} />
      )}
    </>
  );
}

function WatchedPeople({ board }: { board: Board }): ReactNode {
  const here = board.presence.filter(({ isOnline }) => isOnline);
  const { meeting, check_in: checkIn } = board;
  const isAsked = meeting.settings.check_in && !checkIn.question_hidden;
  const question = isAsked ? checkIn.question : null;
  return (
    <section
      aria-label="People present"
      className="watch-people flex flex-1 min-h-0 flex-col gap-4 text-center"
    >
      {question !== null && <p className="watch-count font-bold">{question}</p>}
      <p className="watch-count font-bold">
        {here.length === 1 ? '1 person present' : `${here.length} people present`}
      </p>
      <Paged>
        <ul className="flex flex-wrap justify-center gap-4">
          {here.map(({ userId, userName }) => (
            <li key={userId} {...entry}>
              {userName}
            </li>
          ))}
        </ul>
      </Paged>
    </section>
  );
}

/** In the order in which they went up. */
function HandsUp(props: {
  board: Pick<Board, 'hands' | 'presence'>;
  nameOf: (id: UserId) => string | null;
}): ReactNode {
  const { hands, presence } = props.board;
  if (hands.length === 0) return null;
  return (
    <span>
      <Hand aria-hidden="true" className="mr-[0.3em] inline size-[1em] align-[-0.1em]" />
      <span className="sr-only">Hands up: </span>
      {hands.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <bdi>{props.nameOf(id) ?? 'Participant'}</bdi>
          {isAway(id, presence) && ' (away)'}
        </Fragment>
      ))}
    </span>
  );
}

function Countdown({ timer }: { timer: Timer | null }): ReactNode {
  const seconds = useSecondsLeft(timer);
  if (seconds === null) return null;
  return (
    <span role="timer" translate="no" className="watch-timer leading-none font-bold tabular-nums">
      {seconds === 0 ? 'Time is up' : clockText(seconds)}
      {timer?.state === 'paused' && ' (paused)'}
    </span>
  );
}

function Middle({ children }: { children: ReactNode }): ReactNode {
  return (
    <main id="main" tabIndex={-1} className="watch grid bg-canvas text-ink">
      <div className="row-span-2 grid place-items-center">{children}</div>
    </main>
  );
}
