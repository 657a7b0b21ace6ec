// SIGTERM under load: every change that was carried out has been answered in full.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Board, notesOf, openBoard } from './board.ts';
import { startProduct } from './product.ts';

const stops = Number(process.env['CHAOS_STOPS'] ?? 2);
const writerCount = 12;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wentwell-stops-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Attempt {
  id: string;
  agent: Agent;
}

/** Sends one note, once. Resolves with the status of a whole answer, or null. */
function sendOnce(url: string, { token, meetingId }: Board, { id, agent }: Attempt) {
  return new Promise<number | null>((resolve) => {
    const failed = () => resolve(null);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const options = { method: 'POST', agent, headers };
    const address = `${url}/api/v1/meetings/${meetingId}/notes`;
    const request = httpRequest(address, options, (response) => {
      response.once('error', failed).once('aborted', failed).resume();
      response.once('end', () => resolve(response.statusCode ?? null));
    });
    request.once('error', failed);
    request.end(JSON.stringify({ id, content: 'written while it stops' }));
  });
}

test('SIGTERM delivers the answer to every committed change', { timeout: 180_000 }, async () => {
  const product = await startProduct({ DATA_DIR: join(folder, 'data') });
  for (let stop = 0; stop < stops; stop += 1) {
    const board = await openBoard(product.url);
    const agent = new Agent({ keepAlive: true });
    const acknowledged: string[] = [];
    let isWriting = true;
    const writers = Array.from({ length: writerCount }, async () => {
      while (isWriting) {
        const id = randomUUID();
        const status = await sendOnce(product.url, board, { id, agent });
        if (status === 201) acknowledged.push(id);
        else await pause(5);
      }
    });
    await pause(500 + Math.random() * 500);
    await product.stop();
    isWriting = false;
    await Promise.all(writers);
    agent.destroy();
    await product.start();
    const kept = (await notesOf(product.url, board)).map(({ id }) => id);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(kept.toSorted()).toEqual(acknowledged.toSorted());
  }
  await product.stop();
});
