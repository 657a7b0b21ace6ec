// A user's open page in the simulation: the browser's client core with simulated network, clock and storage. It can be
// closed at any time, and its unsent changes kept or lost.
import { AsyncLocalStorage } from 'node:async_hooks';

import type { Board } from '@wentwell/contract/board/snapshot';
import type { MeetingId, SessionId, UserId } from '@wentwell/contract/ids';
import { NoteId } from '@wentwell/contract/ids';
import { Phase } from '@wentwell/contract/phases';

import { authorKey, setAnonymity, setWriter } from '../../web/src/api/author-key.ts';
import {
  CancelError,
  NetworkError,
  onBearerUse,
  onUnauthorized,
  setBearer,
} from '../../web/src/api/request.ts';
import { handCommands } from '../../web/src/features/hands/hand-commands.ts';
import { noteCommands, type NoteIntent } from '../../web/src/features/notes/note-commands.ts';
import { readyCommands } from '../../web/src/features/ready/ready-commands.ts';
import { boardApi } from '../../web/src/live/board-api.ts';
import { BoardClient, type BoardView } from '../../web/src/live/board-client.ts';
import type { CommandStore, StoredCommand } from '../../web/src/live/command-store.ts';
import type { QueuedCommand } from '../../web/src/live/queued-command.ts';
import { FakePage } from '../../web/src/live/testing/fake-page.ts';
import { unnamedHolder } from './anonymity.ts';
import type { History } from './history.ts';
import type { Entry, Ledger, Intent } from './ledger.ts';
import type { Network, Sender } from './network.ts';
import type { SimClock } from './sim-clock.ts';
import type { ServerSession, SocketPair } from './socket-pair.ts';
import { SocketPair as Pair } from './socket-pair.ts';
import { Violation } from './violation.ts';

export interface SimUser {
  name: string;
  id: UserId;
  token: string;
  sessionId: SessionId;
  /** The browser's storage, shared by the user's pages of the same board. */
  stores: Map<string, StoredCommand[]>;
}

export interface PageEnvironment {
  clock: SimClock;
  network: Network;
  ledger: Ledger;
  random: () => number;
  report(violation: Violation): void;
  accept(page: SimPage, pair: SocketPair, url: string): ServerSession | null;
  onWrite(page: SimPage, pair: SocketPair, bytes: Buffer): void;
}

/** The page whose client runs, also after it has waited for an answer. */
export const runningPage = new AsyncLocalStorage<SimPage>();

/** Pages share the client's globals: each request takes the token and the author key of its page. */
export function setBearerPerPage(): void {
  const unknown = 'no page';
  setBearer(unknown);
  onUnauthorized(() => setBearer(unknown));
  onBearerUse(() => {
    const page = runningPage.getStore();
    if (page) setWriter(page.meetingId, page.user.id);
    return page?.sender.token ?? unknown;
  });
}

export class SimPage {
  readonly name: string;
  readonly user: SimUser;
  readonly meetingId: MeetingId;
  readonly browserState = new FakePage();
  readonly sender: Sender;
  pairs: SocketPair[] = [];
  readonly #environment: PageEnvironment;
  readonly #history: History;
  readonly #clock: ReturnType<SimClock['ofPage']>;
  readonly #client: BoardClient;
  readonly #createCommand: (intent: Intent, base: NoteBase) => QueuedCommand;
  #currentEntry: Entry | null = null;
  /** The board as received from the server, without the user's own unconfirmed changes. */
  confirmedBoard: Board | null = null;
  #lastSeq = 0;

