// Sends requests in a process of its own, so that who is watched meanwhile waits for the server alone.
import { Agent, request } from 'node:http';

/** Requests, in turn: so many at once, or so many in a second whatever becomes of the others. */
export interface Load {
  url: string;
  seconds: number;
  atOnce?: number;
  perSecond?: number;
  /** Requests of a second that are without an answer at most: browsers have six connections to a site. */
  mostOpen?: number;
  requests: readonly { method: string; path: string; token: string; body?: unknown }[];
}

export interface LoadReport {
  /** How often each status was answered; 0 for a lost connection. */
  answers: Record<number, number>;
  /** Refusals that do not say when to try again. */
  withoutRetryAfter: number;
  /** Not sent, because too many were without an answer. */
  unsent: number;
  /** Ms of all answers, sorted, and of those that were 2xx. */
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
