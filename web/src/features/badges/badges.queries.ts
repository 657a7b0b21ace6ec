import { queryOptions } from '@tanstack/react-query';
import { Badge } from '@wentwell/contract/badges';
import type { TeamId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { request } from '#web/api/request';

const Badges = z.array(Badge);

export function teamBadgesQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: ['badges', teamId],
    queryFn: ({ signal }) =>
      request({ path: `/api/v1/teams/${teamId}/badges`, schema: Badges, signal }),
  });
}

export function myBadgesQuery() {
  return queryOptions({
    queryKey: ['badges', 'mine'],
    queryFn: ({ signal }) => request({ path: '/api/v1/me/badges', schema: Badges, signal }),
  });
}
