// An independent model of a board: a pure fold of the accepted commands in log order. It shares no code with the
// contract or the server, so that both cannot contain the same bug.

import { userOf } from './anonymity.ts';
import type { Entry, Intent } from './ledger.ts';
import type { ActionCommand, OracleActionLists } from './oracle-actions.ts';
import { type CarryCommand, nextPlace, type OracleCarriedOver } from './oracle-carry-over.ts';
import {
  findDiscussionObjection,
  foldDiscussion,
  foldTimeGiven,
  isLead,
  type OracleDiscussed,
} from './oracle-discussion.ts';
import { findGroupObjection, foldGroups, leavesGroup, type OracleGroups } from './oracle-groups.ts';
import {
  findTellingObjection,
  isOf,
  type OracleQuestions,
  type SignedNote,
} from './oracle-questions.ts';
import {
  findResponseObjection,
  foldCommentsLeave,
  foldResponse,
  type OracleResponses,
} from './oracle-responses.ts';
import type { OracleScores, ScoreCommand } from './oracle-scores.ts';
import { findVoteObjection, foldVote, type OracleVotes } from './oracle-votes.ts';

/** Requests whose validity depends on more than their board. */
type Wider = ActionCommand | CarryCommand | ScoreCommand;
type Phased = { kind: 'next' } | { kind: 'jump'; phase: string; isTimed: boolean };

/** An accepted command on one board. */
export type Accepted = (
  | Exclude<Intent, Wider | Phased>
  | { kind: 'phase'; phase: string; isTimed: boolean }
) & { by: string };

export interface OracleNote extends SignedNote {
  text: string;
  column: string;
  /** The text changed after others could read it. */
  isEdited: boolean;
  /** Sort key of notes. */
  place: number;
  version: number;
}

export interface OracleBoard
  extends
    OracleGroups,
    OracleVotes,
    OracleResponses,
    OracleQuestions,
    OracleActionLists,
    OracleDiscussed,
    OracleScores,
    OracleCarriedOver {
  /** The meeting's owner. */
  owner: string;
  /** The co-leads. */
  coLeads: readonly string[];
  /** Users with raised hands, in the order of raising. */
  hands: readonly string[];
  /** Authors are hidden. */
  isAnonymous: boolean;
  seq: number;
  phase: string;
  name: string;
  hides: boolean;
  /** A finished board is read-only and hides no notes. */
  isFinished: boolean;
  /** Users who are ready for the next phase. */
  ready: readonly string[];
  /** Users who have answered the question of the day. */
  turns: readonly string[];
  timer: 'none' | 'running' | 'paused';
  /** Number of catch-up additions revealed so far. `waiting`: those a reveal would show. */
  revealed: number;
  waiting: number;
  /** Counts restarts that do not change any view. */
  restarts: number;
  notes: ReadonlyMap<string, OracleNote>;
}

/** Resolves a request to a command on this board. */
export function commandOf(
  intent: Exclude<Intent, Wider>,
  { author: by }: Entry,
  board: OracleBoard,
): Accepted {
  switch (intent.kind) {
    case 'next': {
      const phase = phaseOrder[phaseOrder.indexOf(board.phase) + 1] ?? 'the end';
      return { kind: 'phase', phase, isTimed: false, by };
    }
    case 'jump':
      return { ...intent, kind: 'phase', by };
    default:
      return { ...intent, by };
  }
}

const addingPhases = ['writing', 'grouping'];
const changingPhases = ['writing', 'revealing', 'grouping', 'discussing', 'closing_ready'];
const leading = ['phase', 'timer', 'rename', 'hide', 'finish'];
const hidingPhases = ['joining', 'writing'];
export const phaseOrder = [
  'joining',
  'writing',
  'revealing',
  'grouping',
  'voting',
  'discussing',
  'closing_ready',
];

