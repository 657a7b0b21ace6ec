// `npm run chaos -- --overload`: 95 accounts send five times the load that a node can serve. Prints statistics for them
// and an unrelated user. Fails if a guarantee of docs/security.md, "Load", is broken.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { call } from './processes/board.ts';
import { type Crowd, type Person, startCrowd } from './processes/crowd.ts';
import type { Load, LoadReport } from './processes/load-generator.ts';

const accounts = 95;
const overloadSeconds = 60;
const quietSeconds = 20;
const watchEveryMs = 1000;
/** Requests above an account's rate limit are delayed, so they add no load. */
const mostPerAccount = 18;
const times = 5;
const servedAgainMs = 5000;

async function generate(load: Load): Promise<LoadReport> {
  const child = fork(fileURLToPath(new URL('processes/load-generator.ts', import.meta.url)));
  child.send(load);
  const [report] = (await once(child, 'message')) as [LoadReport];
  return report;
}

/** Edits, event polls and lists, like those of open pages. */
function requestsOf(people: readonly Person[]): Load['requests'] {
  return Array.from({ length: 5 }, (_, round) =>
    people.map(({ token, meetingId, note }) => {
      if (round === 4) return { method: 'GET', path: '/api/v1/teams/me', token };
      if (round % 2 === 1) {
        return { method: 'GET', path: `/api/v1/meetings/${meetingId}/events?since=1000000`, token };
      }
      const body = { content: `Edit ${round} ${Math.random()}` };
      return { method: 'PUT', path: `/api/v1/meetings/${meetingId}/notes/${note}`, token, body };
    }),
  ).flat();
}

/** Edits and reads at a user's pace. Returns sorted response times in ms. Errors count as infinite. */
async function watch({ product }: Crowd, { token, meetingId, note }: Person, seconds: number) {
  const ms: number[] = [];
  async function timed(path: string, options: { method?: string; body?: unknown } = {}) {
    const began = performance.now();
    const isServed = await call(product.url, path, { token, ...options }).then(
      () => true,
      () => false,
    );
    ms.push(isServed ? performance.now() - began : Infinity);
  }
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    const next = new Promise((resolve) => setTimeout(resolve, watchEveryMs));
    const body = { content: `Watched ${ms.length}` };
    await timed(`/meetings/${meetingId}/notes/${note}`, { method: 'PUT', body });
    await timed(`/meetings/${meetingId}/events?since=1000000`);
    await next;
  }
  return ms.toSorted((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const shown = (ms: readonly number[]) =>
  `p50 ${at(ms, 0.5).toFixed(0)} ms, p95 ${at(ms, 0.95).toFixed(0)} ms, p99 ${at(ms, 0.99).toFixed(0)} ms, longest ${at(ms, 1).toFixed(0)} ms`;

/** Resolves with true if all guarantees held. */
export async function runOverload(): Promise<boolean> {
  await using crowd = await startCrowd(accounts + 1);
  const [bystander, ...people] = crowd.people;
  if (!bystander) throw new Error('nobody is there to watch');
  const load = { url: crowd.product.url, requests: requestsOf(people) };
  const full = await generate({ ...load, seconds: 8, atOnce: 48 });
  const capacity = full.servedMs.length / 8;
  const perSecond = Math.round(Math.min(times * capacity, mostPerAccount * accounts));
  console.log(`capacity: ${capacity.toFixed(0)} requests a second; load: ${perSecond}`);
  await watch(crowd, bystander, 5);
  const quiet = await watch(crowd, bystander, quietSeconds);
  console.log(`bystander, quiet: ${shown(quiet)}`);
  const [report, busy] = await Promise.all([
    generate({ ...load, seconds: overloadSeconds, perSecond, mostOpen: 6 * accounts }),
    watch(crowd, bystander, overloadSeconds),
  ]);
  const began = performance.now();
  await Promise.all(people.map(({ token }) => servedAgain(crowd, token)));
  const again = performance.now() - began;
  console.log(`bystander, overload: ${shown(busy)}`);
  console.log(
    `crowd: ${JSON.stringify(report.answers)}, ${shown(report.ms)}, ${report.unsent} not sent`,
  );
  console.log(`crowd, served: ${shown(report.servedMs)}`);
  const slow = await countSlow(crowd);
  console.log(`requests in the server for more than 10 s: ${slow}`);
  console.log(`all accounts served again after ${again.toFixed(0)} ms`);
  const guarantees: [string, boolean][] = [
    ['no request is in the server for longer than 10 s', slow === 0],
    ['every refusal has a Retry-After', report.withoutRetryAfter === 0],
    [
      'nothing but answers, 429 and 503',
      Object.keys(report.answers).every((status) => ['200', '429', '503'].includes(status)),
    ],
    ['a bystander’s p95 is at most 3 times its quiet value', at(busy, 0.95) <= 3 * at(quiet, 0.95)],
    ['everybody is served within 5 s afterwards', again <= servedAgainMs],
  ];
  for (const [what, holds] of guarantees) console.log(`${holds ? '✔' : '✘'} ${what}`);
  return guarantees.every(([, holds]) => holds);
}

/** Counts requests above 10 s, the last bucket of the histogram. */
async function countSlow(crowd: Crowd): Promise<number> {
  const text = await crowd.metrics();
  const sum = (series: RegExp) =>
    [...text.matchAll(series)].reduce((all, [, count]) => all + Number(count), 0);
  const all = sum(/^wentwell_http_request_seconds_count\{.*\} (\d+)$/gm);
  return all - sum(/^wentwell_http_request_seconds_bucket\{.*le="10".*\} (\d+)$/gm);
}

async function servedAgain({ product }: Crowd, token: string): Promise<void> {
  while (
    !(await call(product.url, '/teams/me', { token }).then(
      () => true,
      () => false,
    ))
  );
}
