import { createServer } from 'node:http';

import { MutationObserver, QueryClient } from '@tanstack/react-query';
import type { Timer, TimerInput } from '@wentwell/contract/discussion/timer';
import { MeetingId } from '@wentwell/contract/ids';
import { expect, test, vi } from 'vitest';

import { getToasts } from '#web/ui/feedback/toast';

import { timerMutation } from './timer.queries.ts';

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');

/** Sets the timer at a server that gives this answer. Returns the request, and how often the board was asked anew. */
async function setTimer(input: TimerInput, { status, body }: { status: number; body: unknown }) {
  const requests: string[] = [];
  const server = createServer((incoming, answer) => {
    incoming.setEncoding('utf8').on('data', (text: string) => {
      requests.push(`${incoming.method} ${incoming.url} ${text}`);
    });
    incoming.on('end', () => {
      answer
        .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'named' })
        .end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}/`;
  // Node has no document. The meta element of this one names the API's host.
  vi.stubGlobal('document', { querySelector: () => ({ content: origin }) });
  const mutation = new MutationObserver(new QueryClient(), timerMutation(meetingId));
  const result = await mutation.mutate(input).catch(() => 'refused');
  server.closeAllConnections();
  server.close();
  vi.unstubAllGlobals();
  return { requests, result };
}

test('setting the timer calls the server', async () => {
  const timer: Timer = {
    state: 'running',
    ends_at: '2026-03-02T09:05:00.000Z',
    remaining_ms: null,
    started_by: null,
  };
  const input: TimerInput = { action: 'start', seconds: 300 };
  const { requests, result } = await setTimer(input, { status: 200, body: timer });
  expect(requests).toEqual([
    `PUT /api/v1/meetings/${meetingId}/timer {"action":"start","seconds":300}`,
  ]);
  expect(result).toEqual(timer);
});

test('a stopped timer is none', async () => {
  const { result } = await setTimer({ action: 'stop' }, { status: 200, body: null });
  expect(result).toBeNull();
});

test('a refusal shows the server’s words', async () => {
  const detail = 'The timer is not running.';
  const body = { type: 'about:blank', title: 'Conflict', status: 409, detail, request_id: 'named' };
  await setTimer({ action: 'pause' }, { status: 409, body });
  expect(getToasts()).toMatchObject([{ tone: 'error', description: detail }]);
});
