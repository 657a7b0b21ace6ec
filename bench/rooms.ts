// Rooms of a given size: on the product, on the Socket.IO server, and on a bare broadcast server.
import { once } from 'node:events';

import { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import { LiveTicket } from '@wentwell/contract/live/live';
import type { WebSocket } from 'ws';

import { askOk } from './http-client.ts';
import {
  enter,
  type Entrance,
  type Greet,
  listen,
  type Listeners,
  stamp,
  stampAgain,
  tryToEnter,
  untilIn,
} from './listeners.ts';
import { type Crew, make, openBoard, type Person, type Site } from './people.ts';
import type { Reference } from './references/reference.ts';

export interface Room {
  listeners: Listeners;
  /** Sends a note as one of the writers. Resolves with the server's response. */
  write(writer: number): Promise<unknown>;
  close(): Promise<void>;
}

export const writers = 50;

/** Matches the product's first frame. */
const isWelcome: Greet = (frame) => frame.includes('"type":"welcome"');

/** Parses only what the bench needs. Validating a thousand whole boards would slow down the load. */
const Opened = RecordedBoard.pick({ seq: true, presence_version: true }).extend({
  live_ticket: LiveTicket,
});

/** Joins like a page: loads the board with a new ticket, then opens the socket. */
export function joinBoard(
  site: Site,
  path: string,
  { token, address: from, onFrame }: Person & Pick<Entrance, 'onFrame'>,
): Promise<WebSocket> {
  const url = `${site.url}/api/v1${path}/records?ticket=true`;
  const headers = { 'x-forwarded-for': from };
  return untilIn(async () => {
    const {
      seq,
      presence_version = '',
      live_ticket,
    } = Opened.parse(JSON.parse(await askOk({ url, token, headers })));
    const query = `token=${live_ticket.ticket}&since=${seq}&presence=${presence_version}`;
    const address = `${site.url.replace('http', 'ws')}/api/v1/ws${path}?${query}`;
    return tryToEnter({ address, headers, onFrame }, isWelcome);
  });
}

export async function openProductRoom(site: Site, crew: Crew, size: number): Promise<Room> {
  const { path } = await openBoard(site, crew);
  const people = crew.people.slice(0, size);
  const listeners = await listen(people.map((person) => () => joinBoard(site, path, person)));
  return {
    listeners,
    write: (writer) => {
      const as = people[writer % people.length] ?? crew.owner;
      const body = { content: stamp(), note_type: 'went_well' };
      return make(site, { path: `${path}/notes`, as, body });
    },
    close: () => listeners.close(),
  };
}

/** Answers Socket.IO pings. Otherwise the server closes the socket after 45 s. */
function answerPings(socket: WebSocket): void {
  socket.on('message', (data: Buffer) => {
    if (data.length === 1 && data.toString() === '2') socket.send('3');
  });
}

/** Socket.IO packet types: 0 open, 40 connect, 2 ping, 3 pong, 42 event. */
export const isSocketIoBoard: Greet = (frame, socket) => {
  if (frame.startsWith('0')) {
    answerPings(socket);
    socket.send('40');
  }
  return frame.startsWith('42["board"');
};

let boards = 0;

/** URL of a new board. */
export function newSocketIoBoard({ port }: Reference): string {
  boards += 1;
  return `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket&board=board-${boards}`;
}

export async function openSocketIoRoom(server: Reference, size: number): Promise<Room> {
  const address = newSocketIoBoard(server);
  const listeners = await listen(
    Array.from({ length: size }, () => () => enter({ address }, isSocketIoBoard)),
  );
  const writing = await Promise.all(
    Array.from({ length: Math.min(size, writers) }, () => enter({ address }, isSocketIoBoard)),
  );
  const waiting = new Map<string, () => void>();
  for (const socket of writing) {
    socket.on('message', (data: Buffer) => {
      const id = /^43(\d+)/.exec(data.toString('latin1', 0, 12))?.[1];
      if (id !== undefined) waiting.get(id)?.();
    });
  }
  let sent = 0;
  return {
    listeners,
    write: (writer) => {
      const id = String((sent += 1));
      const note = { content: stamp(), author: `person-${writer}` };
      writing[writer % writing.length]?.send(`42${id}${JSON.stringify(['add note', note])}`);
      return new Promise<void>((resolve) => waiting.set(id, resolve));
    },
    async close() {
      const gone = writing.map((socket) => once(socket, 'close'));
      for (const socket of writing) socket.close();
      await Promise.all([...gone, listeners.close()]);
    },
  };
}

/** `frame` is the template of sent frames. */
export async function openBareRoom(
  { port }: Reference,
  { size, frame }: { size: number; frame: string },
): Promise<Room> {
  const address = `ws://127.0.0.1:${port}`;
  const speaker = await enter({ address }, null);
  const listeners = await listen(
    Array.from({ length: size }, () => () => enter({ address }, null)),
  );
  const waiting: (() => void)[] = [];
  speaker.on('message', () => waiting.shift()?.());
  return {
    listeners,
    write: () => {
      speaker.send(stampAgain(frame));
      return new Promise<void>((resolve) => waiting.push(resolve));
    },
    async close() {
      await listeners.close();
      const gone = once(speaker, 'close');
      speaker.close();
      await gone;
    },
  };
}
