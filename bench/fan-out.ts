// Deliveries per second and their p99 in rooms of 10 to 1,000, beside a bare `ws` broadcast of the same bytes in the
// same run. Run on a quiet machine: node bench/fan-out.ts
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { WebSocket } from 'ws';
import { z } from 'zod';

import { listen, type Listeners, stamp } from './listeners.ts';
import { call, type Crew, gather, make } from './people.ts';
import { type Product, startProduct } from './product.ts';

const rooms = [10, 50, 200, 1000];
// Twenty sockets a person are allowed.
const peopleNeeded = 51;
const calm = { changes: 60, every: 50 };
const hurry = { seconds: 4, atOnce: 8 };

interface Measured {
  what: string;
  room: number;
  perSecond: number;
  p50: number;
  p99: number;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** At a calm pace for the waits, then as fast as it goes for the number. */
async function measure(
  what: string,
  room: Listeners & { size: number },
  change: () => Promise<unknown>,
): Promise<Measured> {
  await change();
  await room.until(room.size);
  room.reset();
  for (let n = 0; n < calm.changes; n += 1) {
    const next = new Promise((resolve) => setTimeout(resolve, calm.every));
    await change();
    await next;
  }
  await room.until(calm.changes * room.size);
  const waits = [...room.waits()];
  if (waits.length < calm.changes * room.size) throw new Error(`${what}: deliveries are missing`);

  room.reset();
  const began = performance.now();
  let sent = 0;
  await Promise.all(
    Array.from({ length: hurry.atOnce }, async () => {
      while (performance.now() - began < hurry.seconds * 1000) {
        sent += 1;
        await change();
      }
    }),
  );
  await room.until(sent * room.size);
  const perSecond = (room.count() / (performance.now() - began)) * 1000;
  return {
    what,
    room: room.size,
    perSecond,
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
  };
}

async function measureProduct(product: Product, crew: Crew, size: number): Promise<Measured> {
  const { owner, people, teamId } = crew;
  const body = { name: 'Room', team_id: teamId };
  const meeting = await make(product, { path: '/meetings', as: owner, body });
  const path = `/meetings/${meeting}`;
  await call(product, 'PUT', { path, as: owner, body: { status: 'live' } });
  const phase = { path: `${path}/phase/transition`, as: owner, body: { phase: 'grouping' } };
  await call(product, 'POST', phase);
  const note = await make(product, {
    path: `${path}/notes`,
    as: owner,
    body: { content: 'first' },
  });
  const socket = `${product.url.replace('http', 'ws')}/api/v1/ws${path}`;
  const doors = Array.from({ length: size }, (_, n) => ({
    address: `${socket}?token=${people[n % people.length]?.token}`,
    headers: { 'x-forwarded-for': `10.0.${n >> 7}.${n & 127}` },
  }));
  const room = Object.assign(await listen(doors), { size });
  const measured = await measure('Wentwell', room, () =>
    call(product, 'PUT', { path: `${path}/notes/${note}`, as: owner, body: { content: stamp() } }),
  );
  await room.close();
  return measured;
}

async function measureBare(size: number): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('./bare-broadcast.ts', import.meta.url)));
  const port = z
    .tuple([z.number()])
    .rest(z.unknown())
    .parse(await once(child, 'message'))[0];
  const address = `ws://127.0.0.1:${port}`;
  const speaker = new WebSocket(address, { perMessageDeflate: false });
  await once(speaker, 'open');
  const room = Object.assign(
    await listen(Array.from({ length: size }, () => ({ address, headers: {} }))),
    { size },
  );
  // As long as the product's frame for the same change.
  const rest = 'x'.repeat(500);
  const waiting: (() => void)[] = [];
  speaker.on('message', () => waiting.shift()?.());
  const measured = await measure('bare ws', room, () => {
    speaker.send(JSON.stringify({ type: 'note_updated', content: stamp(), rest }));
    return new Promise<void>((resolve) => waiting.push(resolve));
  });
  await room.close();
  speaker.close();
  child.kill();
  await once(child, 'exit');
  return measured;
}

await using product = await startProduct();
const crew = await gather(product, peopleNeeded);
console.log('                room   deliveries/s    p50 ms    p99 ms');
for (const size of rooms) {
  for (const { what, room, perSecond, p50, p99 } of [
    await measureBare(size),
    await measureProduct(product, crew, size),
  ]) {
    const numbers = [Math.round(perSecond), p50.toFixed(1), p99.toFixed(1)];
    console.log(
      `${what.padEnd(14)}${String(room).padStart(6)}${numbers.map((each) => String(each).padStart(13)).join('')}`,
    );
  }
}
