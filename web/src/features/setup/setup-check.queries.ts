// The checks of an installation: the server's, and what only a browser can find out.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { OutboxMail } from '@wentwell/contract/admin-lists';
import { LiveTicket } from '@wentwell/contract/live';
import {
  SetupCheck,
  setupSocketPath,
  socketCheck,
  socketHeldMs,
  TestMail,
} from '@wentwell/contract/setup-check';
import { z } from 'zod';

import { apiOrigin, errorText, request } from '#web/api/request';
import { holdSocket } from '#web/live/held-socket';
import { toast } from '#web/ui/feedback/toast';

const path = '/api/v1/admin/setup-check';
const mailPollMs = 2000;

export function setupChecksQuery() {
  return queryOptions({
    queryKey: ['setup-check'],
    queryFn: ({ signal }) =>
      request({
        path,
        query: { origin: location.origin, browser_time: new Date().toISOString() },
        schema: z.array(SetupCheck),
        signal,
      }),
    staleTime: 0,
    retry: false,
  });
}

/** What became of the test email, asked until it has left or failed. */
export function testMailQuery(id: string | undefined) {
  return queryOptions({
    queryKey: ['test-mail', id],
    queryFn: ({ signal }) =>
      request({ path: `/api/v1/admin/mails/${id}`, schema: OutboxMail, signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.state === 'sent' ? false : mailPollMs),
  });
}

export function useTestMail() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request({ path: `${path}/mail`, method: 'POST', schema: TestMail }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
    onError: (error) => {
      toast.error({ title: 'The test email was not queued', description: errorText(error) });
    },
  });
}

/** Opens the test socket and holds it past what proxies allow a quiet connection; `onHeld` is called every second. */
export async function testSocket(
  onHeld: (heldMs: number) => void,
  signal: AbortSignal,
): Promise<SetupCheck> {
  const { ticket } = await request({
    path: `${path}/socket`,
    method: 'POST',
    schema: LiveTicket,
    signal,
  });
  const origin = (apiOrigin() || location.origin).replace(/^http/, 'ws');
  const url = `${origin}${setupSocketPath}?token=${ticket}`;
  return socketCheck(
    await holdSocket(url, { forMs: socketHeldMs, onHeld, signal }),
    'This browser',
  );
}
