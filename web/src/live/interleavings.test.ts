// Whatever is dropped, repeated, reordered or late, in whatever order: in the end two clients see the server's board,
// and every change was made once. The model is a log, folded by the contract.
import { applyEvent, type Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { EventFrame, type EventsPage } from '@wentwell/contract/live';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { NetworkError } from '#web/api/request';

import { BoardClient } from './board-client.ts';
import type { Command, Confirmation } from './command-queue.ts';
import { ada, bob, makeBoard, makeNote, noteIdOf } from './testing/fake-board-server.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { apiError, memoryStore, type Intent, written } from './testing/fake-commands.ts';
import { FakePage } from './testing/fake-page.ts';
import { type FakeSocket, socketPairs } from './testing/socket-pair.ts';

const time = '2026-03-02T09:00:00.000Z';

/** Does each command once, and remembers everything. */
class ModelServer {
  log: EventFrame[] = [];
  epoch = 1;
  /** Where the log of this epoch begins. */
  origin: Board = makeBoard({ epoch: '1' });
  readonly #receipts = new Map<string, { version: number }>();
  /** The texts that were written by commands. */
  readonly done: string[] = [];

  get board(): Board {
    return this.log.reduce<Board>(applyEvent, this.origin);
  }

  get seq(): number {
    return this.log.at(-1)?.seq ?? this.origin.seq;
  }

  write(by: UserId, intent: Pick<Intent, 'note' | 'text'>): { version: number } {
    const before = this.board.notes.find(({ id }) => id === noteIdOf(intent.note));
    const version = (before?.version ?? 0) + 1;
    const note = makeNote(intent.note, { author_id: by, content: intent.text, version });
    const data = { note_id: note.id, note_type: 'went-well', content: note.content, note };
    this.#append(by, { type: before ? 'note_updated' : 'note_created', data });
    return { version };
  }

  delete(by: UserId, note: number): void {
    const note_id = noteIdOf(note);
    if (!this.board.notes.some(({ id }) => id === note_id)) return;
    this.#append(by, { type: 'note_deleted', data: { note_id } });
  }

  /** The same key again is answered again, and changes nothing. */
  once(by: UserId, key: string, intent: Intent): { version: number } {
    const receipt = this.#receipts.get(key);
    if (receipt) return receipt;
    const exists = this.board.notes.some(({ id }) => id === noteIdOf(intent.note));
    if (!intent.isNew && !exists) throw apiError(404);
    const answer = this.write(by, intent);
    this.done.push(intent.text);
    this.#receipts.set(key, answer);
    return answer;
  }

  /** A backup is put back: another history with fewer events. */
  restore(): void {
    const kept = this.log.slice(0, Math.floor(this.log.length / 2));
    const board = kept.reduce<Board>(applyEvent, this.origin);
    this.epoch += 1;
    this.origin = { ...board, epoch: String(this.epoch) };
    this.log = [];
  }

  page(since: number): EventsPage {
    const { seq, epoch } = this;
    const resync = since > seq || since < this.origin.seq;
    const events = resync ? [] : this.log.filter((event) => event.seq > since);
    return { meeting_id: this.origin.meeting.id, seq, epoch: String(epoch), resync, events };
  }

  #append(by: UserId, event: Record<string, unknown>): void {
    const sealed = { ...event, seq: this.seq + 1, userId: by, timestamp: time };
    this.log.push(EventFrame.parse(sealed));
  }
}

/** One person's browser, and the wires between it and the server, which a test cuts and tangles. */
class Desk {
  readonly clock: FakeClock;
  readonly page = new FakePage();
  readonly client: BoardClient;
  readonly #server: ModelServer;
  readonly #me: UserId;
  readonly #sockets: FakeSocket[];
  /** What the server has put on the wire of the socket that is open. */
  wire: EventFrame[] = [];
  #sentUpTo = 0;
  #epoch = 0;
  #open: FakeSocket | null = null;
  /** Answers on their way back, each delivered or lost by the test. */
  readonly answers: { deliver(): void; lose(): void }[] = [];
  /** While it is false, questions and answers go through at once. */
  isSlow = false;
  isCut = false;
  #runs = 0;
  /** Where the board that was on show went back in its own history: never. */
  readonly stepsBack: string[] = [];