  constructor(
    who: { name: string; user: SimUser; meetingId: MeetingId },
    history: History,
    ground: PageEnvironment,
  ) {
    const { user, meetingId } = who;
    this.name = who.name;
    this.user = user;
    this.meetingId = meetingId;
    this.#history = history;
    this.#environment = ground;
    this.sender = { name: who.name, token: user.token, author: user.id, isDead: false };
    this.#clock = ground.clock.ofPage();
    const as = <T>(act: () => T): T => runningPage.run(this, act);
    const api = boardApi(meetingId);
    const drafts = { keep: () => {}, putBack: () => {} };
    const commands = noteCommands({ meetingId }, drafts);
    const ready = readyCommands({ meetingId });
    const hands = handCommands({ meetingId });
    const asUser = (command: QueuedCommand): QueuedCommand => ({
      ...command,
      send: (key, signal) => as(() => command.send(key, signal)),
    });
    this.#createCommand = (intent, base) => {
      switch (intent.kind) {
        case 'ready':
          return asUser(ready.create({ ready: intent.ready, phase: Phase.parse(intent.phase) }));
        case 'hand':
          return asUser(hands.create({ raised: intent.raised }));
        default:
          return asUser(commands.create(noteIntentOf(intent, base)));
      }
    };
    this.#client = new BoardClient({
      api: {
        fetchBoard: (signal) => as(() => api.fetchBoard(signal)),
        fetchChanges: (since, signal) => as(() => api.fetchChanges(since, signal)),
        requestSocketAddress: (...known) => as(() => api.requestSocketAddress(...known)),
      },
      clock: this.#clock,
      page: this.browserState,
      random: ground.random,
      me: { userId: user.id, userName: user.name },
      store: this.#store(),
      deserialize: (kind, input) => {
        const kinds = [commands, ready, hands];
        const [command] = kinds.flatMap((each) => each.deserialize(kind, input) ?? []);
        return command ? this.#observed(asUser(command)) : null;
      },
      openSocket: (url, listener) => {
        const current = (act: () => void) => this.sender.isDead || act();
        const pair = new Pair(
          { name: this.name, url, authorKey: authorKey(meetingId, user.id) },
          {
            onOpen: () => current(() => listener.onOpen()),
            onMessage: (text) => current(() => listener.onMessage(text)),
            onError: () => current(() => listener.onError()),
            onClose: (code) => current(() => listener.onClose(code)),
          },
          {
            accept: (knocking, address) => ground.accept(this, knocking, address),
            onWrite: (writing, bytes) => ground.onWrite(this, writing, bytes),
          },
        );
        this.pairs.push(pair);
        return pair.client;
      },
    });
    this.#client.subscribe(() => this.#onPublished());
    this.#client.start();
  }

  get view(): BoardView {
    return this.#client.getSnapshot();
  }

  /** Simulates a user action on the page. */
  perform(intent: Intent): void {
    const note = this.view.board?.notes.find(({ id }) => 'note' in intent && id === intent.note);
    const base = note && { version: note.version, content: note.content };
    const at = { board: this.meetingId, since: this.#history.now.seq };
    this.#currentEntry = this.#environment.ledger.add(intent, this.user.id, at);
    const entry = this.#currentEntry;
    void this.#client.run(this.#observed(this.#createCommand(intent, base)));
    this.#currentEntry = null;
    // The client dropped a duplicate, or the queue is full. No change was requested.
    if (entry.key === null) entry.state = 'forgotten';
  }

  reconnect(): void {
    this.#client.reconnect();
  }

  /** `keeps`: the next page gets the unsent changes. */
  close(keeps: boolean): void {
    this.sender.isDead = true;
    this.#clock.end();
    this.#environment.network.onSenderClosed(this.sender);
    for (const pair of this.pairs) pair.abandon();
    if (keeps) return;
    for (const { key } of this.#storedCommands()) this.#markForgotten(key);
    this.user.stores.delete(this.meetingId);
  }

  #markForgotten(key: string): void {
    const entry = this.#environment.ledger.byKey(key);
    if (entry?.state === 'open') entry.state = 'forgotten';
  }

  #storedCommands(): StoredCommand[] {
    return this.user.stores.get(this.meetingId) ?? [];
  }

  #store(): CommandStore {
    const { stores } = this.user;
    return {
      open: (onOrphans) => {
        onOrphans(this.#storedCommands());
        return () => {};
      },
      add: (command) => {
        const { isAnonymous } = this.#history.now;
        const key = isAnonymous ? authorKey(this.meetingId, this.user.id) : null;
        const holder = key && unnamedHolder(key, command.key);
        if (this.#currentEntry) {
          this.#environment.ledger.assignKey(this.#currentEntry, command.key, holder);
        }
        stores.set(this.meetingId, [...this.#storedCommands(), structuredClone(command)]);
      },
      remove: (key) => {
        const left = this.#storedCommands().filter((command) => command.key !== key);
        stores.set(this.meetingId, left);
      },
    };
  }

  /** Records every attempt and answer of a command. */
  #observed(command: QueuedCommand): QueuedCommand {
    const known = this.#currentEntry;
    let last = known;
    return {
      ...command,
      send: async (key, signal) => {
        const entry = this.#environment.ledger.byKey(key);
        if (!entry || (known && entry !== known)) {
          this.#environment.report(
            new Violation(`${this.name}: a change is sent with another key`),
          );
        }
        last = entry ?? last;
        if (entry) entry.tries += 1;
        const confirmation = await command.send(key, signal);
        if (entry?.state === 'open') {
          this.#environment.report(
            new Violation(`${this.name}: takes a change for stored that no server has stored`),
          );
        }
        return confirmation;
      },
      onRefused: (error, shown) => {
        command.onRefused(error, shown);
        if (error instanceof NetworkError || error instanceof CancelError) {
          this.#environment.report(new Violation(`${this.name}: refused, though nobody answered`));
        }
        if (last?.state === 'open') last.state = 'refused';
      },
    };
  }

  #onPublished(): void {
    const { board } = this.view;
    if (board) setAnonymity(this.meetingId, this.user.id, board.meeting.settings.anonymous);
    this.confirmedBoard = this.#client.confirmed;
    if (!this.confirmedBoard) return;
    if (this.confirmedBoard.seq < this.#lastSeq) {
      this.#environment.report(
        new Violation(`${this.name} went back to seq ${this.confirmedBoard.seq}`),
      );
    }
    this.#lastSeq = this.confirmedBoard.seq;
  }
}

/** The note at the start of the edit. */
type NoteBase = { version: number; content: string } | undefined;

function noteIntentOf(intent: Intent, base: NoteBase): NoteIntent {
  switch (intent.kind) {
    case 'add':
      return {
        act: 'add',
        id: NoteId.parse(intent.note),
        content: intent.text,
        note_type: intent.column,
      };
    case 'edit': {
      if (!base) throw new Error('an edit without the note');
      const id = NoteId.parse(intent.note);
      return { act: 'edit', id, content: intent.text, note_type: intent.column, base };
    }
    case 'move': {
      return { act: 'move', id: NoteId.parse(intent.note), note_type: intent.column };
    }
    case 'remove':
      return { act: 'remove', id: NoteId.parse(intent.note) };
    default:
      throw new Error(`not by a page: ${intent.kind}`);
  }
}
