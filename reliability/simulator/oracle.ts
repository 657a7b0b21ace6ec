// A second, independent model of a board: a pure fold of the accepted commands, in the order of the log. It shares no
// code with the contract or the server, so that both cannot contain the same mistake.

import { foldLookingBack, type OracleActionLists } from './oracle-actions.ts';
import type { OracleCarriedOver } from './oracle-carry-over.ts';
import {
  discussionAfter,
  type DiscussionCommand,
  findDiscussionObjection,
  nothingDiscussed,
  type OracleDiscussed,
} from './oracle-discussion.ts';
import {
  findGroupObjection,
  type GroupCommand,
  leavesGroup,
  type OracleGroups,
} from './oracle-groups.ts';
import {
  findResponseObjection,
  foldNoteBack,
  foldResponse,
  type OracleResponses,
  type ResponseCommand,
} from './oracle-responses.ts';
import { type OracleScores, untold } from './oracle-scores.ts';
import {
  findVoteObjection,
  foldTopicGone,
  foldVote,
  foldVotesTold,
  hasSecretTotals,
  type OracleVotes,
  showsTotals,
} from './oracle-votes.ts';

/** A command that the log proves to have been accepted, as its sender meant it. */
export type Accepted =
  | { kind: 'add'; note: string; by: string; text: string; column: string }
  | { kind: 'edit'; note: string; by: string; text: string; column?: string }
  | { kind: 'move'; note: string; by: string; column: string }
  | { kind: 'remove'; note: string; by: string }
  | { kind: 'restore'; note: string }
  | GroupCommand
  | { kind: 'phase'; phase: string; isTimed: boolean }
  | { kind: 'ready'; by: string; ready: boolean; phase: string }
  | { kind: 'turn'; by: string; done: boolean }
  | { kind: 'ask'; by: string }
  | { kind: 'timer'; action: string }
  | { kind: 'vote'; note: string; by: string; count: number }
  | { kind: 'voted'; by: string; finished: boolean }
  | ResponseCommand
  | DiscussionCommand
  | { kind: 'rename'; name: string }
  | { kind: 'hide'; hide: boolean }
  | { kind: 'finish' }
  | { kind: 'return' };

export interface OracleNote {
  note: string;
  by: string;
  text: string;
  column: string;
  hidden: boolean;
  /** Its text changed after others could read it. */
  isEdited: boolean;
  /** The seq at which it got its place on the board. */
  place: number;
  version: number;
  /** It can be restored. */
  isDeleted: boolean;
}

export interface OracleBoard
  extends
    OracleGroups,
    OracleVotes,
    OracleResponses,
    OracleActionLists,
    OracleDiscussed,
    OracleScores,
    OracleCarriedOver {
  /** Who leads the meeting. */
  owner: string;
  /** Nobody is told who writes. */
  isAnonymous: boolean;
  seq: number;
  phase: string;
  name: string;
  hides: boolean;
  /** A finished board accepts no changes of notes, and hides none. */
  isFinished: boolean;
  /** Who is done with the phase. */
  ready: readonly string[];
  /** Who has answered the question of the day. */
  turns: readonly string[];
  timer: 'none' | 'running' | 'paused';
  notes: ReadonlyMap<string, OracleNote>;
}

const addingPhases = ['writing', 'grouping'];
const changingPhases = ['writing', 'revealing', 'grouping', 'discussing', 'closing_ready'];
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

/** Why an accepted command should have been refused, or null. */
export function findObjection(board: OracleBoard, command: Accepted): string | null {
  const note = 'note' in command ? board.notes.get(command.note) : undefined;
  if (board.isFinished && command.kind !== 'restore' && command.kind !== 'return') {
    return `${command.kind} on a finished board`;
  }
  const isThere = note !== undefined && !note.isDeleted;
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
      if (leavesGroup(board, command)) return `${command.kind} of a note that is still in a group`;
      return note.hidden && note.by !== command.by ? `${command.kind} of a hidden note` : null;
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
    case 'rename':
    case 'hide':
    case 'return':
      return null;
    case 'finish':
      if (hasSecretTotals(board)) return 'finished with secret totals';
      if (untold(board, true).length > 0) return 'finished with scores that nobody is told';
      return hasHiddenNotes(board) ? 'finished with hidden notes' : null;
    case 'ready':
      if (command.phase !== board.phase) return `ready for ${command.phase} in ${board.phase}`;
      return board.ready.includes(command.by) === command.ready ? 'ready as they were' : null;
    case 'turn':
      if (board.phase !== 'joining') return `a turn in ${board.phase}`;
      return board.turns.includes(command.by) === command.done ? 'a turn as it was' : null;
    case 'ask':
      if (command.by !== board.owner) return 'a question of somebody who does not lead';
      return board.phase === 'joining' ? null : `a question in ${board.phase}`;
    case 'vote':
      return findVoteObjection(board, command);
    case 'voted':
      if (board.phase !== 'voting') return `done voting in ${board.phase}`;
      return board.voted.includes(command.by) === command.finished ? 'done voting as before' : null;
    case 'timer':
      return timerAfter(board.timer, command.action) === null
        ? `${command.action} of a timer that is ${board.timer}`
        : null;
  }
}

