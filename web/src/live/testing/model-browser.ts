import type { ChangeFrame } from '@wentwell/contract/board/change-frame';
import type { Command as BoardCommand } from '@wentwell/contract/board/command';
import type { Board } from '@wentwell/contract/board/snapshot';
import type { UserId } from '@wentwell/contract/ids';

import { NetworkError } from '#web/api/request';

import { BoardClient } from '../board-client.ts';
import type { Command } from '../command.ts';
import { noteIdOf } from './fake-board-server.ts';
import type { FakeClock } from './fake-clock.ts';
import { memoryStore } from './fake-commands.ts';
import { FakePage } from './fake-page.ts';
import type { ModelServer } from './model-server.ts';
import { type FakeSocket, socketPairs } from './socket-pair.ts';

const time = '2026-03-02T09:00:00.000Z';

/** One user's browser, and the network between it and the server, which a test disturbs. */
export class ModelBrowser {
  readonly clock: FakeClock;
  readonly page = new FakePage();
  readonly client: BoardClient;
  readonly #server: ModelServer;
  readonly #me: UserId;
  readonly #sockets: FakeSocket[];
  /** The changes that the server has sent over the open socket and that have not arrived. */
  inFlight: ChangeFrame[] = [];
  #sentSeq = 0;
  #epoch = 0;
  #openSocket: FakeSocket | null = null;
  /** Answers that have not arrived; the test delivers or loses each. */
  readonly answers: { deliver(): void; lose(): void }[] = [];
  /** While it is false, answers arrive at once. */
  isSlow = false;
  isUnreachable = false;
  #commandCount = 0;
  /** Each time the visible board went back to a lower seq, which must never happen. */
  readonly regressions: string[] = [];

  constructor(clock: FakeClock, server: ModelServer, me: UserId) {
    this.clock = clock;
    this.#server = server;
    this.#me = me;
    const { sockets, openSocket } = socketPairs();
    this.#sockets = sockets;
    this.client = new BoardClient({
      api: {
        fetchBoard: () => this.#answer(() => server.snapshotFor(me)),
        fetchChanges: (since) => this.#answer(() => server.page(since, me)),
        requestSocketAddress: (since) =>
          Promise.resolve(this.isUnreachable ? 0 : `ws://board.test/?since=${since}`),
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
        this.regressions.push(`${before.seq} to ${board.seq}`);
      }
      before = board;
    });
    this.client.start();
  }

  /** `tellsSeq`: the answer does. */
  run(note: number, { isNew, tellsSeq }: { isNew: boolean; tellsSeq: boolean }): void {
    this.#commandCount += 1;
    const text = `${this.#me.slice(-1)}${this.#commandCount}`;
    const id = noteIdOf(note);
    const boardCommand = isNew
      ? { name: 'note.add', input: { id, content: text, note_type: 'went_well' } }
      : { name: 'note.update', input: { id, content: text } };
    const command = this.#command(boardCommand, { queueKey: String(note), startsQueue: isNew });
    const isConfirmed = ({ notes }: Board): boolean =>
      notes.some((each) => each.id === id && each.content === text);
    const send: Command['send'] = async (...attempt) => {
      const confirmation = await command.send(...attempt);
      return tellsSeq ? confirmation : { isConfirmed };
    };
    void this.client.run({ ...command, send });
  }

  setReady(ready: boolean): void {
    const command = { name: 'ready.set', input: { ready } };
    void this.client.run(this.#command(command, { queueKey: 'ready' }));
  }

  /** Delivers or loses one of the pending answers. */
  settleAnswer(place: number, isLost: boolean): void {
    const [answer] = this.answers.splice(place % Math.max(1, this.answers.length), 1);
    if (isLost) answer?.lose();
    else answer?.deliver();
  }

  /** Accepts the client's last socket, welcomes it, and sends the changes that it missed. */
  acceptSocket(): void {
    const socket = this.#sockets.at(-1);
    if (!socket || socket === this.#openSocket || socket.closedWith !== null || this.isUnreachable)
      return;
    this.#openSocket = socket;
    socket.accept();
    const { seq, epoch } = this.#server;
    const since = Number(new URL(socket.url).searchParams.get('since'));
    const data = { seq, phase: 'writing', status: 'live', you: this.#me, now: time };
    socket.deliver({ type: 'welcome', data: { ...data, epoch: String(epoch) } });
    const resync = this.#server.isBeyondLog(since);
    if (resync) socket.deliver({ type: 'resync', data: { seq, epoch: String(epoch) } });
    this.inFlight = resync ? [] : this.#server.changesSince(since, this.#me);
    this.#sentSeq = seq;
    this.#epoch = epoch;
  }

  /** Sends the server's new changes. */
  sendChanges(): void {
    if (this.#epoch !== this.#server.epoch) {
      this.disconnect();
      return;
    }
    this.inFlight.push(...this.#server.changesSince(this.#sentSeq, this.#me));
    this.#sentSeq = this.#server.seq;
  }

  /** Delivers one of the changes in flight to the client. */
  deliverChange(place: number, isRepeated: boolean): void {
    const change = this.inFlight[place % Math.max(1, this.inFlight.length)];
    if (!change) return;
    if (!isRepeated) this.inFlight.splice(this.inFlight.indexOf(change), 1);
    this.#openSocket?.deliver(change);
  }

  sendSignal(frame: 'head' | 'resync'): void {
    const { seq, epoch } = this.#server;
    if (this.#epoch !== epoch) return;
    this.#openSocket?.deliver({ type: frame, data: { seq, epoch: String(epoch) } });
  }

  disconnect(): void {
    const socket = this.#openSocket;
    this.#openSocket = null;
    this.inFlight = [];
    if (socket?.closedWith === null) socket.disconnect(1006);
  }

  #command(boardCommand: BoardCommand, queue: Pick<Command, 'queueKey' | 'startsQueue'>): Command {
    return {
      ...queue,
      kind: 'change',
      input: boardCommand,
      boardCommand,
      send: (key) => this.#answer(() => this.#server.apply(this.#me, key, boardCommand)),
      onRefused: () => {},
    };
  }

  /** Makes the network work again. */
  repair(): void {
    this.isSlow = false;
    this.isUnreachable = false;
    this.page.goOnline(true);
    this.client.reconnect();
  }

  /** Delivers everything that is pending. */
  flush(): void {
    for (const answer of this.answers.splice(0)) answer.deliver();
    this.sendChanges();
    this.acceptSocket();
    while (this.inFlight.length > 0) this.deliverChange(0, false);
    this.sendSignal('head');
    this.#openSocket?.deliver({ type: 'pong' });
  }

  /** The server does the work at once; the answer may be delayed or lost. */
  #answer<T>(work: () => T): Promise<T> {
    if (this.isUnreachable || !this.page.isOnline()) return Promise.reject(new NetworkError(null));
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
