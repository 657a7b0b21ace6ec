// A board on a projector: full screen, without controls, readable from some metres away.
import type { Board } from '@wentwell/contract/board/snapshot';
import { namedOn } from '@wentwell/contract/guests/spectators';
import { isAway, presentName } from '@wentwell/contract/live/live';
import { countText } from '@wentwell/contract/report/meeting-report';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

import { statusNow } from '#web/api/server-time';
import { FloatingLayer } from '#web/features/floating/FloatingLayer.tsx';
import { useLinkSecret } from '#web/features/guests/link-secret';
import { MemberColors } from '#web/features/members/TeamColors.tsx';
import { EndPeople, EndSheets, EndSummary } from '#web/features/report/EndScene.tsx';
import { ScreenClient } from '#web/features/spectators/screen-client';
import { spectatorApi } from '#web/features/spectators/spectator-api';
import { browserPage } from '#web/live/browser-state';
import { browserClock } from '#web/live/clock';
import { openBrowserSocket } from '#web/live/live-socket';
import { ScreenParts } from '#web/screens/meeting/feature-parts.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { QrCode } from '#web/ui/identity/QrCode.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { showTheme } from '#web/ui/theme';

import { Columns, Promises } from './Columns.tsx';
import { Discussing } from './Discussing.tsx';
import { More, Paged, PageFoot, StageMain, useFit } from './Paged.tsx';
import { presentOn, Seats } from './Seats.tsx';
import { Signs, type Stage, StageContext, StageHead, useStage } from './StageHead.tsx';

import './watch.css';
import './watch-end.css';

export function Watch(): ReactNode {
  const secret = useLinkSecret();
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
        <EmptyState illustration={<Offline />} title="This screen link no longer works" level={1}>
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
    missing: client.missing,
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
        <StageContext value={stage}>
          <Shown colors={client.colors} />
        </StageContext>
      </Part>
      <SmallPart>{isLive && <FloatingLayer subscribe={client.subscribeToEmojis} />}</SmallPart>
    </div>
  );
}

const noMembers: readonly [] = [];

function Shown(props: { colors: ReadonlyMap<string, number> }): ReactNode {
  const { board } = useStage();
  const isLive = statusNow(board.meeting) === 'live';
  // A meeting that is over has no presence.
  const [before, setBefore] = useState<Board['presence']>(board.presence);
  if (isLive && board.presence !== before) setBefore(board.presence);
  const people = [...namedOn(board), ...before.map(({ userId }) => userId)];
  return (
    <MemberColors members={noMembers} others={people} given={props.colors}>
      {isLive || board.meeting.status === 'planned' ? (
        <Scene />
      ) : (
        <Ending people={presentOn({ presence: before })} />
      )}
    </MemberColors>
  );
}

function Scene(): ReactNode {
  const { meeting, phase } = useStage().board;
  if (meeting.status === 'planned') return <Planned />;
  switch (phase.phase) {
    case 'joining':
      return <Joining />;
    case 'discussing':
      return <Discussing />;
    case 'closing_ready':
      return <Closing />;
    default:
      return <Columns />;
  }
}

/** A QR code for phones in the room, who has joined, and who is missing. */
function Joining(): ReactNode {
  const { board, missing, personOf } = useStage();
  const { meeting, check_in: checkIn } = board;
  const { around, more } = useFit();
  const here = presentOn(board);
  // People may have arrived since the server counted.
  const away = missing.ids.filter((id) => isAway(id, board.presence));
  const awayCount = missing.count - missing.ids.length + away.length;
  const isAsked = meeting.settings.check_in && !checkIn.question_hidden;
  const question = isAsked ? checkIn.question : null;
  const address = `/meetings/${meeting.id}`;
  return (
    <Part>
      <header className="watch-head text-soft">
        <SmallPart>
          <Wordmark size="lg" />
          <Signs />
          <p className="ml-auto">
            {countText(here.length, 'person', 'people')} present
            {awayCount > 0 && ` · ${awayCount} not here yet`}
          </p>
        </SmallPart>
      </header>
      <StageMain ref={around} className="watch-join grid">
        <div className="watch-code paper">
          <QrCode text={location.origin + address} label="QR code of the meeting's link" />
        </div>
        <div className="watch-way flex h-full min-h-0 flex-col justify-center">
          <SmallPart>
            <h1 className="line-clamp-2 shrink-0" title={meeting.name}>
              {meeting.name}
            </h1>
            <p className="watch-address shrink-0 font-bold text-link">
              <span className="block font-medium text-soft">Scan to join, or log in at</span>
              <span>{location.host}</span>
            </p>
          </SmallPart>
          <Paged>
            <Seats
              people={here}
              missing={away.flatMap((id) => personOf(id) ?? [])}
              label="Who is here"
            />
          </Paged>
          <More count={more[0]} />
        </div>
      </StageMain>
      <footer className="watch-question">
        {question !== null && (
          <>
            <p className="text-soft">Question of the day</p>
            <p className="watch-asked font-bold">{question}</p>
          </>
        )}
      </footer>
    </Part>
  );
}

/** The action items before the end. */
function Closing(): ReactNode {
  const { around, ...fit } = useFit();
  const { actions } = useStage().board;
  return (
    <Part>
      <StageHead />
      <StageMain ref={around} className="watch-closing flex flex-col justify-center">
        <h2 className="font-bold">{actions.length === 0 ? 'No action items' : 'Action items'}</h2>
        {actions.length > 0 && <Promises actions={actions} />}
      </StageMain>
      <PageFoot {...fit} />
    </Part>
  );
}

function Ending({ people }: { people: Board['presence'] }): ReactNode {
  const { board, personOf } = useStage();
  const { around, more } = useFit();
  return (
    <StageMain ref={around} className="watch-end flex flex-col items-center justify-center">
      <Part>
        <EndSheets columns={board.meeting.columns} />
        <EndPeople
          people={people.map((entry) => ({ id: entry.userId, name: presentName(entry) }))}
        />
        <h1 className="end-title relative">
          Done.<span className="sr-only"> {board.meeting.name}</span>
        </h1>
        <EndSummary id="end-sum" board={board} />
        {board.actions.length > 0 && <Promises actions={board.actions} />}
        <More count={more[0]} />
        <ScreenParts board={board} personOf={personOf} className="watch-word relative text-soft" />
      </Part>
    </StageMain>
  );
}

function Planned(): ReactNode {
  return (
    <>
      <StageHead />
      <StageMain className="flex flex-col">
        <p className="watch-asked font-bold">The meeting has not started yet.</p>
      </StageMain>
    </>
  );
}

function Middle({ children }: { children: ReactNode }): ReactNode {
  return (
    <main id="main" tabIndex={-1} className="watch grid bg-canvas text-ink">
      <div className="row-span-2 grid place-items-center">{children}</div>
    </main>
  );
}
