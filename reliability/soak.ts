// `npm run chaos -- --soak`: users join and leave boards for the given time. Fails if the process's memory grows.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { z } from 'zod';

import { freePort } from '../server/test/free-port.ts';
import { openLiveClient } from '../server/test/live-client.ts';
import { type ProcessMemory, memoryOf } from '../server/test/process-memory.ts';
import { type Board, call, liveAddress, openBoard } from './processes/board.ts';
import { startProduct } from './processes/product.ts';

const boards = 3;
const people = 12;
const samples = 12;
/** Allowed growth relative to the second third of the time, because the measures fluctuate. */
const tolerance = 1.1;
const slackBytes = { heapUsed: 3e6, rss: 16e6 };

const Made = z.object({ id: z.string() });

/** Returns false if the process keeps growing. */
export async function soak(minutes: number): Promise<boolean> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wentwell-soak-'));
  const inspector = await freePort();
  const product = await startProduct({
    DATA_DIR: dataDir,
    DEMO: 'on',
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
  });
  try {
    const measured: ProcessMemory[] = [];
    const end = Date.now() + minutes * 60_000;
    const opened: Board[] = [];
    for (let index = 0; index < boards; index += 1) opened.push(await openBoard(product.url));
    // Sequentially, because password attempts per account are limited.
    const tokens: string[] = [];
    for (let index = 0; index < people; index += 1) tokens.push(await logIn(product.url));
    let visits = 0;
    const visitors = tokens.map(async (token, index) => {
      while (Date.now() < end) {
        const board = opened[(index + visits) % boards];
        if (board) await visit(product.url, { ...board, token });
        visits += 1;
      }
    });
    for (let sample = 0; sample < samples; sample += 1) {
      await pause((minutes * 60_000) / samples);
      const memory = await memoryOf(inspector);
      measured.push(memory);
      report(`${visits} visits: heap ${megabytes(memory.heapUsed)}, RSS ${megabytes(memory.rss)}`);
    }
    await Promise.all(visitors);
    return (['heapUsed', 'rss'] as const).every((name) => isFlat(measured, name));
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function logIn(url: string): Promise<string> {
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'sasha@example.com', password: 'Wentwell1' }),
  });
  if (!login.ok) throw new Error(`the login: ${login.status} ${await login.text()}`);
  return SessionToken.parse(await login.json()).access_token;
}

/** A user joins, follows a board, adds, reads and deletes notes, and leaves. */
async function visit(url: string, board: Board): Promise<void> {
  const { token, meetingId } = board;
  await using socket = await openLiveClient(await liveAddress(url, board, 0));
  const notes = `/meetings/${meetingId}/notes`;
  for (let written = 0; written < 3; written += 1) {
    const body = { content: `Note ${randomUUID()}`, note_type: 'went_well' };
    const options = { token, method: 'POST', body, key: randomUUID() };
    const { id } = Made.parse(await call(url, notes, options));
    await call(url, `/meetings/${meetingId}/board`, { token });
    await call(url, `${notes}/${id}`, { token, method: 'DELETE', key: randomUUID() });
  }
  await socket.roundTrip();
}

/** Compares the last third with the second. The first third is warm-up. */
function isFlat(measured: readonly ProcessMemory[], name: keyof ProcessMemory): boolean {
  const third = Math.floor(measured.length / 3);
  const before = median(measured.slice(third, 2 * third).map((each) => each[name]));
  const last = median(measured.slice(2 * third).map((each) => each[name]));
  const isGrowing = last > before * tolerance + slackBytes[name];
  report(`${name}: ${megabytes(before)}, then ${megabytes(last)}${isGrowing ? ': GROWING' : ''}`);
  return !isGrowing;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
