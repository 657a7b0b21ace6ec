import { queryOptions } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import { OutsiderAct } from '@wentwell/contract/outsider-acts';
import { z } from 'zod';

import { request } from '#web/api/request';

/** GET /teams/{id}/outsider-acts: the newest. */
export function outsiderActsQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: ['outsider-acts', teamId],
    queryFn: ({ signal }) =>
      request({
        path: `/api/v1/teams/${teamId}/outsider-acts`,
        schema: z.array(OutsiderAct),
        signal,
      }),
    staleTime: 0,
  });
}
