// After kill -9, a retry reuses the request's key and the author's key. Each acknowledged note exists once, names nobody,
// and its author still owns it (docs/retro.md R-172).
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Board } from '@wentwell/contract/board/snapshot';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { expect, test } from 'vitest';

import { call, openBoard } from './board.ts';
import { startProduct } from './product.ts';

const kills = Number(process.env['CHAOS_KILLS'] ?? 2);
const writerCount = 4;

test(
  'kill -9 while anonymous notes are written',
  { timeout: 60_000 + kills * 15_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wentwell-unnamed-'));
    const product = await startProduct({ DATA_DIR: folder });
    try {
      const { token, meetingId } = await openBoard(product.url);
      const path = `/meetings/${meetingId}`;
      await call(product.url, path, {
        token,
        method: 'PUT',
        body: { settings: { anonymous: true } },
      });
      const authorKey = randomBytes(32).toString('base64url');
      const acknowledged: string[] = [];
      let isWriting = true;

      async function send(id: string, key: string): Promise<boolean> {
        const response = await fetch(`${product.url}/api/v1${path}/notes`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
            [authorKeyHeader]: authorKey,
          },
          signal: AbortSignal.timeout(10_000),
          body: JSON.stringify({ id, content: id, note_type: 'went_well' }),
        });
        return response.ok;
      }
      async function write(): Promise<void> {
        while (isWriting) {
          const [id, key] = [randomUUID(), randomUUID()];
          while (!(await send(id, key).catch(() => false))) await pause(50);
          acknowledged.push(id);
          await pause(20);
        }
      }
      const writers = Array.from({ length: writerCount }, write);
      for (let kill = 0; kill < kills; kill += 1) {
        await pause(400 + Math.random() * 600);
        await product.kill();
        await product.start();
      }
      isWriting = false;
      await Promise.all(writers);

      const answer = await fetch(`${product.url}/api/v1${path}/board`, {
        headers: { authorization: `Bearer ${token}`, [authorKeyHeader]: authorKey },
      });
      const { notes } = Board.parse(await answer.json());
      expect(acknowledged.length).toBeGreaterThan(kills);
      expect(notes.map(({ content }) => content).toSorted()).toEqual(acknowledged.toSorted());
      expect(notes.every(({ mine, author_id }) => mine === true && author_id === null)).toBe(true);
    } finally {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
