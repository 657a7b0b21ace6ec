import { boardLimits } from '@wentwell/contract/limits';
import type { PresenceEntry } from '@wentwell/contract/live/live';
import { meetingPolicy } from '@wentwell/contract/meetings/meetings';
import { Ellipsis, Link as LinkIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';

import { serverNow } from '#web/api/server-time';
import { callsOn } from '#web/board/person-marks';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { lastSeenText, sortParticipants } from '#web/features/presence/participants';
import { useBoard } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar, AvatarStack, type Face } from '#web/ui/identity/Avatar.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import { useMeetingParts } from './meeting-parts.ts';
import { doneMarks } from './PaceControls.tsx';
import { faceOf } from './PeopleButton.tsx';

// For leads only.
const PersonMenu = lazyPart(() => import('./PersonMenu.tsx'), 'PersonMenu');

/** Present and past participants, and the connection's state. */
export function ParticipantsPanel(props: {
  /** The team's size; null while unknown. */
  teamSize: number | null;
}): ReactNode {
  const { teamSize } = props;
  const { board, who } = useMeetingParts();
  const isLive = useBoard((view) => view.connection.status === 'open');
  const calls = callsOn(board);
  const marks = [calls, doneMarks(board)];
  const { presence } = board;
  const me = who.userId;
  const { you, online, others, recent, moreRecent, recentCount } = sortParticipants(presence, me, [
    ...calls.labels.keys(),
  ]);
  const now = useMinutes();
  const titleId = useId();
  const isGuest = useIsGuest();
  const mayName = !isGuest && meetingPolicy.nameCoLeads(who, board.meeting) === 'allowed';
  const mayChange = meetingPolicy.change(who, board.meeting) === 'allowed';
  const leads = meetingPolicy.lead(who, board.meeting) === 'allowed';
  const rowOf = (entry: PresenceEntry): ReactNode => {
    const isCalling = calls.labels.has(entry.userId);
    const hasMenu =
      (entry.isGuest ? mayChange : mayName || (leads && isCalling)) && entry.userId !== me;
    const row = (
      <Row
        face={faceOf(entry, board.meeting, marks)}
        name={entry.userName}
        isOnline={entry.isOnline}
        hasMenu={hasMenu}
        aside={[
          entry.isGuest && 'Guest',
          !entry.isOnline && lastSeenText(entry.lastSeen, now.getTime()),
          entry.isMuted && 'muted',
          ...marks.map(({ labels }) => labels.get(entry.userId)),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
    );
    return (
      <li key={entry.userId}>
        <SmallPart>
          {hasMenu ? (
            <PersonMenu fallback={row} person={entry} mayName={mayName && !entry.isGuest}>
              {row}
            </PersonMenu>
          ) : (
            row
          )}
        </SmallPart>
      </li>
    );
  };
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-4">
      <header className="grid gap-0.5">
        <div className="flex items-center justify-between gap-2">
          <h2 id={titleId} className="text-base font-semibold">
            Meeting Participants
          </h2>
          <Badge tone={isLive ? 'green' : 'gray'} dot={isLive}>
            {isLive ? 'Live' : 'Offline'}
          </Badge>
        </div>
        {teamSize !== null && (
          <p className="text-soft">
            {online.length} of {Math.max(teamSize, online.length)} connected
          </p>
        )}
      </header>
      {you && (
        <Section title="You">
          <ul>{rowOf(you)}</ul>
        </Section>
      )}
      {others.length > 0 && (
        <Section title={`Online (${others.length})`}>
          <ul className="grid grid-cols-1">{others.map(rowOf)}</ul>
        </Section>
      )}
      {recentCount > 0 && (
        <Section title={`Recently Active (${recentCount})`}>
          <ul className="grid grid-cols-1">{recent.map(rowOf)}</ul>
          {moreRecent > 0 && <p className="text-xs text-muted">+{moreRecent} more</p>}
        </Section>
      )}
      {online.length > 0 && (
        <Section title="Quick View">
          <div className="pt-2">
            <AvatarStack
              people={online.map((entry) => faceOf(entry, board.meeting, marks))}
              label="Quick View"
              max={boardLimits.avatars}
            />
          </div>
        </Section>
      )}
      {presence.length === 0 && <p className="text-soft">No participants detected</p>}
      {/* The lobby has its own, and who is alone finds it in the line above the board. */}
      {!isGuest && online.length > 1 && board.meeting.phase !== 'joining' && (
        <div className="-ml-3">
          <Button
            size="sm"
            variant="ghost"
            icon={<LinkIcon />}
            onClick={() => void copyText(location.origin + location.pathname, 'Link copied')}
          >
            Copy link
          </Button>
        </div>
      )}
    </section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      {children}
    </div>
  );
}

function Row(props: {
  face: Face;
  name: string;
  isOnline: boolean;
  hasMenu: boolean;
  aside: string;
}): ReactNode {
  const { face, name, isOnline, hasMenu, aside } = props;
  return (
    <span className="flex min-h-11 items-center gap-3">
      <Avatar person={face} size="sm" online={isOnline} decorative />
      <span className="grid min-w-0 flex-1">
        <span className="text-base wrap-anywhere">{name}</span>
        <span className="flex gap-2 text-xs text-muted">
          {aside}
          {face.leads && <span>leads</span>}
        </span>
      </span>
      {hasMenu && <Ellipsis className="size-4 shrink-0 text-muted" />}
    </span>
  );
}

/** The current time, updated every half minute: the panel shows no seconds. */
function useMinutes(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
