// The dashboard's links to catch-ups, for members who were absent.
import { useQueries, useQuery } from '@tanstack/react-query';
import type { UserId } from '@wentwell/contract/ids';
import { CatchUp, MissedRetro } from '@wentwell/contract/meetings/catch-up';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { knownAuthorKey } from '#web/api/author-key';
import { readQuery } from '#web/api/queries';
import { buttonClass } from '#web/ui/buttons/button-class';
import { formatDateAndTime } from '#web/ui/formats';
import { Card } from '#web/ui/layout/Card.tsx';
import { Link } from '#web/ui/router/Link.tsx';

const missedRetrosQuery = readQuery(['catch-ups'], {
  path: '/api/v1/me/catch-ups',
  schema: z.array(MissedRetro),
});

const schema = CatchUp.pick({ open_until: true });

/** Renders nothing without a missed retro. */
export function MissedRetros({ userId }: { userId: UserId }): ReactNode {
  const { data: missed = [] } = useQuery(missedRetrosQuery);
  // Only this browser's key tells the server that its user wrote in an anonymous retro.
  const states = useQueries({
    queries: missed.map(({ meeting_id: id }) => {
      const path = `/api/v1/meetings/${id}/catch-up`;
      const key = knownAuthorKey(id, userId);
      const headers = { [authorKeyHeader]: key ?? '' };
      return readQuery(['catch-ups', id], { path, headers, schema }, { enabled: key !== null });
    }),
  });
  const shown = missed.filter((_, at) => {
    const { isLoading, data } = states[at] ?? {};
    return !isLoading && data?.open_until !== null;
  });
  if (shown.length === 0) return null;
  return (
    <Card title="While you were away" description="Each takes about two minutes.">
      <ul className="divide-y divide-line border-t border-b border-line">
        {shown.map(({ meeting_id: id, meeting_name: name, open_until: until }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span className="grid min-w-0 flex-[1_1_200px]">
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="text-xs text-soft">
                You can add to it until {formatDateAndTime(new Date(until))}
              </span>
            </span>
            <Link
              to={`/meetings/${id}/catch-up`}
              aria-label={`Catch up: ${name}`}
              className={buttonClass({ size: 'sm' })}
            >
              Catch up
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
