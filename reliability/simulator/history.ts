// The history of a board, read after each COMMIT. Each accepted command must lead from the oracle's previous board to
// its next. The product decides which log rows it writes for that.
import { z } from 'zod';

import { isUnnamed } from './anonymity.ts';
import { type Entry, type Intent, Ledger } from './ledger.ts';
import {
  findAgreementObjection,
  isActionCommand,
  type TeamActions,
  withActions,
} from './oracle-actions.ts';
import {
  type CarryCommand,
  type DueNote,
  dueNotes,
  findCarryObjection,
  foldCarried,
  type StoredNote,
} from './oracle-carry-over.ts';
import {
  discussionOf,
  findDiscussionFault,
  foldTopics,
  type ShownDiscussion,
} from './oracle-discussion.ts';
import { scoresTold, tellAnswers, tellScores } from './oracle-scores.ts';
import { viewFor } from './oracle-view.ts';
import { commandOf, findObjection, fold, type OracleBoard, orderRevealed } from './oracle.ts';
import { acceptScores, storedOf, type StoredScores } from './stored-scores.ts';
import { TextIndex } from './text-index.ts';
import { Violation } from './violation.ts';

/** A row of a board's log. */
export const LogRow = z.object({
  seq: z.coerce.number(),
  /** Null for the server's own changes. */
  actor_id: z.string().nullable(),
  /** The row's full text. */
  text: z.string(),
});
export type LogRow = z.infer<typeof LogRow>;

/** A board in the database after a COMMIT. */
export interface StoredBoard {
  seq: number;
  scores: readonly StoredScores[];
  discussion: ShownDiscussion | null;
  isRestored: boolean;
  /** New log rows. */
  rows: readonly LogRow[];
  /** Additions that a reveal would show. */
  waiting: number;
  /** Users who left the team. */
  left: readonly string[];
  /** Number of team members. */
  members: number;
  /** Note ids in order. Read only if the board has changed. */
  noteOrder: readonly string[];
  /** Notes by text. Read only for carry-over commands. */
  storedNotes: ReadonlyMap<string, readonly StoredNote[]>;
}

/** A command that changed a board, with the actor in the log. */
interface Cause extends Entry {
  actor: string | null;
}

function actorOf({ intent, by }: Entry, { isAnonymous }: OracleBoard): string | null {
  return isAnonymous && isUnnamed(intent) ? null : by;
}

interface HistoryWorld {
  ledger: Ledger;
  teamActions: TeamActions;
  users: readonly { id: string }[];
  boardOf(board: string): { history: History };
}

export class History {
  readonly board: string;
  readonly #world: HistoryWorld;
  /** The board at each seq that ends a command. */
  readonly states: OracleBoard[] = [];
  readonly texts: TextIndex;
  /** By seq. */
  readonly #causes: (readonly Cause[])[] = [];

  constructor(start: OracleBoard, board: string, world: HistoryWorld) {
    this.states[start.seq] = start;
    this.board = board;
    this.#world = world;
    this.texts = new TextIndex(world.teamActions);
  }

  get now(): OracleBoard {
    const now = this.states.at(-1);
    if (!now) throw new Error('unreachable');
    return now;
  }

  /** The commands that caused the log row at `seq`. */
  causesOf(seq: number): readonly Cause[] {
    return this.#causes[seq] ?? [];
  }

