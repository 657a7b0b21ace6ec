// A board's log as a simulated world reads it after each COMMIT. Every event is compared with what users requested, and
// advances the oracle by one step.
import { acceptedCommand, type LogRow } from './accepted.ts';
import { isUnnamed } from './anonymity.ts';
import { acceptScore, carryNote, type StoredScores, tellScores } from './history-check-in.ts';
import type { Entry, Ledger, Intent } from './ledger.ts';
import {
  findAgreementObjection,
  foldAction,
  isActionCommand,
  spellActions,
  type TeamActions,
} from './oracle-actions.ts';
import { dueNotes, type DueNote, findCarryObjection } from './oracle-carry-over.ts';
import {
  discussionOf,
  endsAsking,
  findDifference,
  findMisnamed,
  findWrongTurn,
  isDiscussionCommand,
} from './oracle-discussion.ts';
import { foldGroupStep, type GroupStep, groupSteps, leavesGroup } from './oracle-groups.ts';
import {
  foldCommentsLeave,
  foldPaid,
  hasComments,
  owedComments,
  owedReaction,
} from './oracle-responses.ts';
import { untold } from './oracle-scores.ts';
import { countedTotals, isNewVote, showsTotals, votesText } from './oracle-votes.ts';
import {
  type Accepted,
  fold,
  foldSecondEvent,
  foldReveal,
  foldVotesEvent,
  mayRevealToFinish,
  findObjection,
  type OracleBoard,
  mustReveal,
  phaseOrder,
} from './oracle.ts';
import { TextIndex } from './text-index.ts';
import { Violation } from './violation.ts';

/** Whom the event of a command names. */
function actorOf({ intent, by }: Entry, { isAnonymous }: OracleBoard): string | null {
  return isAnonymous && isUnnamed(intent) ? null : by;
}

export class History {
  readonly board: string;
  readonly #ledger: Ledger;
  readonly #team: TeamActions;
  readonly #boardNow: (board: string) => OracleBoard;
  /** The board at each seq. */
  readonly states: OracleBoard[];
  readonly texts: TextIndex;
  #editWithSecondEvent: Entry | null = null;
  /** The events about groups that must come before any other, and the request that caused them. */
  #regrouping: { entry: Entry; left: GroupStep[] } | null = null;
  /** The notes that must come from another board before any other event, and the request that carries them. */
  #carrying: { entry: Entry; left: DueNote[] } | null = null;
  /** Notes were revealed in a phase that hides them, so the next event must finish the meeting. */
  #mustFinish = false;
  /** The order of the discussion is made anew. */
  #ordersAnew = false;
  /** The owner has given time: the next event must end what was said about more of it. */
  #mustEndAsking = false;
  /** The next event must tell the totals. */
  #mustTellTotals = false;

  constructor(
    start: OracleBoard,
    board: string,
    world: {
      ledger: Ledger;
      teamActions: TeamActions;
      boardOf(board: string): { history: History };
    },
  ) {
    const { ledger, teamActions } = world;
    this.#boardNow = (id) => world.boardOf(id).history.now;
    this.states = [];
    this.states[start.seq] = start;
    this.board = board;
    this.#ledger = ledger;
    this.#team = teamActions;
    this.texts = new TextIndex(teamActions);
  }

  get now(): OracleBoard {
    const now = this.states.at(-1);
    if (!now) throw new Error('unreachable');
    return now;
  }

