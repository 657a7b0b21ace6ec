import { boardSeqHeader } from '@wentwell/contract/api/headers';
import { vi } from 'vitest';

export interface SentCall {
  method: string;
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

/** Answers the page's calls for one test: with a seq of the board, or a refusal. Returns the calls. */
export function answerCalls(
  answer: (call: SentCall) => { seq: number } | { status: number; current?: unknown },
): SentCall[] {
  const calls: SentCall[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((path, init = {}) => {
    if (typeof path !== 'string') throw new Error('calls are made by paths');
    const {
      accept: _,
      'content-type': __,
      ...headers
    } = Object.fromEntries(new Headers(init.headers));
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = { method: init.method ?? 'GET', path, body, headers };
    calls.push(call);
    const given = answer(call);
    const isRefused = 'status' in given;
    const problem = { type: 'about:blank', title: '', detail: 'Refused.', request_id: 'one' };
    return Promise.resolve(
      new Response(JSON.stringify(isRefused ? { ...problem, ...given } : given), {
        status: isRefused ? given.status : 200,
        headers: {
          'x-request-id': 'one',
          'idempotency-key': headers['idempotency-key'] ?? '',
          ...(!isRefused && { [boardSeqHeader]: String(given.seq) }),
        },
      }),
    );
  });
  return calls;
}
