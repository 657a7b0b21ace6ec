import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '@wentwell/contract/accounts/sessions';
import { Monitor, Smartphone } from 'lucide-react';

import { relativeTime } from '#web/api/relative-time';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { LoadingBars } from '#web/ui/feedback/Delayed.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';

import { ownSessionsQuery, useEndSession } from './account.queries.ts';
import { deviceOf } from './device-name.ts';

/** The user's sessions, this browser's first; the others can be ended. */
export function OwnSessions() {
  const query = useQuery(ownSessionsQuery());
  const end = useEndSession();
  if (query.isPending) return <LoadingBars height={66} />;
  if (!query.data) return <LoadFailure title="Failed to load your logins" query={query} />;
  const sorted = query.data.toSorted(
    (one, other) =>
      Number(other.current) - Number(one.current) ||
      other.last_used_at.localeCompare(one.last_used_at),
  );
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {sorted.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          busy={end.isPending && session.id === end.variables.id}
          onEnd={() => end.mutate(session)}
        />
      ))}
    </ul>
  );
}

function SessionRow(props: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { session, busy, onEnd } = props;
  const { name, isPhone } = deviceOf(session.user_agent);
  const Picture = isPhone ? Smartphone : Monitor;
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <Picture className="size-5 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 basis-24 gap-0.5">
        <p className="font-semibold wrap-anywhere" title={session.user_agent}>
          {name}
        </p>
        <p className="text-xs text-muted">
          {session.current ? 'In use now' : `Last used ${relativeTime(session.last_used_at)}`},
          logged in {relativeTime(session.created_at)}
        </p>
      </div>
      {session.current ? (
        <Badge tone="green">This browser</Badge>
      ) : (
        <Button size="sm" aria-label={`Sign out ${name}`} busy={busy} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