  /** Appends the next row of the log. `keys` are those of the commands that wrote it. Throws where it is unexpected. */
  append(row: LogRow, keys: readonly string[]): void {
    const before = this.now;
    this.#assertUnnamed(before, row, keys);
    if (row.seq !== before.seq + 1) {
      throw new Violation(`seq ${row.seq} follows ${before.seq} in the log`);
    }
    const [last, others] = this.#takeApart(before, row, keys);
    const withOthers = others.reduce((board, key) => this.#withVote(board, row, key), before);
    this.states.push(this.#after(withOthers, row, last));
    this.texts.index(before, this.now);
  }

  /** Reads what is stored of scores after each COMMIT, before what it logged: most of them are in no event. */
  takeScores(stored: StoredScores, members: number): void {
    this.states[this.now.seq] = acceptScore(this.now, stored, {
      ledger: this.#ledger,
      board: this.board,
      members,
    });
  }

  /** In an anonymous meeting no event that a change of notes caused tells whose change that was. */
  #assertUnnamed(
    { isAnonymous }: OracleBoard,
    { seq, event, actor_id }: LogRow,
    keys: readonly string[],
  ) {
    if (!isAnonymous || actor_id === null) return;
    const entries = keys.flatMap((key) => this.#ledger.byKey(key) ?? []);
    const isNamed = entries.some(({ intent, by }) => !isUnnamed(intent) && by === actor_id);
    if (isNamed || entries.every(({ intent }) => !isUnnamed(intent))) return;
    throw new Violation(`${seq}: ${event.type} tells who caused it`);
  }

  /** Of the commands of a COMMIT the one that caused this row: by whom the row names, and not in the log yet if possible. */
  #causeOf(before: OracleBoard, row: LogRow, keys: readonly string[]): string | null {
    if (keys.length < 2) return keys[0] ?? null;
    const possible = keys.flatMap((key) => {
      const entry = this.#ledger.byKey(key);
      if (entry?.board !== this.board) return [];
      const actor = entry.intent.kind === 'vote' ? null : actorOf(entry, before);
      return actor === row.actor_id ? [{ key, entry }] : [];
    });
    const isOpen = ({ entry }: { entry: Entry }) => entry.seq === null;
    const found =
      possible.find((each) => isOpen(each) && acceptedCommand(each.entry, row, before) !== null) ??
      possible.find(isOpen) ??
      possible.at(-1);
    return found?.key ?? keys.at(-1) ?? null;
  }

  /**
   * The last of the commands that caused this row, and the others. Votes that are carried out together share a row; notes
   * and turns, also of several boards, share a COMMIT in which each has a row of its own.
   */
  #takeApart(before: OracleBoard, row: LogRow, keys: readonly string[]): [string | null, string[]] {
    const { event } = row;
    if (['note_created', 'check_in_changed'].includes(event.type) && keys.length > 1) {
      return [keys.find((key) => this.#isCause(before, row, key)) ?? null, []];
    }
    const cause = this.#causeOf(before, row, keys);
    if (event.type !== 'votes_changed') return [cause, []];
    const votes = keys.filter((key) => {
      const entry = this.#ledger.byKey(key);
      return entry?.intent.kind === 'vote' && isNewVote(before, { ...entry.intent, by: entry.by });
    });
    return [votes.at(-1) ?? cause, votes.slice(0, -1)];
  }

  /** Whether a row with an event of its own came of the command, and not of another one of its COMMIT. */
  #isCause(before: OracleBoard, row: LogRow, key: string): boolean {
    const entry = this.#ledger.byKey(key);
    if (entry?.board !== this.board || actorOf(entry, before) !== row.actor_id) return false;
    const carries = row.event.type === 'note_created' && this.#isCarried(key);
    return carries || acceptedCommand(entry, row, before) !== null;
  }

  /** The board with one of the votes that were carried out together, still at its seq. */
  #withVote(before: OracleBoard, row: LogRow, key: string): OracleBoard {
    const [accepted, entry] = this.#match(before, row, key);
    const wrong = findObjection(before, accepted);
    if (wrong) throw new Violation(`${row.seq}: accepted: ${wrong}`);
    entry.seq = row.seq;
    return { ...fold(before, accepted), seq: before.seq };
  }