/** Authors correct their own text in every phase. */
function isOwnCorrection({ by, column }: OracleNote, command: Accepted): boolean {
  return command.kind === 'edit' && command.by === by && (command.column ?? column) === column;
}

/** What an action makes of a timer; null where it changes nothing, or may not be. */
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

function hasHiddenNotes(board: OracleBoard): boolean {
  return [...board.notes.values()].some((note) => note.hidden && !note.isDeleted);
}

/** Whether a note that comes now lies face down. */
export function hidesNew({ isFinished, hides, phase }: OracleBoard): boolean {
  return !isFinished && hides && hidingPhases.includes(phase);
}

/** Whether the last command reveals hidden notes, for which the log has an event of its own. */
export function mustReveal(board: OracleBoard): boolean {
  const mayHide = hidingPhases.includes(board.phase) && board.hides;
  return !mayHide && hasHiddenNotes(board);
}

/** Whether there are hidden notes that must be revealed before the meeting can finish. */
export function mayRevealToFinish(board: OracleBoard): boolean {
  return !board.isFinished && hasHiddenNotes(board);
}

/** Applies the next command of the log. */
export function fold(board: OracleBoard, command: Accepted): OracleBoard {
  const seq = board.seq + 1;
  const notes = new Map(board.notes);
  const hidesNow = hidesNew(board);
  function put(change: (note: OracleNote) => OracleNote): void {
    const note = 'note' in command && notes.get(command.note);
    if (note) notes.set(note.note, { ...change(note), version: note.version + 1 });
  }
  switch (command.kind) {
    case 'add': {
      const { note, by, text, column } = command;
      const fresh = { hidden: hidesNow, isEdited: false, place: seq, version: 1, isDeleted: false };
      notes.set(note, { note, by, text, column, ...fresh });
      break;
    }
    case 'edit': {
      const { text, column } = command;
      put((note) => {
        const moves = column !== undefined && column !== note.column;
        const isEdited = note.isEdited || !note.hidden;
        return { ...note, text, isEdited, ...(moves && { column, place: seq }) };
      });
      break;
    }
    case 'move':
      put((note) => ({ ...note, column: command.column, place: seq }));
      break;
    case 'remove':
      put((note) => ({ ...note, isDeleted: true }));
      return foldTopicGone({ ...board, seq, notes }, command.note);
    case 'restore':
      put((note) => ({ ...note, isDeleted: false, hidden: note.hidden && hidesNow }));
      return foldNoteBack({ ...board, seq, notes }, command.note);
    case 'phase':
      return foldLookingBack({
        ...board,
        seq,
        notes,
        phase: command.phase,
        ready: [],
        turns: [],
        voted: [],
        totals: showsTotals(command.phase) ? (board.totals ?? new Map()) : null,
        timer: command.isTimed ? 'running' : 'none',
      });
    case 'ready': {
      const others = board.ready.filter((user) => user !== command.by);
      return { ...board, seq, notes, ready: command.ready ? [...others, command.by] : others };
    }
    case 'turn': {
      const others = board.turns.filter((user) => user !== command.by);
      return { ...board, seq, notes, turns: command.done ? [...others, command.by] : others };
    }
    case 'ask':
      return { ...board, seq, notes, turns: [] };
    case 'vote':
      return foldVote({ ...board, seq, notes }, command);
    case 'voted': {
      const others = board.voted.filter((user) => user !== command.by);
      const voted = command.finished ? [...others, command.by] : others;
      return { ...board, seq, notes, voted };
    }
    case 'timer': {
      const timer = timerAfter(board.timer, command.action) ?? board.timer;
      return { ...board, seq, notes, timer };
    }
    case 'comment':
    case 'editComment':
    case 'deleteComment':
    case 'restoreComment':
    case 'react':
      return foldResponse({ ...board, seq, notes }, command);
    case 'choose':
    case 'arrange':
    case 'park':
    case 'extend':
      return {
        ...board,
        seq,
        discussion: discussionAfter(board.discussion ?? nothingDiscussed, command),
      };
    case 'rename':
      return { ...board, seq, notes, name: command.name };
    case 'hide':
      return { ...board, seq, notes, hides: command.hide };
    case 'finish':
      return foldLookingBack({
        ...board,
        seq,
        notes,
        isFinished: true,
        ready: [],
        turns: [],
        voted: [],
        timer: 'none',
        totals: board.totals ?? new Map(),
      });
    // Each event of theirs is folded by itself.
    case 'group':
    case 'regroup':
    case 'part':
    case 'return':
      break;
  }
  return { ...board, seq, notes };
}

/** Applies the event that reveals all notes. */
export function foldReveal(board: OracleBoard): OracleBoard {
  const notes = new Map(board.notes);
  for (const note of board.notes.values()) {
    if (!note.hidden || note.isDeleted) continue;
    notes.set(note.note, { ...note, hidden: false, version: note.version + 1 });
  }
  return { ...board, seq: board.seq + 1, notes };
}

/** Applies the event that tells votes anew. */
export function foldVotesEvent(board: OracleBoard, hasTotals: boolean): OracleBoard {
  return foldVotesTold({ ...board, seq: board.seq + 1 }, hasTotals);
}

/** Applies the second event of one command, which changes nothing but the seq. */
export function foldSecondEvent(board: OracleBoard): OracleBoard {
  return { ...board, seq: board.seq + 1 };
}
