// A board on a projector: full screen, without controls, readable from some metres away.
import type { Board } from '@wentwell/contract/board';
import { namedOn } from '@wentwell/contract/spectators';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

import { statusNow } from '#web/api/server-time';
import { FloatingLayer } from '#web/features/floating/FloatingLayer.tsx';
import { MemberColors } from '#web/features/members/TeamColors.tsx';
import { ScreenClient } from '#web/features/spectators/screen-client';
import { spectatorApi } from '#web/features/spectators/spectator-api';
import { browserPage } from '#web/live/browser-state';
import { browserClock } from '#web/live/clock';
import { openBrowserSocket } from '#web/live/live-socket';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { showTheme } from '#web/ui/theme';

import { Columns } from './Columns.tsx';
import { Discussing } from './Discussing.tsx';
import { Closing, Ending, Planned } from './Ending.tsx';
import { Joining } from './Joining.tsx';
import { presentOn } from './Seats.tsx';
import type { Stage } from './StageHead.tsx';

import './watch.css';

/** The secret is in the fragment, which browsers never send. */
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
  const view = useSyncExternalStore(client.subscribe, client.getSnapshot);
  const { board, isGone } = view;
  usePageTitle(board?.meeting.name ?? 'Screen');
  if (isGone) {
    return (
      <Middle>
        <EmptyState
          illustration={<Offline />}
          title="This screen link does not work any more"
          level={1}
        >
          It was revoked, or the meeting is over. Ask the lead for a new one.
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
  const stage: Stage = {
    ...view,
    board,
    personOf: (id, importedName) => {
      const name = id === null ? importedName : client.nameOf(id);
      return name ? { id: id ?? '', name } : null;
    },
  };
  return (
    <div
      className="watch grid bg-canvas text-ink"
      data-phase={isLive ? board.phase.phase : undefined}
    >
      <Part attempt={board.phase.phase}>
        <Shown stage={stage} isLive={isLive} colors={client.colors} />
      </Part>
      {isLive && <FloatingLayer subscribe={client.subscribeToEmojis} />}
    </div>
  );
}

function Shown(props: {
  stage: Stage;
  isLive: boolean;
  colors: ReadonlyMap<string, number>;
}): ReactNode {
  const { stage, isLive, colors } = props;
  const { board } = stage;
  // A meeting that is over has no presence.
  const [before, setBefore] = useState<Board['presence']>(board.presence);
  if (isLive && board.presence !== before) setBefore(board.presence);
  const people = [...namedOn(board), ...before.map(({ userId }) => userId)];
  return (
    <MemberColors members={noMembers} others={people} given={colors}>
      <Scene stage={stage} isLive={isLive} before={before} />
    </MemberColors>
  );
}

const noMembers: readonly [] = [];

function Scene(props: { stage: Stage; isLive: boolean; before: Board['presence'] }): ReactNode {
  const { stage, isLive, before } = props;
  const { meeting, phase } = stage.board;
  if (meeting.status === 'planned') return <Planned stage={stage} />;
  if (!isLive) return <Ending stage={stage} people={presentOn({ presence: before })} />;
  switch (phase.phase) {
    case 'joining':
      return <Joining stage={stage} />;
    case 'discussing':
      return <Discussing stage={stage} />;
    case 'closing_ready':
      return <Closing stage={stage} />;
    default:
      return <Columns stage={stage} />;
  }
}

function Middle({ children }: { children: ReactNode }): ReactNode {
  return (
    <main id="main" tabIndex={-1} className="watch grid bg-canvas text-ink">
      <div className="row-span-2 grid place-items-center">{children}</div>
    </main>
  );
}
