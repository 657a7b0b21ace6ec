// Sends load from a separate process, so that measured clients are delayed only by the server.
import { Agent, request } from 'node:http';

/** Closed-loop load with `atOnce` concurrent requests, or open-loop load with `perSecond` requests. */
export interface Load {
  url: string;
  seconds: number;
  atOnce?: number;
  perSecond?: number;
  /** Maximum number of pending requests in open-loop load, because browsers limit connections per site to six. */
  mostOpen?: number;
  requests: readonly { method: string; path: string; token: string; body?: unknown }[];
}

export interface LoadReport {
  /** Responses by status. 0: lost connections. */
  answers: Record<number, number>;
  /** Number of error responses without Retry-After. */
  withoutRetryAfter: number;
  /** Not sent, because too many requests were pending. */
  unsent: number;
  /** Sorted response times in ms. `servedMs`: only 2xx. */
  ms: number[];
  servedMs: number[];
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const report: LoadReport = { answers: {}, withoutRetryAfter: 0, unsent: 0, ms: [], servedMs: [] };

function send({ url }: Load, { method, path, token, body }: Load['requests'][number]) {
  const began = performance.now();
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(sent !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(sent),
    }),
  };
  return new Promise<void>((resolve) => {
    function end(status: number, retryAfter?: string): void {
      const ms = performance.now() - began;
      report.answers[status] = (report.answers[status] ?? 0) + 1;
      report.ms.push(ms);
      if (status >= 200 && status < 300) report.servedMs.push(ms);
      if ((status === 503 || status === 429) && !retryAfter) report.withoutRetryAfter += 1;
      resolve();
    }
    const asked = request(`${url}${path}`, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after']));
    });
    asked.once('error', () => end(0));
    asked.end(sent);
  });
}

async function run(load: Load): Promise<void> {
  const { seconds, atOnce = 0, perSecond = 0, mostOpen = Infinity, requests } = load;
  const until = performance.now() + seconds * 1000;
  const open = new Set<Promise<void>>();
  let turn = 0;
  function next(): Promise<void> {
    const chosen = requests[turn++ % requests.length];
    if (!chosen) throw new Error('nothing to send');
    const sent = send(load, chosen).finally(() => open.delete(sent));
    open.add(sent);
    return sent;
  }
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) await next();
    }),
  );
  const began = performance.now();
  for (let count = 0; perSecond > 0 && performance.now() < until;) {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; count < due; count += 1) {
      if (open.size < mostOpen) void next();
      else report.unsent += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(open);
}

process.once('message', (load: Load) => {
  void run(load).then(() => {
    const sort = (ms: number[]) => ms.toSorted((a, b) => a - b);
    process.send?.({ ...report, ms: sort(report.ms), servedMs: sort(report.servedMs) }, () =>
      process.exit(),
    );
  });
});
