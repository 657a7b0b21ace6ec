import type { UserId } from '@wentwell/contract/ids';
import { boardLimits } from '@wentwell/contract/limits';
import type { PresenceEntry } from '@wentwell/contract/live';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';

import { serverNow } from '#web/api/server-time';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Avatar, AvatarStack } from '#web/ui/identity/Avatar.tsx';

import { lastSeenText, sortParticipants } from './participants.ts';

/** The present and past participants, and whether the live connection is open. */
export function ParticipantsPanel(props: {
  presence: readonly PresenceEntry[];
  me: UserId;
  isLive: boolean;
  /** The size of the team, once it is known. */
  teamSize: number | null;
  /** Who is done with the phase, and what to say of them. */
  done: { users: readonly UserId[]; label: string };
}): ReactNode {
  const { presence, me, isLive, teamSize, done } = props;
  const markOf = ({ userId }: PresenceEntry): ReactNode =>
    done.users.includes(userId) && <DoneMark label={done.label} />;
  const { you, online, others, recent, moreRecent, recentCount } = sortParticipants(presence, me);
  const now = useMinutes();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-0.5">
        <div className="flex items-center justify-between gap-2">
          <h2 id={titleId} className="text-sm font-bold">
            Meeting Participants
          </h2>
          <Badge tone={isLive ? 'green' : 'gray'} dot={isLive}>
            {isLive ? 'Live' : 'Offline'}
          </Badge>
        </div>
        {teamSize !== null && (
          <p className="text-xs text-soft">
            {online.length} of {Math.max(teamSize, online.length)} connected
          </p>
        )}
      </header>
      {you && (
        <Section title="You">
          <ul>
            <Row entry={you} aside={markOf(you)} />
          </ul>
        </Section>
      )}
      {others.length > 0 && (
        <Section title={`Online (${others.length})`}>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
            {others.map((entry) => (
              <Row key={entry.userId} entry={entry} aside={markOf(entry)} />
            ))}
          </ul>
        </Section>
      )}
      {recentCount > 0 && (
        <Section title={`Recently Active (${recentCount})`}>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
            {recent.map((entry) => (
              <Row
                key={entry.userId}
                entry={entry}
                aside={lastSeenText(entry.lastSeen, now.getTime())}
              />
            ))}
          </ul>
          {moreRecent > 0 && <p className="text-xs text-muted">+{moreRecent} more</p>}
        </Section>
      )}
      {online.length > 0 && (
        <Section title="Quick View">
          <AvatarStack people={online.map(personOf)} label="Quick View" max={boardLimits.avatars} />
        </Section>
      )}
      {presence.length === 0 && <p className="text-soft">No participants detected</p>}
    </section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      {children}
    </div>
  );
}

function DoneMark({ label }: { label: string }): ReactNode {
  return (
    <span className="inline-flex items-center gap-1 text-success-text">
      <CircleCheck aria-hidden="true" className="size-3.5" />
      {label}
    </span>
  );
}

function Row({ entry, aside }: { entry: PresenceEntry; aside: ReactNode }): ReactNode {
  return (
    <li className="flex min-h-8 items-center gap-2">
      <Avatar person={personOf(entry)} size="sm" online={entry.isOnline} decorative />
      <span className="min-w-0 flex-1 truncate" title={entry.userName}>
        {entry.userName}
      </span>
      {aside !== false && <span className="shrink-0 text-xs text-muted">{aside}</span>}
    </li>
  );
}

function personOf(entry: PresenceEntry): { id: string; name: string } {
  return { id: entry.userId, name: entry.userName };
}

/** The current time, updated every half minute, because the panel shows no seconds. */
function useMinutes(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