  #after(before: OracleBoard, row: LogRow, key: string | null): OracleBoard {
    const { type } = row.event;
    if (type === 'notes_revealed') {
      this.#mustFinish = !mustReveal(before);
      if (this.#mustFinish && !mayRevealToFinish(before)) {
        throw new Violation(`${row.seq}: nothing was to be revealed`);
      }
      return foldReveal(before);
    }
    if (mustReveal(before)) throw new Violation(`${row.seq}: ${type} before the reveal`);
    if (type === 'votes_changed' && !this.#isOwnVote(key)) return this.#afterVotes(before, row);
    if (this.#mustTellTotals) throw new Violation(`${row.seq}: ${type} before the totals`);
    if (this.#mustEndAsking && type !== 'discussion_changed') {
      throw new Violation(`${row.seq}: ${type} before the end of what was said about more time`);
    }
    if (type === 'discussion_changed' && !this.#editWithSecondEvent) {
      return this.#afterDiscussion(before, row, key);
    }
    if (this.#editWithSecondEvent) {
      const { intent } = this.#editWithSecondEvent;
      this.#editWithSecondEvent = null;
      const isEcho = type === 'note_updated' && intent.kind === 'edit';
      if (!isEcho) throw new Violation(`${row.seq}: ${type} instead of the edit's second event`);
      return foldSecondEvent(before);
    }
    if (type === 'check_in_changed') {
      const intent = key === null ? undefined : this.#ledger.byKey(key)?.intent;
      if (intent?.kind === 'finish') this.#mustFinish = true;
      const after = tellScores(before, row, intent);
      if (after) return foldSecondEvent(after);
    }
    if (this.#carrying || this.#isCarried(key)) return this.#afterCarried(before, row, key);
    if (type === 'action_changed') return this.#afterAction(before, row, key);
    if (type === 'since_last_time_changed') return this.#afterLookingBack(before, row);
    if (type === 'comments_placed') return this.#afterCommentsPlaced(before, row, key);
    const owed = owedReaction(row.event.data.note_id ?? '', row.event.data.emoji ?? '');
    if (type === 'reaction_changed' && before.owed.has(owed)) {
      return foldPaid(foldSecondEvent(before), owed);
    }
    if (type === 'group_changed') return this.#afterGroupStep(before, row, key);
    if (this.#regrouping && this.#regrouping.left.length > 0) {
      throw new Violation(`${row.seq}: ${type} before all groups have changed`);
    }
    const [accepted, entry] = this.#match(before, row, key);
    if (this.#regrouping && this.#regrouping.entry !== entry) {
      throw new Violation(`${row.seq}: ${type} though a note has just left its group`);
    }
    this.#regrouping = null;
    const wrong = findObjection(before, accepted);
    if (wrong) throw new Violation(`${row.seq}: accepted: ${wrong}`);
    if (this.#mustFinish && accepted.kind !== 'finish') {
      throw new Violation(`${row.seq}: notes were revealed before ${type}, which ends nothing`);
    }
    this.#mustFinish = false;
    entry.seq = row.seq;
    const after = fold(before, accepted);
    const isTold = showsTotals(before.phase) || !showsTotals(after.phase);
    const wasEarlier = phaseOrder.indexOf(before.phase) < phaseOrder.indexOf('discussing');
    const isOpened = accepted.kind === 'phase' && accepted.phase === 'discussing';
    const isPassedOver = accepted.kind === 'phase' && accepted.phase === 'closing_ready';
    const isFirst = before.discussion === null;
    this.#ordersAnew =
      (isOpened && (wasEarlier || isFirst)) || (isPassedOver && wasEarlier && !isFirst);
    this.#mustEndAsking = endsAsking(before, accepted);
    this.#mustTellTotals = accepted.kind === 'phase' && !isTold && countedTotals(after).size > 0;
    return after;
  }

  #isCarried(key: string | null): boolean {
    const entry = key === null ? undefined : this.#ledger.byKey(key);
    return entry?.intent.kind === 'carry' && entry.seq === null;
  }

  /** A note comes from another board. */
  #afterCarried(before: OracleBoard, row: LogRow, key: string | null): OracleBoard {
    this.#carrying ??= this.#beginCarrying(before, row, key);
    const { entry, left } = this.#carrying;
    if (left.length === 1) {
      entry.seq = row.seq;
      this.#carrying = null;
    }
    return carryNote(before, row, left.shift());
  }

