// An asynchronous standby is promoted without the primary's last changes. The loss is reported, and no client keeps a
// stale board (`npm run chaos -- --failover`).
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { UserId } from '@wentwell/contract/ids';
import { EventsPage } from '@wentwell/contract/live/live';
import { Note } from '@wentwell/contract/notes/notes';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';

import { startMailSink } from '../../server/test/mail-sink.ts';
import { startProductProcess } from '../../server/test/product-process.ts';
import { canRunRedis, startTestRedis } from '../../server/test/redis.ts';
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '../../server/test/replicated-postgres.ts';
import { setBearer } from '../../web/src/api/request.ts';
import { boardApi } from '../../web/src/live/board-api.ts';
import { BoardClient } from '../../web/src/live/board-client.ts';
import { browserClock } from '../../web/src/live/clock.ts';
import type { OpenSocket } from '../../web/src/live/live-socket.ts';
import { onLoss } from '../../web/src/live/loss.ts';
import { memoryStore } from '../../web/src/live/testing/fake-commands.ts';
import { FakePage } from '../../web/src/live/testing/fake-page.ts';
import { setOrigin } from '../simulator/page-globals.ts';
import { type Board, call, notesOf, openBoard, startWriters } from './board.ts';
import { follow } from './follower.ts';
import { until } from './product.ts';

const isWanted = process.env['CHAOS_FAILOVER'] === '1';
const host = '127.0.0.1';
const cutEveryMs = 50;

/** Node's own WebSocket sends `Sec-Fetch-…` without an Origin, which the server refuses. */
const openSocket: OpenSocket = (url, listener) => {
  const socket = new WebSocket(url);
  socket.on('open', () => listener.onOpen());
  socket.on('message', (data: Buffer) => listener.onMessage(data.toString()));
  socket.on('error', () => listener.onError());
  socket.on('close', (code) => listener.onClose(code));
  return socket;
};
/** A proxy that lets no socket through: the page polls. */
const openNoSocket: OpenSocket = (url, listener) =>
  openSocket(url.replace('/api/v1/ws/', '/none/'), listener);

function openPage(board: Board, userId: UserId, sockets: OpenSocket) {
  const client = new BoardClient({
    api: boardApi(board.meetingId),
    clock: browserClock,
    page: new FakePage(),
    openSocket: sockets,
    random: Math.random,
    me: { userId, userName: 'Ada' },
    store: memoryStore(),
    deserialize: () => null,
  });
  const losses: number[] = [];
  onLoss(client, ({ changes }) => losses.push(changes));
  const stop = client.start();
  return {
    losses,
    seq: () => client.getSnapshot().board?.seq,
    epoch: () => client.getSnapshot().board?.epoch,
    notes: () => (client.getSnapshot().board?.notes ?? []).map(({ id }) => id).toSorted(),
    [Symbol.dispose]: stop,
  };
}

/** Ends each connection of the standby, which tries again after seconds. */
async function cutReplication({ primary }: ReplicatedPostgres, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await primary.sql('select pg_terminate_backend(pid) from pg_stat_replication');
    await pause(cutEveryMs);
  }
}

test.skipIf(!isWanted || !canRunRedis)(
  'a standby that lags is promoted under load',
  { timeout: 180_000 },
  async () => {
    await using postgres = await startReplicatedPostgres();
    await using redis = await startTestRedis();
    await using mail = await startMailSink();
    const startNode = () =>
      startProductProcess({
        host,
        env: (port) => ({
          PUBLIC_URL: `http://${host}:${port}`,
          DATABASE_URL: postgres.address,
          REDIS_URL: redis.url,
          SMTP_URL: mail.url,
          MAIL_FROM: 'Wentwell <wentwell@example.com>',
        }),
      });
    await using nodes = new AsyncDisposableStack();
    const here = await startNode();
    nodes.defer(() => here.stop());
    const there = await startNode();
    nodes.defer(() => there.stop());
    const board = await openBoard(here.url, mail);
    const me = z.object({ id: UserId }).parse(await call(here.url, '/users/me', board));
    const path = `/meetings/${board.meetingId}`;
    const direct = fetch;
    const restoreGlobals = setOrigin(here.url, (input, init) =>
      direct(typeof input === 'string' ? new URL(input, here.url) : input, init),
    );
    nodes.defer(async () => restoreGlobals());
    setBearer(board.token);
    using live = openPage(board, me.id, openSocket);
    using polling = openPage(board, me.id, openNoSocket);
    await using far = follow(there.url, board, 0);

    const writers = startWriters(4, board, (writer) => (writer % 2 ? here.url : there.url));
    await pause(2000);
    // From here on the standby receives nothing.
    const endCut = new AbortController();
    const cutting = cutReplication(postgres, endCut.signal);
    await pause(1500);
    const edited = Note.parse(
      await call(here.url, `${path}/notes`, {
        token: board.token,
        method: 'POST',
        body: { content: 'Lost', id: randomUUID() },
      }),
    );
    await writers.stop();
    const known: string[] = [...writers.acknowledged, edited.id].toSorted();
    await until('both pages have everything', () =>
      [live, polling].every((page) => page.notes().length === known.length),
    );
    const before = { seq: live.seq() ?? 0, epoch: live.epoch() };
    endCut.abort();
    await cutting;
    await postgres.primary.kill();
    await postgres.standby.sql('select pg_promote()');

    const after = startWriters(4, board, (writer) => (writer % 2 ? here.url : there.url));
    await pause(3000);
    await after.stop();
    const stored: string[] = (await notesOf(there.url, board)).map(({ id }) => id).toSorted();
    const lost = known.filter((id) => !stored.includes(id));
    expect(lost).toContain(edited.id);
    expect(after.acknowledged.filter((id) => !stored.includes(id))).toEqual([]);

    using newcomer = openPage(board, me.id, openSocket);
    await until('all pages show what is stored', () =>
      [live, polling, newcomer].every(
        (page) => JSON.stringify(page.notes()) === JSON.stringify(stored),
      ),
    );
    expect(live.epoch()).not.toBe(before.epoch);
    // Each note is one change.
    expect([live.losses, polling.losses, newcomer.losses]).toEqual([
      [lost.length],
      [lost.length],
      [],
    ]);
    expect(far.resyncs).toBeGreaterThan(0);
    const late = EventsPage.parse(
      await call(there.url, `${path}/events?since=${before.seq}`, { token: board.token }),
    );
    expect(late.epoch).toBe(live.epoch());
    for (const node of [here, there]) {
      const health = z.object({ status: z.string(), reasons: z.array(z.string()) });
      expect(health.parse(await (await direct(`${node.url}/health/ready`)).json())).toEqual({
        status: 'degraded',
        reasons: expect.arrayContaining([
          expect.stringContaining('the database went on from an earlier state'),
        ]),
      });
    }
    process.stdout.write(
      `${known.length} notes acknowledged, ${lost.length} of them lost, ${after.acknowledged.length} after it\n`,
    );
  },
);
