// Somebody's open page in a simulated world: the client core that browsers run, with the network, time and storage
// of the simulator. A page can be left at any moment, with what it had not said yet kept or lost.
import type { Board } from '@wentwell/contract/board';
import type { MeetingId, SessionId, UserId } from '@wentwell/contract/ids';
import { NoteId } from '@wentwell/contract/ids';

import { CancelError, NetworkError, setBearer } from '../../web/src/api/request.ts';
import { noteCommands, type NoteIntent } from '../../web/src/features/notes/note-commands.ts';
import { noteCalls } from '../../web/src/features/notes/notes.queries.ts';
import { boardApi } from '../../web/src/live/board-api.ts';
import { BoardClient, type BoardView } from '../../web/src/live/board-client.ts';
import type { Command } from '../../web/src/live/command-queue.ts';
import type { CommandStore, StoredCommand } from '../../web/src/live/command-store.ts';
import { FakePage } from '../../web/src/live/testing/fake-page.ts';
import type { History } from './history.ts';
import { Violation } from './history.ts';
import type { Entry, Ledger, Intent } from './ledger.ts';
import type { Network, Sender } from './network.ts';
import type { SimClock } from './sim-clock.ts';
import type { ServerEnd, SocketPair } from './socket-pair.ts';
import { SocketPair as Pair } from './socket-pair.ts';

export interface SimUser {
  name: string;
  id: UserId;
  token: string;
  sessionId: SessionId;
  /** What each board's pages of this person have in common: the browser's storage. */
  stores: Map<string, StoredCommand[]>;
}

export interface PageGround {
  clock: SimClock;
  network: Network;
  ledger: Ledger;
  random: () => number;
  report(violation: Violation): void;
  knock(page: SimPage, pair: SocketPair, url: string): ServerEnd | null;
  wrote(page: SimPage, pair: SocketPair, bytes: Buffer): void;
}

export class SimPage {
  readonly name: string;
  readonly user: SimUser;
  readonly meetingId: MeetingId;
  readonly signs = new FakePage();
  readonly sender: Sender;
  pairs: SocketPair[] = [];
  readonly #ground: PageGround;
  readonly #history: History;
  readonly #clock: ReturnType<SimClock['ofPage']>;
  readonly #client: BoardClient;
  readonly #make: (intent: NoteIntent) => Command;
  #shownFirst: Board | null = null;
  #entering: Entry | null = null;
  /** The board as the server told it, without one's own unconfirmed changes. */
  told: Board | null = null;
  #lastSeq = 0;

