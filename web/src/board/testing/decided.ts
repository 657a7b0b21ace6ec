// Commands on an in-memory board, and their changes as a page receives them.
import type { BoardState } from '@wentwell/contract/board/board';
import { apply, partition, view } from '@wentwell/contract/board/change';
import type { Command } from '@wentwell/contract/board/command';
import { type Context, isRejected } from '@wentwell/contract/board/context';
import { boardRules } from '@wentwell/contract/board/features';
import { answersMinDefault } from '@wentwell/contract/check-in/check-in';
import { CommentId, GroupId, NoteId } from '@wentwell/contract/ids';
import {
  createBoard,
  createContext,
  type Options,
  users,
  viewerOf,
} from '@wentwell/contract/testing/random-meeting.suite';

import type { ShownChange } from '../shown-change.ts';

const { recordTypes } = boardRules;
/** Ada leads the meeting. */
export const [ada, bob, cy] = users;

function idOf(kind: string, digit: number): string {
  return `0198f000-0000-${kind}000-8000-${String(digit).padStart(12, '0')}`;
}
export const noteIdOf = (digit: number) => NoteId.parse(idOf('7', digit));
export const carriedIdOf = (digit: number) => NoteId.parse(idOf('8', digit));
export const groupIdOf = (digit: number) => GroupId.parse(idOf('6', digit));
export const commentIdOf = (digit: number) => CommentId.parse(idOf('5', digit));

interface DecidedOptions {
  by?: typeof ada;
  /** The page's viewer; null for a screen. */
  viewer?: typeof ada | null;
  context?: Partial<Context>;
}

/** Throws if the command is refused or changes nothing. */
export function decided(
  before: BoardState,
  command: Command,
  { by = ada, viewer = cy, context = {} }: DecidedOptions = {},
): { board: BoardState; change: ShownChange } {
  const made = createContext(before, by, { isServer: true });
  const scores = { given: {}, by: null, isOtherKey: false, answersMin: answersMinDefault };
  const facts = { ...made.facts, openActions: 0, scores };
  const full = boardRules.decide(before, command, { ...made, facts, ...context });
  if (full === null || isRejected(full)) throw new Error(`${command.name}: ${full?.error}`);
  const board = apply(before, full, before.seq + 1);
  const who = viewer && viewerOf(before, viewer);
  const { cause, ...patch } = view(partition(recordTypes, full), who);
  const seen = recordTypes.view(before, who);
  const change = {
    seq: board.seq,
    userId: cause.actorId,
    timestamp: made.recordedAt,
    command: cause.command,
    patch,
    before: seen,
    after: apply(seen, patch, board.seq),
  };
  return { board, change };
}

/** A board with this many notes of Bob's. */
export function boardOf(notes: number, options: Partial<Options> = {}): BoardState {
  let board = createBoard({ anonymous: false, hide_notes: false, ...options });
  for (let digit = 1; digit <= notes; digit += 1) board = addNote(board, digit).board;
  return board;
}

export function addNote(board: BoardState, digit: number, options: DecidedOptions = {}) {
  const input = { id: noteIdOf(digit), content: `Note ${digit}`, note_type: 'went_well' };
  return decided(board, { name: 'note.add', input }, { by: bob, ...options });
}

export function enterPhase(board: BoardState, phase: string): BoardState {
  return decided(board, { name: 'phase.enter', input: { phase } }).board;
}

/** A board in grouping with this many notes, of which the first two are a group. */
export function groupedBoard(notes: number): BoardState {
  const input = { id: groupIdOf(1), note_ids: [noteIdOf(1), noteIdOf(2)], title: 'Deploys' };
  return decided(enterPhase(boardOf(notes), 'grouping'), { name: 'group.create', input }).board;
}
