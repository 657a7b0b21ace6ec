// So many people join one board at once: until the last of them has the board and is in.
import { setTimeout as pause } from 'node:timers/promises';

import { BoardWithTicket } from '@wentwell/contract/board';
import { LiveTicket } from '@wentwell/contract/live';
import type { WebSocket } from 'ws';

import { askOk, runAll } from './http-client.ts';
import {
  betweenTriesMs,
  enter,
  type Entrance,
  type Greet,
  mostTries,
  tryToEnter,
} from './listeners.ts';
import { type Crew, openBoard, type Person, type Site, socketOf } from './people.ts';
import type { Product } from './product.ts';
import { startReference } from './references/reference.ts';
import { isSocketIoBoard, isWelcome, newSocketIoBoard } from './rooms.ts';
import { medianOf, type Row, rounds } from './rows.ts';

const notesOnBoard = 20;
/** What of the board the bench needs: checking all of a thousand boards would slow down the load. */
const Opened = BoardWithTicket.pick({ seq: true }).extend({ live_ticket: LiveTicket });

/** As the page does: the board with a ticket, and the socket. Null where the server is too busy. */
async function tryToJoin(site: Site, path: string, person: Person): Promise<WebSocket | null> {
  const url = `${site.url}/api/v1${path}/board?ticket=true`;
  const { seq, live_ticket: issued } = Opened.parse(
    JSON.parse(await askOk({ url, token: person.token })),
  );
  const { ticket } = issued;
  const { address, headers } = socketOf(site, path, { ...person, token: ticket });
  return tryToEnter({ address: `${address}&since=${seq}`, headers }, isWelcome);
}

/** With a new ticket each time. */
async function join(site: Site, path: string, person: Person): Promise<WebSocket> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const socket = await tryToJoin(site, path, person);
    if (socket) return socket;
    await pause(betweenTriesMs);
  }
  throw new Error(`the server was too busy ${mostTries} times`);
}

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
      return timed(count, (n) => join(product, path, crew.people[n] ?? crew.owner));
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