  /**
   * Processes a COMMIT. `accepted` are the commands with receipts in it, in order. Throws if the changes are
   * unexpected.
   */
  commit(stored: StoredBoard, accepted: readonly Entry[]): void {
    const { ledger, teamActions } = this.#world;
    const { seq, members, waiting } = stored;
    const before = this.now;
    const own = accepted.filter((entry) => entry.board === this.board);
    const leavers = stored.left.map((whose) => this.#leaveOf(whose));
    const isUnkeyed = own.length + leavers.length === 0 && seq > before.seq;
    const commands = isUnkeyed ? this.#findUnkeyed(stored) : [...leavers, ...own];
    let board = { ...before, seq, waiting };
    const states = [before];
    const changing = accepted.filter(({ intent }) => isActionCommand(intent));
    for (const entry of commands) {
      const after = this.#accept(board, entry, stored);
      if (after !== board) changing.push(entry);
      this.texts.index(board, after);
      board = after;
      states.push(after);
      entry.seq = seq;
    }
    const scored = { states, ledger, board: this.board, members };
    board = acceptScores(board, stored.scores, scored);
    const shown = storedOf(stored.scores, ledger, 'shown');
    board = tellScores(board, shown, before);
    const showing = commands.find((entry, index) => this.#shows(entry, states[index] ?? before));
    const told = { before, isShowing: showing !== undefined };
    const answered = tellAnswers(board, shown, told);
    if (showing?.intent.kind === 'showCheckUp' && scoresTold(answered) !== scoresTold(board)) {
      changing.push(showing);
    }
    board = answered;
    board = withActions(board, this.board, teamActions);
    this.texts.index(before, board);
    const discussion = stored.discussion && discussionOf(stored.discussion);
    const wrong = findDiscussionFault(board, discussion);
    if (wrong) throw new Violation(`${seq}: ${wrong}`);
    board = { ...board, discussion };
    const isChanged = this.#spell(before) !== this.#spell(board);
    if (isChanged !== seq > before.seq) {
      const what = isChanged ? 'a change that no seq tells' : 'nobody requested a change';
      throw new Violation(`seq ${seq} after ${before.seq}: ${what}`);
    }
    if (isChanged) {
      const causes = changing.map((entry) => ({ ...entry, actor: actorOf(entry, before) }));
      this.#checkRows(before, stored, causes);
    }
    this.states[seq] = board;
  }

  /** Whether the entry reveals the check-up answers. */
  #shows(entry: Entry, board: OracleBoard): boolean {
    const { intent } = entry;
    if (intent.kind === 'finish') return true;
    return (
      intent.kind === 'showCheckUp' &&
      findObjection(board, commandOf(intent, entry, board)) === null
    );
  }

  /** Rows must have consecutive seqs and name exactly the actors. Changes of an anonymous meeting erase the rows before. */
  #checkRows(before: OracleBoard, { seq, rows }: StoredBoard, causes: readonly Cause[]): void {
    const actors = causes.map(({ actor }) => actor);
    const erased = before.isAnonymous ? (rows[0]?.seq ?? seq + 1) - before.seq - 1 : 0;
    if (erased > 0 && !/type\W+meeting\W/.test(rows[0]?.text ?? '')) {
      throw new Violation(
        `${erased} rows after ${before.seq} are erased by no change of the meeting`,
      );
    }
    for (let next = before.seq + 1; next <= before.seq + erased; next += 1) {
      this.#causes[next] = causes;
    }
    for (let next = before.seq + erased + 1; next <= seq; next += 1) {
      const row = rows[next - before.seq - erased - 1];
      if (row?.seq !== next) throw new Violation(`seq ${row?.seq} instead of ${next} in the log`);
      if (row.actor_id !== null && !actors.includes(row.actor_id)) {
        throw new Violation(`${next}: the log names somebody else: ${row.text}`);
      }
      this.#causes[next] = causes;
    }
    const named = rows.map(({ actor_id }) => actor_id);
    const unnamed = actors.find((actor) => actor !== null && !named.includes(actor));
    if (erased === 0 && unnamed !== undefined)
      throw new Violation(`${seq}: the log does not name ${unnamed}`);
  }

  /** Serializes the views of all users, and restarts that do not change a view. */
  #spell(board: OracleBoard): string {
    const views = this.#world.users.map(({ id }) => ({ ...viewFor(board, id), seq: 0 }));
    return JSON.stringify([board.restarts, views]);
  }

  /** A removal by the owner. Its receipt does not name the changed boards. */
  #leaveOf(whose: string): Entry {
    const { owner, seq } = this.now;
    const ledger = new Ledger();
    return ledger.add({ kind: 'leave', whose }, owner, { board: this.board, since: seq });
  }

  /** A superuser's restore has no key, so it is matched by its effect. */
  #findUnkeyed({ rows, isRestored }: StoredBoard): Entry[] {
    const { notes } = this.now;
    const fits = (intent: Intent): boolean =>
      isRestored
        ? intent.kind === 'return'
        : intent.kind === 'restore' &&
          notes.get(intent.note)?.isDeleted === true &&
          rows.some(({ text }) => text.includes(intent.note));
    const by = rows[0]?.actor_id ?? null;
    return [this.#world.ledger.unmatched(this.board, by, fits) ?? []].flat();
  }

  /** Returns the board after an accepted command, or the same object if nothing changed. */
  #accept(board: OracleBoard, entry: Entry, stored: StoredBoard): OracleBoard {
    const { intent } = entry;
    if (isActionCommand(intent) || intent.kind === 'score') return board;
    if (intent.kind === 'carry') return this.#acceptCarried(board, intent, stored);
    const command = commandOf(intent, entry, board);
    const folded = orderRevealed(board, fold(board, command), stored.noteOrder);
    const after = foldTopics(board, folded, command.kind === 'phase');
    if (this.#spell(after) === this.#spell(board)) return board;
    const wrong = findObjection(board, command);
    if (wrong) throw new Violation(`${board.seq}: accepted: ${wrong}`);
    return after;
  }

  #acceptCarried(board: OracleBoard, intent: CarryCommand, stored: StoredBoard): OracleBoard {
    const { storedNotes } = stored;
    const source = this.#world.boardOf(intent.from).history.now;
    const wrong = findCarryObjection(board, source, intent);
    if (wrong) throw new Violation(`${board.seq}: accepted: ${wrong}`);
    const due = dueNotes(board, source, intent);
    const storedOf = ({ text }: DueNote): StoredNote => {
      const note = storedNotes.get(text)?.find(({ id }) => !board.notes.has(id));
      if (!note) throw new Violation(`${board.seq}: not carried over: ${text}`);
      return note;
    };
    if (due.length === 0) return board;
    return foldTopics(board, foldCarried(board, due, storedOf), false);
  }
}

/** Call before processing the boards, because every board shows the team's action items. */
export function acceptAction({ intent, by, board }: Entry, world: HistoryWorld): void {
  const team = world.teamActions;
  if (!isActionCommand(intent) || team.isAlreadySo(intent)) return;
  const { now } = world.boardOf(board).history;
  const refused = intent.kind === 'addAction' ? findAgreementObjection(now) : null;
  const wrong = refused ?? team.findObjection(intent, by);
  if (wrong) throw new Violation(`accepted: ${wrong}`);
  team.accept(intent, { by, board });
}