/** Returns why an accepted command should have been refused, or null. */
export function findObjection(board: OracleBoard, command: Accepted): string | null {
  const note = 'note' in command ? board.notes.get(command.note) : undefined;
  if (board.isFinished && !['restore', 'return', 'leave'].includes(command.kind)) {
    return `${command.kind} on a finished board`;
  }
  const isThere = note !== undefined && !note.isDeleted;
  if (leading.includes(command.kind) && !isLead(board, command.by)) {
    return `${command.kind} by somebody who does not lead`;
  }
  switch (command.kind) {
    case 'add':
      if (note) return `note ${command.note} is there already`;
      return addingPhases.includes(board.phase) ? null : `adding in phase ${board.phase}`;
    case 'edit':
    case 'move':
    case 'remove':
      if (!isThere) return `${command.kind} of a deleted note: ${command.note}`;
      if (!changingPhases.includes(board.phase) && !isOwnCorrection(note, command)) {
        return `${command.kind} in phase ${board.phase}`;
      }
      return note.hidden && note.by !== command.by ? `${command.kind} of a hidden note` : null;
    case 'askMore':
    case 'sign':
      return findTellingObjection(board, command);
    case 'group':
    case 'regroup':
    case 'part':
      return findGroupObjection(board, command);
    case 'comment':
    case 'editComment':
    case 'deleteComment':
    case 'restoreComment':
    case 'react':
      return findResponseObjection(board, command);
    case 'choose':
    case 'arrange':
    case 'park':
    case 'extend':
      return findDiscussionObjection(board, command);
    case 'restore':
      return note?.isDeleted ? null : `restored though it was there: ${command.note}`;
    case 'phase':
      return phaseOrder.includes(command.phase) ? null : `went on to ${command.phase}`;
    case 'rename':
    case 'hide':
    case 'finish':
    case 'return':
      return null;
    case 'ready':
      return command.phase === board.phase ? null : `ready for ${command.phase} in ${board.phase}`;
    case 'turn':
      return board.phase === 'joining' ? null : `a turn in ${board.phase}`;
    case 'ask':
      if (!isLead(board, command.by)) return 'a question of somebody who does not lead';
      return board.phase === 'joining' ? null : `a question in ${board.phase}`;
    case 'revealLeft':
      if (!isLead(board, command.by)) return 'additions revealed by somebody who does not lead';
      return board.phase === 'joining' ? null : `additions revealed in ${board.phase}`;
    case 'showCheckUp':
      return isLead(board, command.by) ? null : 'answers shown by somebody who does not lead';
    case 'hand': {
      const isOthers = command.whose !== command.by;
      if (isOthers && command.raised) return 'the hand of somebody else raised';
      return !isOthers || isLead(board, command.by) ? null : 'the hand of somebody else lowered';
    }
    case 'lowerHands':
      return isLead(board, command.by) ? null : 'hands lowered by somebody who does not lead';
    case 'coLead':
      return command.by === board.owner ? null : 'a co-lead named by somebody else';
    case 'leave':
      return null;
    case 'vote':
      return findVoteObjection(board, command);
    case 'voted':
      return board.phase === 'voting' ? null : `done voting in ${board.phase}`;
    case 'timer':
      return timerAfter(board.timer, command.action) === null
        ? `${command.action} of a timer that is ${board.timer}`
        : null;
  }
}

/** Authors may correct their text in every phase. */
function isOwnCorrection(note: OracleNote, command: Accepted): boolean {
  if (command.kind !== 'edit' || !isOf(note, command.by)) return false;
  return command.column === undefined || command.column === note.column;
}

/** The timer after an action. Null if the action changes nothing or is not allowed. */
function timerAfter(timer: OracleBoard['timer'], action: string): OracleBoard['timer'] | null {
  switch (action) {
    case 'start':
      return 'running';
    case 'pause':
      return timer === 'running' ? 'paused' : null;
    case 'resume':
      return timer === 'paused' ? 'running' : null;
    case 'stop':
      return timer === 'none' ? null : 'none';
    default:
      return timer === 'none' ? null : timer;
  }
}

/** Whether new notes are hidden now. */
function hidesNew({ isFinished, hides, phase }: OracleBoard): boolean {
  return !isFinished && hides && hidingPhases.includes(phase);
}

/** Applies an accepted command with its side effects, except those on the discussion's topics. */
export function fold(board: OracleBoard, command: Accepted): OracleBoard {
  return foldReveal(foldCommand(board, command));
}

/** Keeps the order of existing users. */
function withUser(users: readonly string[], user: string, isIn: boolean): readonly string[] {
  if (users.includes(user) === isIn) return users;
  return isIn ? [...users, user] : users.filter((each) => each !== user);
}

