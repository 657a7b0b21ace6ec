// kill -9 at any moment: whatever was acknowledged is there afterwards, once (docs/reliability.md, first promise).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded-postgres.ts';
import { type MailSink, startMailSink } from '../../server/test/mail-sink.ts';
import type { ProductProcess } from '../../server/test/product-process.ts';
import { type Board, historyOf, notesOf, openBoard, writers } from './board.ts';
import { addressOf, killPostgres, startProduct } from './product.ts';

const kills = Number(process.env['CHAOS_KILLS'] ?? 2);
const patience = 60_000 + kills * 15_000;
const lanes = 6;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wentwell-kills-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Every acknowledged note is on the board once, and in its history once. */
async function expectAllThere(url: string, board: Board, acknowledged: string[]): Promise<void> {
  const ids = (await notesOf(url, board)).map(({ id }) => id);
  const history = await historyOf(url, board);
  const created = history.flatMap(({ type, data }) =>
    type === 'note_created' ? [data.note_id] : [],
  );
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(ids.toSorted()).toEqual(acknowledged.toSorted());
  expect(created.toSorted()).toEqual(acknowledged.toSorted());
  expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1));
}

/** Writes under fire: `strike` comes down in the middle of it, again and again. */
async function underFire(
  product: ProductProcess,
  strike: () => Promise<void>,
  mail?: MailSink,
): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    const board = await openBoard(product.url, mail);
    const crew = writers(lanes, board, () => product.url);
    await pause(300 + Math.random() * 700);
    await strike();
    await pause(300);
    await crew.stop();
    await expectAllThere(product.url, board, crew.acknowledged);
  }
}

test('kill -9 of the product, and of its own store with it', { timeout: patience }, async () => {
  const dataDir = join(folder, 'own');
  const product = await startProduct({ DATA_DIR: dataDir });
  let strikes = 0;
  await underFire(product, async () => {
    strikes += 1;
    if (strikes % 2 === 0) await killPostgres(dataDir);
    await product.kill();
    await product.start();
  });
  await product.stop();
});

test('kill -9 of a PostgreSQL of its own standing', { timeout: patience }, async () => {
  const dataDir = join(folder, 'given');
  const log = pino({ level: 'silent' });
  // It comes back by itself, as one that is watched over does.
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await using mail = await startMailSink();
  const product = await startProduct({
    DATABASE_URL: addressOf(postgres.connection),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Wentwell <wentwell@example.com>',
  });
  await underFire(product, () => killPostgres(dataDir), mail);
  await product.stop();
  await postgres.stop();
});
