// The user's sessions: the list, and ending one.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { OwnSession } from '@wentwell/contract/sessions';
import { z } from 'zod';

import { errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

/** GET /me/sessions: all valid sessions. */
export function ownSessionsQuery() {
  return queryOptions({
    queryKey: ['own-sessions'],
    queryFn: ({ signal }) =>
      request({ path: '/api/v1/me/sessions', schema: z.array(OwnSession), signal }),
    refetchOnWindowFocus: true,
  });
}

export function useEndSession() {
  const queries = useQueryClient();
  const { queryKey } = ownSessionsQuery();
  return useMutation({
    mutationFn: (session: OwnSession) =>
      request({ path: `/api/v1/me/sessions/${session.id}`, method: 'DELETE' }),
    onSuccess: async (_, { id }) => {
      toast.success({ title: 'Signed out there.', duration: 3000 });
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (list) => list?.filter((each) => each.id !== id));
      void queries.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      toast.error({ title: 'Failed to sign out there', description: errorText(error) });
      void queries.invalidateQueries({ queryKey });
    },
  });
}