  #beginCarrying(before: OracleBoard, { seq, actor_id }: LogRow, key: string | null) {
    const entry = key === null ? undefined : this.#ledger.byKey(key);
    if (entry?.intent.kind !== 'carry') throw new Violation(`${seq}: carried though nobody asked`);
    if (actorOf(entry, before) !== actor_id || entry.board !== this.board) {
      throw new Violation(`${seq}: notes carried by somebody else`);
    }
    const source = this.#boardNow(entry.intent.from);
    const wrong = findCarryObjection(before, source, entry.intent);
    if (wrong) throw new Violation(`${seq}: accepted: ${wrong}`);
    return { entry, left: dueNotes(before, source, entry.intent) };
  }

  /** Whether the command with this key is a vote, or a word on being done, that is not in the log yet. */
  #isOwnVote(key: string | null): boolean {
    const entry = key === null ? undefined : this.#ledger.byKey(key);
    const isVote = entry?.intent.kind === 'vote' || entry?.intent.kind === 'voted';
    return isVote && entry.seq === null;
  }

  /** The totals when voting is over, and votes told anew because their topics changed. */
  #afterVotes(before: OracleBoard, { seq, event }: LogRow): OracleBoard {
    const { totals } = event.data;
    if (!totals) {
      if (before.totals) throw new Violation(`${seq}: votes told anew without the totals`);
      return foldVotesEvent(before, false);
    }
    const wanted = votesText({ mine: [], left: 0, voted: [], totals: countedTotals(before) });
    const told = votesText({ mine: [], left: 0, voted: [], totals: Object.entries(totals) });
    if (told !== wanted) throw new Violation(`${seq}: totals ${told} instead of ${wanted}`);
    if (!before.totals) this.#mustFinish = true;
    this.#mustTellTotals = false;
    return foldVotesEvent(before, true);
  }

  /** The comments of a note that was just restored, or of one that is about to leave its group for good. */
  #afterCommentsPlaced(before: OracleBoard, { seq }: LogRow, key: string | null): OracleBoard {
    const back = [...before.notes.keys()].map(owedComments).find((what) => before.owed.has(what));
    if (back !== undefined) return foldPaid(foldSecondEvent(before), back);
    const intent = key === null ? undefined : this.#ledger.byKey(key)?.intent;
    const isLeaving = intent?.kind === 'remove' && leavesGroup(before, intent);
    if (!isLeaving || !hasComments(before, intent.note)) {
      throw new Violation(`${seq}: comments were placed anew for no reason`);
    }
    return foldCommentsLeave(foldSecondEvent(before), intent.note);
  }

  /** An action item has changed, of this board or of one before it. */
  #afterAction(before: OracleBoard, { seq }: LogRow, key: string | null): OracleBoard {
    const entry = key === null ? undefined : this.#ledger.byKey(key);
    if (!entry || key === null || !isActionCommand(entry.intent)) {
      throw new Violation(`${seq}: an action item that nobody changed`);
    }
    const { intent, by, board: home } = entry;
    const isAgreed = intent.kind === 'addAction' && home === this.board;
    const refused = isAgreed ? findAgreementObjection(before) : null;
    const wrong = refused ?? this.#team.tell(intent, { board: this.board, key, by, home });
    const action = this.#team.get(intent.action);
    if (wrong || !action) throw new Violation(`${seq}: accepted: ${wrong}`);
    if (home !== this.board && before.lookedBack === null) {
      throw new Violation(`${seq}: told of an action item that the board does not show`);
    }
    entry.seq ??= seq;
    return foldAction(foldSecondEvent(before), this.board, action);
  }

  /** Somebody leads the discussion or speaks to it, or it follows the topics and the phase. */
  #afterDiscussion(before: OracleBoard, row: LogRow, key: string | null): OracleBoard {
    const { seq, event } = row;
    if (!event.data.discussion) throw new Violation(`${seq}: the discussion is gone`);
    const told = discussionOf(event.data.discussion);
    const entry = key === null ? undefined : this.#ledger.byKey(key);
    const after = { ...foldSecondEvent(before), discussion: told };
    if (this.#mustEndAsking && before.discussion) {
      this.#mustEndAsking = false;
      const difference = findDifference({ ...before.discussion, more: [], goOn: [] }, told);
      if (difference) throw new Violation(`${seq}: the discussion is ${difference}`);
      return after;
    }
    if (!entry || !isDiscussionCommand(entry.intent)) {
      const wrong = findWrongTurn(before, told, this.#ordersAnew);
      if (wrong) throw new Violation(`${seq}: ${wrong}`);
      return after;
    }
    const [accepted] = this.#match(before, row, key);
    const wrong = findObjection(before, accepted);
    if (wrong) throw new Violation(`${seq}: accepted: ${wrong}`);
    const wanted = fold(before, accepted).discussion;
    const difference = wanted && findDifference(wanted, told);
    if (difference) throw new Violation(`${seq}: the discussion is ${difference}`);
    entry.seq = seq;
    return after;
  }

  #afterLookingBack(before: OracleBoard, { seq }: LogRow): OracleBoard {
    if (!before.lookedBack) throw new Violation(`${seq}: looks back in phase ${before.phase}`);
    return { ...foldSecondEvent(before), lookedBack: this.#team.openBefore(this.board) };
  }

  /** Call it after each COMMIT: the board has been told of all that the change brought with it. */
  checkCommitted(): void {
    const { agreed, lookedBack, owed } = this.now;
    const before = lookedBack && this.#team.openBefore(this.board);
    const wanted = spellActions(this.#team.agreedOn(this.board), before);
    const told = spellActions(agreed, lookedBack);
    if (told !== wanted) throw new Violation(`${this.now.seq}: knows ${told} instead of ${wanted}`);
    this.#ordersAnew = false;
    const misnamed = findMisnamed(this.now);
    if (misnamed) throw new Violation(`${this.now.seq}: ${misnamed}`);
    const [left] = owed;
    if (left !== undefined) throw new Violation(`${this.now.seq}: not brought back: ${left}`);
    const [total] = untold(this.now);
    if (total !== undefined) throw new Violation(`${this.now.seq}: nobody is told the ${total}`);
    if (this.#carrying) throw new Violation(`${this.now.seq}: not all notes were carried`);
  }

  #afterGroupStep(before: OracleBoard, row: LogRow, key: string | null): OracleBoard {
    const { group, group_id } = row.event.data;
    this.#regrouping ??= this.#beginRegrouping(before, row, key);
    const { entry, left: steps } = this.#regrouping;
    const step = steps.shift();
    const is = group ? { column: group.column_id, notes: group.note_ids } : null;
    const shown = { group: group?.id ?? group_id ?? '', is };
    if (JSON.stringify(step) !== JSON.stringify(shown)) {
      throw new Violation(`${row.seq}: ${JSON.stringify(shown)}, not ${JSON.stringify(step)}`);
    }
    // A note that leaves its group because it is deleted or moved has an event of its own after this.
    if (steps.length === 0 && !('note' in entry.intent)) {
      entry.seq = row.seq;
      this.#regrouping = null;
    }
    // Deleted comments follow too, of which nobody is told.
    const { intent } = entry;
    const left = intent.kind === 'remove' ? foldCommentsLeave(before, intent.note) : before;
    return foldGroupStep(left, shown);
  }

  #beginRegrouping(before: OracleBoard, row: LogRow, key: string | null) {
    const entry = key === null ? undefined : this.#ledger.byKey(key);
    if (!entry) throw new Violation(`${row.seq}: groups changed that nobody requested to`);
    if (entry.seq !== null) throw new Violation(`${row.seq}: groups again, after ${entry.seq}`);
    if (actorOf(entry, before) !== row.actor_id || entry.board !== this.board) {
      throw new Violation(`${row.seq}: groups changed by somebody else`);
    }
    const { intent } = entry;
    switch (intent.kind) {
      case 'group':
      case 'regroup':
      case 'part': {
        const wrong = findObjection(before, intent);
        if (wrong) throw new Violation(`${row.seq}: accepted: ${wrong}`);
        return { entry, left: groupSteps(before, intent) };
      }
      case 'edit':
      case 'move':
      case 'remove':
        if (!leavesGroup(before, intent)) break;
        return { entry, left: groupSteps(before, { kind: 'leave', note: intent.note }) };
      default:
    }
    throw new Violation(`${row.seq}: groups changed because of ${JSON.stringify(intent)}`);
  }

  /** Finds the one request that caused this row, and the command that it became. */
  #match(before: OracleBoard, row: LogRow, key: string | null): [Accepted, Entry] {
    const { type, data } = row.event;
    const note = data.note_id ?? '';
    // A superuser's restore has no key.
    const isRestored = type === 'note_created' && before.notes.get(note)?.isDeleted === true;
    const fits = (intent: Intent): boolean =>
      isRestored
        ? intent.kind === 'restore' && intent.note === note
        : type === 'meeting_updated' && intent.kind === 'return';
    const isKnown = row.actor_id !== null || before.isAnonymous;
    const unmatched = isKnown && this.#ledger.unmatched(this.board, row.actor_id, fits);
    const entry = key === null ? unmatched || undefined : this.#ledger.byKey(key);
    if (!entry) throw new Violation(`${row.seq}: ${type} that nobody requested`);
    if (entry.seq !== null) throw new Violation(`${row.seq}: ${type} again, after ${entry.seq}`);
    // Who votes is stored with the votes alone.
    const actor = entry.intent.kind === 'vote' ? null : actorOf(entry, before);
    const isTheirs = row.actor_id === actor && entry.board === this.board;
    const accepted = isTheirs ? acceptedCommand(entry, row, before) : null;
    if (!accepted) {
      throw new Violation(`${row.seq}: ${type} came of ${JSON.stringify(entry.intent)}`);
    }
    if (type === 'note_moved' && accepted.kind === 'edit') this.#editWithSecondEvent = entry;
    return [accepted, entry];
  }
}
