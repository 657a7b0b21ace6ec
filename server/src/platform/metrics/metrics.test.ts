// Metrics of a busy node, and their use in dashboard, alerts and runbook.
import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { housekeeping } from '#server/platform/housekeeping';
import { buildBoard, textsOf } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { openLiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';

import { counters, timers } from './measure.ts';
import { openMetrics } from './prometheus.ts';

const loopback = { host: '127.0.0.1', port: 0 };
const root = new URL('../../../../', import.meta.url);

/** A series' value in the exposition; null if absent. */
function valueOf(exposition: string, series: string): number | null {
  const line = exposition.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length));
}

it('a busy node shows requests, commands, sockets and commits, by kind and without ids', async () => {
  await using app = await buildTestApp({}, { isNew: true });
  const metrics = await openMetrics(loopback, app.gauges);
  const read = async () => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  const { owner, member, meeting, path, note } = await buildBoard(app);
  const live = await app.live(member, meeting.id, 0);
  await note(owner, 'Counted, not quoted');
  await expect.poll(() => textsOf(live)).toEqual(['Counted, not quoted']);
  const headers = { 'idempotency-key': 'd3b9a8a6-3f0e-4a55-9d52-3a1f8e0c1a77' };
  for (const _ of [1, 2]) {
    await app.request('POST', `${path}/notes`, { as: owner, headers, body: { content: 'Once' } });
  }
  await app.post(owner, `${path}/notes`, { content: '' });
  await app.request('GET', '/api/v1/nowhere');
  const address = app.liveAddress(meeting.id, owner.token);
  await expect(openLiveClient(address, { origin: 'https://elsewhere.example' })).rejects.toThrow();
  const clock = manualClock();
  const job = { name: 'nothing', run: () => Promise.resolve() };
  await housekeeping({ db: app.db, clock, log: collectLog().log, jobs: [job] }).runAll();

  const text = await read();
  const notes = '/api/v1/meetings/:meetingId/notes';
  const valueAt = (series: string) => valueOf(text, `wentwell_${series}`);
  const least: [string, number][] = [
    [`http_request_seconds_count{method="POST",route="${notes}",status="2xx"}`, 3],
    [`http_request_seconds_count{method="POST",route="${notes}",status="4xx"}`, 1],
    ['http_request_seconds_count{method="any",route="unknown",status="4xx"}', 1],
    [`commands_total{kind="POST ${notes}",result="done"}`, 3],
    [`commands_total{kind="POST ${notes}",result="VALIDATION"}`, 1],
    ['commands_repeated_total', 1],
    ['resumes_total{result="replayed"}', 1],
    ['sockets_refused_total{reason="origin"}', 1],
    ['housekeeping_runs_total{task="nothing",result="done"}', 1],
    ['sockets', 1],
    ['boards', 1],
    ['commit_to_socket_seconds_count', 2],
  ];
  expect(least.map(([series]) => [series, valueAt(series)])).toEqual(least);
  expect(valueAt('commit_seconds_count')).toBeGreaterThan(4);
  expect(valueAt('database_pool_max')).toBe(10);
  expect(valueAt('mail_queue{state="failed"}')).toBe(0);
  expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}|Counted|@/);

  await live[Symbol.asyncDispose]();
  await expect.poll(async () => valueOf(await read(), 'wentwell_sockets')).toBe(0);
  expect(await read()).toMatch(/wentwell_sockets_closed_total\{code="10\d\d"\} 1/);

  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404);
  const taken = openMetrics({ ...loopback, port: metrics.port }, app.gauges);
  await expect(taken).rejects.toThrow(
    `the metrics cannot be offered at METRICS_HOST 127.0.0.1, METRICS_PORT ${metrics.port}`,
  );
  await metrics.close();
  await expect(read()).rejects.toThrow('fetch failed');
});

it('metrics are readable while the database is down, without the database’s own', async () => {
  await using app = await buildTestApp({}, { isNew: true });
  await app.db.close();
  const metrics = await openMetrics(loopback, app.gauges);
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  await metrics.close();
  expect(valueOf(text, 'wentwell_sockets')).toBe(0);
  expect(text).not.toContain('wentwell_mail_queue{');
});

it('simultaneous requests share one database query', async () => {
  await using app = await buildTestApp({}, { isNew: true });
  const firstReading = Promise.withResolvers<void>();
  let running = 0;
  let mostRunning = 0;
  let finished = 0;
  const metrics = await openMetrics(loopback, async () => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await firstReading.promise;
    const gauges = await app.gauges();
    running -= 1;
    finished += 1;
    return gauges;
  });
  const read = () => fetch(`http://127.0.0.1:${metrics.port}/metrics`);
  const flood = Array.from({ length: 50 }, read);
  await expect.poll(() => running).toBe(1);
  firstReading.resolve();
  const answers = await Promise.all(flood);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await Promise.all(answers.map((answer) => answer.text()));
  expect(mostRunning).toBe(1);
  // A finished reading is not reused.
  const before = finished;
  await (await read()).text();
  expect(finished).toBe(before + 1);
  await metrics.close();
});

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

it('dashboard and alerts use existing metrics, and each alert has its runbook section', async () => {
  await using app = await buildTestApp({}, { isNew: true });
  const metrics = await openMetrics(loopback, app.gauges);
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  await metrics.close();
  const offered = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
  const read = (file: string): Promise<string> => readFile(new URL(file, root), 'utf8');
  const [board, alerts, runbook] = await Promise.all(
    ['deploy/grafana.json', 'deploy/alerts.yaml', 'docs/runbook.md'].map(read),
  );
  const rules = Rules.parse(parse(alerts ?? '')).groups.flatMap((group) => group.rules);
  const exprs = z
    .object({
      panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).optional() })),
    })
    .parse(JSON.parse(board ?? ''))
    .panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const inRules = rules.map(({ expr }) => expr);
  const named = [...exprs, ...inRules].join('\n').match(/\b(?:wentwell|nodejs|process)_\w+/g) ?? [];
  expect(named.filter((name) => !offered.has(name))).toEqual([]);
  // A counter that is never displayed would be useless.
  const looked = exprs.join('\n');
  const own = [...Object.keys(counters), ...Object.keys(timers)];
  expect(own.filter((name) => !looked.includes(`wentwell_${name}_`))).toEqual([]);

  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    expect(runbook).toMatch(new RegExp(`\n## ${alert}\n\n\\w`));
  }
});
