// So many people join one board at once: until the last of them has the board and is in.
import type { WebSocket } from 'ws';

import { runAll } from './http-client.ts';
import { enter, type Entrance, type Greet } from './listeners.ts';
import { type Crew, openBoard } from './people.ts';
import type { Product } from './product.ts';
import { startReference } from './references/reference.ts';
import { isSocketIoBoard, joinBoard, newSocketIoBoard } from './rooms.ts';
import { medianOf, type Row, rounds } from './rows.ts';

const notesOnBoard = 20;
/** Resolves with the seconds until the last is in; then all leave. */
async function timed(count: number, enterOne: (index: number) => Promise<WebSocket>) {
  const sockets: WebSocket[] = [];
  const work = Array.from({ length: count }, (_, n) => async () => {
    sockets.push(await enterOne(n));
  });
  const ms = await runAll(work, count);
  for (const socket of sockets) socket.terminate();
  return ms / 1000;
}

export async function measureJoins(product: Product, crew: Crew): Promise<Row[]> {
  const database = await product.databaseUrl('plain');
  await using socketIo = await startReference('socket-io', { database });
  await using bare = await startReference('ws-broadcast', {});
  const rows: Row[] = [];
  for (const count of [200, 1000]) {
    const enterAll = (entrance: () => Entrance, greet: Greet | null) =>
      medianOf(rounds, () => {
        const at = entrance();
        return timed(count, () => enter(at, greet));
      });
    const value = await medianOf(rounds, async () => {
      const { path } = await openBoard(product, crew, notesOnBoard);
      return timed(count, (n) => joinBoard(product, path, crew.people[n] ?? crew.owner));
    });
    const plain = await enterAll(() => ({ address: newSocketIoBoard(socketIo) }), isSocketIoBoard);
    const bareAddress = { address: `ws://127.0.0.1:${bare.port}` };
    rows.push({
      what: `${count} people join at once`,
      value,
      unit: 's',
      beside: [
        { what: 'Socket.IO', value: plain },
        { what: 'bare ws', value: await enterAll(() => bareAddress, null) },
      ],
    });
  }
  return rows;
}