function foldCommand(board: OracleBoard, command: Accepted): OracleBoard {
  function put(
    on: OracleBoard,
    id: string,
    change: (note: OracleNote) => Partial<OracleNote>,
  ): OracleBoard {
    const note = on.notes.get(id);
    if (!note) return on;
    const changed = { ...note, ...change(note), version: note.version + 1 };
    return { ...on, notes: new Map(on.notes).set(id, changed) };
  }
  const place = nextPlace(board);
  switch (command.kind) {
    case 'add': {
      const { note, by, text, column } = command;
      const fresh = { isSigned: false, isEdited: false, place, version: 1, isDeleted: false };
      const added = { note, by, text, column, hidden: hidesNew(board), ...fresh };
      return { ...board, notes: new Map(board.notes).set(note, added) };
    }
    // Only the author sees the question. Asking again looks the same to the asker.
    case 'askMore': {
      const asked = new Set(board.asked).add(command.note);
      return { ...board, asked, restarts: board.restarts + 1 };
    }
    case 'sign':
      if (board.notes.get(command.note)?.isSigned) return board;
      return put(board, command.note, ({ by }) => ({ by: userOf(by), isSigned: true }));
    case 'edit': {
      const { note, text, column } = command;
      return put(withoutGroup(board, command), note, (was) => {
        const moves = column !== undefined && column !== was.column;
        const isEdited = was.isEdited || !was.hidden;
        return { text, isEdited, ...(moves && { column, place }) };
      });
    }
    case 'move': {
      const { note, column } = command;
      if (board.notes.get(note)?.column === column) return board;
      return put(withoutGroup(board, command), note, () => ({ column, place }));
    }
    case 'remove': {
      const { note } = command;
      if (board.notes.get(note)?.isDeleted) return board;
      const left = withoutGroup(foldCommentsLeave(board, note), command);
      return put(left, note, () => ({ isDeleted: true }));
    }
    case 'restore':
      return put(board, command.note, ({ hidden }) => {
        return { isDeleted: false, hidden: hidden && hidesNew(board) };
      });
    case 'group':
    case 'regroup':
    case 'part':
      return foldGroups(board, command);
    case 'phase': {
      const { phase, isTimed } = command;
      const restarts = board.restarts + 1;
      const timer = isTimed ? 'running' : 'none';
      return { ...board, phase, timer, restarts, ready: [], turns: [], voted: [] };
    }
    case 'ready':
      return { ...board, ready: withUser(board.ready, command.by, command.ready) };
    case 'turn':
      return { ...board, turns: withUser(board.turns, command.by, command.done) };
    case 'ask':
      return { ...board, restarts: board.restarts + 1, turns: [] };
    case 'revealLeft':
      return { ...board, revealed: board.revealed + board.waiting, waiting: 0 };
    // `tellAnswers` applies the effect.
    case 'showCheckUp':
      return board;
    case 'hand':
      return { ...board, hands: withUser(board.hands, command.whose, command.raised) };
    case 'lowerHands':
      return { ...board, hands: [] };
    case 'coLead': {
      const { whose, leads } = command;
      // The owner leads anyway.
      if (whose === board.owner) return board;
      return { ...board, coLeads: withUser(board.coLeads, whose, leads) };
    }
    case 'leave': {
      const { whose } = command;
      const { coLeads, hands } = board;
      return {
        ...board,
        coLeads: withUser(coLeads, whose, false),
        hands: withUser(hands, whose, false),
      };
    }
    case 'vote':
      return foldVote(board, command);
    case 'voted':
      return { ...board, voted: withUser(board.voted, command.by, command.finished) };
    case 'timer': {
      const { action } = command;
      if (action === 'stop' && board.timer === 'none') return board;
      const timer = timerAfter(board.timer, action) ?? board.timer;
      const after = { ...board, timer, restarts: board.restarts + 1 };
      return action === 'start' || action === 'add' ? foldTimeGiven(after) : after;
    }
    case 'comment':
    case 'editComment':
    case 'deleteComment':
    case 'restoreComment':
    case 'react':
      return foldResponse(board, command);
    case 'choose':
    case 'arrange':
    case 'park':
    case 'extend':
      return foldDiscussion(board, command);
    case 'rename':
      return { ...board, name: command.name };
    case 'hide':
      return { ...board, hides: command.hide };
    case 'finish':
      return {
        ...board,
        isFinished: true,
        hands: [],
        ready: [],
        turns: [],
        voted: [],
        timer: 'none',
      };
    case 'return':
      return { ...board, restarts: board.restarts + 1 };
  }
}

/** A note that is deleted or moved to another column leaves its group. */
function withoutGroup(
  board: OracleBoard,
  command: { kind: string; note: string; column?: string | undefined },
): OracleBoard {
  const { note } = command;
  return leavesGroup(board, command) ? foldGroups(board, { kind: 'leave', note }) : board;
}

/** Reveals hidden notes if the board no longer hides any. */
function foldReveal(board: OracleBoard): OracleBoard {
  if (hidesNew(board)) return board;
  const notes = new Map(board.notes);
  for (const note of board.notes.values()) {
    if (!note.hidden || note.isDeleted) continue;
    notes.set(note.note, { ...note, hidden: false, version: note.version + 1 });
  }
  return { ...board, notes };
}

/** A reveal may shuffle notes within their column. Adopts the stored `order`. */
export function orderRevealed(
  before: OracleBoard,
  after: OracleBoard,
  order: readonly string[],
): OracleBoard {
  const revealed = [...after.notes.values()].filter(
    ({ note, hidden }) => !hidden && before.notes.get(note)?.hidden === true,
  );
  const notes = new Map(after.notes);
  for (const its of Map.groupBy(revealed, ({ column }) => column).values()) {
    const places = its.map(({ place }) => place).toSorted((a, b) => a - b);
    const dealt = its.toSorted((a, b) => order.indexOf(a.note) - order.indexOf(b.note));
    for (const [at, note] of dealt.entries()) {
      notes.set(note.note, { ...note, place: places[at] ?? note.place });
    }
  }
  return { ...after, notes };
}