  constructor(
    who: { name: string; user: SimUser; meetingId: MeetingId },
    history: History,
    ground: PageGround,
  ) {
    const { user, meetingId } = who;
    this.name = who.name;
    this.user = user;
    this.meetingId = meetingId;
    this.#history = history;
    this.#ground = ground;
    const { network, clock } = ground;
    this.sender = { name: who.name, token: user.token, isDead: false };
    this.#clock = clock.ofPage();
    const as = <T>(act: () => T): T =>
      network.as(this.sender, () => {
        setBearer(this.sender.token);
        return act();
      });
    const api = boardApi(meetingId);
    const calls = noteCalls(meetingId);
    const drafts = { read: () => null, keep: () => {}, drop: () => {}, putBack: () => {} };
    const commands = noteCommands({ meetingId, userId: user.id }, drafts, {
      create: (...args) => as(() => calls.create(...args)),
      update: (...args) => as(() => calls.update(...args)),
      delete: (...args) => as(() => calls.delete(...args)),
      readBoard: (...args) => as(() => calls.readBoard(...args)),
    });
    this.#make = commands.create;
    this.#client = new BoardClient({
      api: {
        fetchBoard: (signal) => as(() => api.fetchBoard(signal)),
        fetchEvents: (since, signal) => as(() => api.fetchEvents(since, signal)),
        requestSocketAddress: (since) => as(() => api.requestSocketAddress(since)),
      },
      clock: this.#clock,
      page: this.signs,
      random: ground.random,
      me: { userId: user.id, userName: user.name },
      store: this.#store(),
      deserialize: (kind, input) => {
        const command = commands.deserialize(kind, input);
        return command && this.#watched(command);
      },
      openSocket: (url, listener) => {
        const current = (act: () => void) => this.sender.isDead || act();
        const pair = new Pair(
          { name: this.name, url },
          {
            onOpen: () => current(() => listener.onOpen()),
            onMessage: (text) => current(() => listener.onMessage(text)),
            onError: () => current(() => listener.onError()),
            onClose: (code) => current(() => listener.onClose(code)),
          },
          {
            knock: (knocking, address) => ground.knock(this, knocking, address),
            wrote: (writing, bytes) => ground.wrote(this, writing, bytes),
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

  /** The person presses a button. */
  intent(intent: Intent): void {
    const note = this.view.board?.notes.find(({ id }) => 'note' in intent && id === intent.note);
    const made = intentOf(intent, note && { version: note.version, content: note.content });
    const at = { board: this.meetingId, since: this.#history.now.seq };
    this.#entering = this.#ground.ledger.want(intent, this.user.id, at);
    const entry = this.#entering;
    void this.#client.run(this.#watched(this.#make(made)));
    this.#entering = null;
    // The same button once more, or more than may wait: nothing new was asked for.
    if (entry.key === null) entry.state = 'forgotten';
  }

  reconnect(): void {
    this.#client.reconnect();
  }

  /** The page is closed or reloaded; what it had not said is kept for the next, or lost. */
  leave(keeps: boolean): void {
    this.sender.isDead = true;
    this.#clock.end();
    this.#ground.network.abandon(this.sender);
    for (const pair of this.pairs) pair.abandon();
    if (keeps) return;
    for (const { key } of this.#kept()) this.#forget(key);
    this.user.stores.delete(this.meetingId);
  }

  #forget(key: string): void {
    const entry = this.#ground.ledger.byKey(key);
    if (entry?.state === 'open') entry.state = 'forgotten';
  }

  #kept(): StoredCommand[] {
    return this.user.stores.get(this.meetingId) ?? [];
  }

  #store(): CommandStore {
    const { stores } = this.user;
    return {
      open: (onOrphans) => {
        onOrphans(this.#kept());
        return () => {};
      },
      add: (command) => {
        if (this.#entering) this.#ground.ledger.keyed(this.#entering, command.key);
        stores.set(this.meetingId, [...this.#kept(), structuredClone(command)]);
      },
      remove: (key) => {
        const left = this.#kept().filter((command) => command.key !== key);
        stores.set(this.meetingId, left);
      },
    };
  }

  /** A command whose every try and answer is written down, and which shows what lies below it. */
  #watched(command: Command): Command {
    const watch = (show: Command['optimisticUpdate']): Command['optimisticUpdate'] => {
      return (board) => {
        this.#shownFirst ??= board;
        return show(board);
      };
    };
    const known = this.#entering;
    let last = known;
    return {
      ...command,
      optimisticUpdate: watch(command.optimisticUpdate),
      send: async (key, signal) => {
        const entry = this.#ground.ledger.byKey(key);
        if (!entry || (known && entry !== known)) {
          this.#ground.report(new Violation(`${this.name}: a change is sent with another key`));
        }
        last = entry ?? last;
        if (entry) entry.tries += 1;
        const confirmation = await command.send(key, signal);
        const { optimisticUpdate: shown } = confirmation;
        return { ...confirmation, ...(shown && { optimisticUpdate: watch(shown) }) };
      },
      onRefused: (error, shown) => {
        command.onRefused(error, shown);
        if (error instanceof NetworkError || error instanceof CancelError) {
          this.#ground.report(new Violation(`${this.name}: refused, though nobody answered`));
        }
        if (last?.state === 'open') last.state = 'refused';
      },
    };
  }

  #onPublished(): void {
    const { board } = this.view;
    this.told = board && (this.#shownFirst ?? board);
    this.#shownFirst = null;
    if (!this.told) return;
    if (this.told.seq < this.#lastSeq) {
      this.#ground.report(new Violation(`${this.name} went back to seq ${this.told.seq}`));
    }
    this.#lastSeq = this.told.seq;
  }
}

function intentOf(
  intent: Intent,
  base: { version: number; content: string } | undefined,
): NoteIntent {
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
