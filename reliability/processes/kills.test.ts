// kill -9 at any moment: everything acknowledged exists afterwards, once (docs/reliability.md, first promise). In an anonymous
// meeting it names nobody, and its author still owns it (docs/retro.md R-172).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded-postgres.ts';
import { type MailSink, startMailSink } from '../../server/test/mail-sink.ts';
import { addressOf, killPostgres } from '../../server/test/own-postgres.ts';
import type { ProductProcess } from '../../server/test/product-process.ts';
import { type Board, historyOf, makeAnonymous, notesOf, openBoard, startWriters } from './board.ts';
import { startProduct } from './product.ts';

// Each kind of kill meets an anonymous and a named board.
const kills = Number(process.env['CHAOS_KILLS'] ?? 4);
const timeoutMs = 60_000 + kills * 15_000;
const writerCount = 6;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wentwell-kills-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Every acknowledged note is on the board once and in its history once. */
async function expectAllKept(url: string, board: Board, acknowledged: string[]): Promise<void> {
  const notes = await notesOf(url, board);
  const ids = notes.map(({ id }) => id);
  if (board.authorKey !== undefined) {
    expect(notes.filter(({ mine, author_id }) => mine !== true || author_id !== null)).toEqual([]);
  }
  const history = await historyOf(url, board);
  const created = history.flatMap(({ data }) =>
    data.command === 'note.add' ? data.put.filter(({ type }) => type === 'note') : [],
  );
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(ids.toSorted()).toEqual(acknowledged.toSorted());
  expect(created.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  expect(history.map(({ seq }) => seq)).toEqual(
    history.map((_, index) => (board.since ?? 0) + index + 1),
  );
}

/** Calls `killProcess` repeatedly while notes are being written, and checks the board after each. */
async function writeDuringKills(
  product: ProductProcess,
  killProcess: (kill: number) => Promise<void>,
  mail?: MailSink,
): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    const board = await openBoard(product.url, mail);
    if (kill % 4 < 2) await makeAnonymous(product.url, board);
    const writers = startWriters(writerCount, board, () => product.url);
    await pause(300 + Math.random() * 700);
    await killProcess(kill);
    await pause(300);
    await writers.stop();
    await expectAllKept(product.url, board, writers.acknowledged);
  }
}

test('kill -9 of the product and its embedded database', { timeout: timeoutMs }, async () => {
  const dataDir = join(folder, 'own');
  const product = await startProduct({ DATA_DIR: dataDir });
  await writeDuringKills(product, async (kill) => {
    if (kill % 2 === 1) await killPostgres(dataDir);
    await product.kill();
    await product.start();
  });
  await product.stop();
});

test('kill -9 of a separate PostgreSQL', { timeout: timeoutMs }, async () => {
  const dataDir = join(folder, 'given');
  const log = pino({ level: 'silent' });
  // It restarts by itself, like a supervised one.
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await using mail = await startMailSink();
  const product = await startProduct({
    DATABASE_URL: addressOf(postgres.connection),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Wentwell <wentwell@example.com>',
  });
  await writeDuringKills(product, () => killPostgres(dataDir), mail);
  await product.stop();
  await postgres.stop();
});
