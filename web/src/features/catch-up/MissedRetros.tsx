// The dashboard's links to catch-ups, for members who were absent.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserId } from '@wentwell/contract/ids';
import { CatchUp, MissedRetro } from '@wentwell/contract/meetings/catch-up';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { knownAuthorKey } from '#web/api/author-key';
import { request } from '#web/api/request';
import { buttonClass } from '#web/ui/buttons/button-class';
import { formatDateAndTime } from '#web/ui/formats';
import { Card } from '#web/ui/layout/Card.tsx';
import { Link } from '#web/ui/router/Link.tsx';

const schema = CatchUp.pick({ open_until: true });

/** Only this browser's key tells the server that its user wrote in an anonymous retro. */
function missedRetrosQuery(userId: UserId) {
  return queryOptions({
    queryKey: ['catch-ups', userId],
    queryFn: async ({ signal }) => {
      const all = { path: '/api/v1/me/catch-ups', schema: z.array(MissedRetro), signal };
      const listed = await request(all);
      const states = listed.map(async ({ meeting_id: id }) => {
        const key = knownAuthorKey(id, userId);
        if (key === null) return null;
        const headers = { [authorKeyHeader]: key };
        const path = `/api/v1/meetings/${id}/catch-up`;
        return request({ path, headers, schema, signal }).catch(() => null);
      });
      const known = await Promise.all(states);
      return listed.filter((_, at) => known[at]?.open_until !== null);
    },
  });
}

/** Renders nothing without a missed retro. */
export function MissedRetros({ userId }: { userId: UserId }): ReactNode {
  const { data: missed = [] } = useQuery(missedRetrosQuery(userId));
  if (missed.length === 0) return null;
  return (
    <Card title="While you were away" description="Each takes about two minutes.">
      <ul className="divide-y divide-line border-t border-b border-line">
        {missed.map(({ meeting_id: id, meeting_name: name, open_until: until }) => (
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