  constructor(clock: FakeClock, server: ModelServer, me: UserId) {
    this.clock = clock;
    this.#server = server;
    this.#me = me;
    const { sockets, openSocket } = socketPairs();
    this.#sockets = sockets;
    this.client = new BoardClient({
      api: {
        fetchBoard: () => this.#answer(() => server.board),
        fetchEvents: (since) => this.#answer(() => server.page(since)),
        requestSocketAddress: (since) =>
          Promise.resolve(this.isCut ? 0 : `ws://board.test/?since=${since}`),
      },
      clock,
      page: this.page,
      openSocket,
      random: () => 0.5,
      me: { userId: me, userName: 'x' },
      store: memoryStore(),
      deserialize: () => null,
    });
    let before: Board | null = null;
    this.client.subscribe(() => {
      const { board } = this.client.getSnapshot();
      if (board && before?.epoch === board.epoch && board.seq < before.seq) {
        this.stepsBack.push(`${before.seq} to ${board.seq}`);
      }
      before = board;
    });
    this.client.start();
  }

  run(note: number, isNew: boolean): void {
    this.#runs += 1;
    const text = `${this.#me.slice(-1)}${this.#runs}`;
    void this.client.run(this.#command({ note, isNew, text }));
  }

  /** One of the answers on their way arrives, or is lost. */
  answer(place: number, isLost: boolean): void {
    const [answer] = this.answers.splice(place % Math.max(1, this.answers.length), 1);
    if (isLost) answer?.lose();
    else answer?.deliver();
  }

  /** The server lets in who knocks, tells where it stands, and sends what the client lacks. */
  letIn(): void {
    const socket = this.#sockets.at(-1);
    if (!socket || socket === this.#open || socket.closedWith !== null || this.isCut) return;
    this.#open = socket;
    socket.accept();
    const { seq, epoch } = this.#server;
    const since = Number(new URL(socket.url).searchParams.get('since'));
    const data = { seq, phase: 'writing', status: 'live', you: this.#me, now: time };
    socket.deliver({ type: 'welcome', data: { ...data, epoch: String(epoch) } });
    const page = this.#server.page(since);
    if (page.resync) socket.deliver({ type: 'resync', data: { seq, epoch: String(epoch) } });
    this.wire = [...page.events];
    this.#sentUpTo = seq;
    this.#epoch = epoch;
  }

  /** The server puts what is new on the wire. */
  send(): void {
    if (this.#epoch !== this.#server.epoch) {
      this.hangUp();
      return;
    }
    this.wire.push(...this.#server.log.filter((event) => event.seq > this.#sentUpTo));
    this.#sentUpTo = this.#server.seq;
  }

  /** Delivers the event at this place of the wire to the client. */
  deliver(place: number, isRepeated: boolean): void {
    const event = this.wire[place % Math.max(1, this.wire.length)];
    if (!event) return;
    if (!isRepeated) this.wire.splice(this.wire.indexOf(event), 1);
    this.#open?.deliver(event);
  }

  say(frame: 'head' | 'resync'): void {
    const { seq, epoch } = this.#server;
    if (this.#epoch !== epoch) return;
    this.#open?.deliver({ type: frame, data: { seq, epoch: String(epoch) } });
  }

  hangUp(): void {
    const socket = this.#open;
    this.#open = null;
    this.wire = [];
    if (socket?.closedWith === null) socket.disconnect(1006);
  }

  #command(intent: Intent): Command {
    return {
      kind: 'write',
      input: intent,
      queueKey: String(intent.note),
      startsQueue: intent.isNew,
      mergesDuplicates: true,
      optimisticUpdate: written(intent),
      send: async (key) => {
        const { version } = await this.#answer(() => this.#server.once(this.#me, key, intent));
        const id = noteIdOf(intent.note);
        const isConfirmed: Confirmation['isConfirmed'] = (board) =>
          board.notes.some((note) => note.id === id && note.version >= version);
        return { isConfirmed };
      },
      onRefused: () => {},
    };
  }

  /** The wires are whole again. */
  mend(): void {
    this.isSlow = false;
    this.isCut = false;
    this.page.goOnline(true);
    this.client.reconnect();
  }

  /** All that is on its way arrives. */
  flush(): void {
    for (const answer of this.answers.splice(0)) answer.deliver();
    this.send();
    this.letIn();
    while (this.wire.length > 0) this.deliver(0, false);
    this.say('head');
    this.#open?.deliver({ type: 'pong' });
  }

  /** The server does it when it is asked; the answer may be slow, or never come. */
  #answer<T>(work: () => T): Promise<T> {
    if (this.isCut || !this.page.isOnline()) return Promise.reject(new NetworkError(null));
    return new Promise<T>((resolve, reject) => {
      let outcome: () => void;
      try {
        const value = work();
        outcome = () => resolve(value);
      } catch (error) {
        outcome = () => reject(error instanceof Error ? error : new Error(String(error)));
      }
      if (!this.isSlow) {
        outcome();
        return;
      }
      this.answers.push({ deliver: outcome, lose: () => reject(new NetworkError(null)) });
    });
  }
}

const desk = fc.nat({ max: 1 });
const note = fc.integer({ min: 1, max: 6 });
const place = fc.nat({ max: 9 });
const flag = fc.boolean();

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('run'), desk, note, isNew: flag }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('delete'), desk, note }) },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('deliver'), desk, place, isRepeated: flag }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('drop'), desk, place }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('answer'), desk, place, isLost: flag }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('slow'), desk, isOn: flag }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('cut'), desk, isOn: flag }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('offline'), desk, isOn: flag }) },
  { weight: 9, arbitrary: fc.record({ act: fc.constantFrom('send', 'letIn'), desk }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom('head', 'resync', 'hangUp', 'restore'), desk }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('wait'), desk, ms: fc.nat({ max: 6000 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function play(at: Desk, server: ModelServer, step: Step): void {
  switch (step.act) {
    case 'run':
      at.run(step.note, step.isNew);
      break;
    case 'delete':
      server.delete(bob, step.note);
      break;
    case 'deliver':
      at.deliver(step.place, step.isRepeated);
      break;
    case 'drop':
      at.wire.splice(step.place, 1);
      break;
    case 'answer':
      at.answer(step.place, step.isLost);
      break;
    case 'slow':
      at.isSlow = step.isOn;
      break;
    case 'cut':
      at.isCut = step.isOn;
      break;
    case 'offline':
      at.page.goOnline(!step.isOn);
      break;
    case 'restore':
      server.restore();
      break;
    case 'head':
    case 'resync':
      at.say(step.act);
      break;
    case 'send':
    case 'letIn':
    case 'hangUp':
      at[step.act]();
      break;
    case 'wait':
      break;
  }
}

test('C-12, C-13, C-18, C-31: in the end two clients see what the log tells, whatever the wires did', async () => {
  const property = fc.asyncProperty(
    fc.array(step, { maxLength: 60, size: 'max' }),
    async (steps) => {
      const clock = new FakeClock();
      const server = new ModelServer();
      const desks = [new Desk(clock, server, ada), new Desk(clock, server, bob)];
      await clock.advance(0);
      for (const each of steps) {
        const at = desks[each.desk];
        if (at) play(at, server, each);
        await clock.advance(each.act === 'wait' ? each.ms : 0);
      }
      for (const at of desks) at.mend();
      for (let round = 0; round < 12; round += 1) {
        for (const at of desks) at.flush();
        await clock.advance(4000);
      }
      for (const at of desks) {
        expect(at.stepsBack).toEqual([]);
        expect(at.client.getSnapshot()).toMatchObject({
          waiting: 0,
          connection: { status: 'open' },
        });
        expect(at.client.getSnapshot().board).toEqual(server.board);
      }
      expect(new Set(server.done).size).toBe(server.done.length);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});
