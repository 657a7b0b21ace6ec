// Comments and reactions in the oracle, including those on deleted notes, and who may change them.
import { shownAuthor, userOf } from './anonymity.ts';
import { isLead } from './oracle-discussion.ts';
import { groupOf, type OracleGroups } from './oracle-groups.ts';
import { findTellingObjection, isOf, shownWriter, type SignedNote } from './oracle-questions.ts';

export type ResponseCommand =
  | {
      kind: 'comment';
      comment: string;
      topic: string;
      by: string;
      text: string;
      isAnswer: boolean;
    }
  | { kind: 'editComment'; comment: string; by: string; text: string }
  | { kind: 'deleteComment'; comment: string; by: string }
  | { kind: 'restoreComment'; comment: string; topic: string; by: string }
  | { kind: 'react'; note: string; emoji: string; by: string; reacts: boolean };

export interface OracleComment {
  comment: string;
  by: string;
  /** The note it belongs to. */
  note: string;
  /** Written by the note's author. */
  isAnswer: boolean;
  text: string;
  version: number;
  deletedBy: string | null;
}

export interface OracleResponses {
  comments: ReadonlyMap<string, OracleComment>;
  /** Users by note and emoji. */
  reactions: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

interface AnsweredBoard extends OracleGroups, OracleResponses {
  owner: string;
  coLeads: readonly string[];
  isAnonymous: boolean;
  phase: string;
  notes: ReadonlyMap<string, SignedNote & { column: string; place: number }>;
}

export const noResponses: OracleResponses = { comments: new Map(), reactions: new Map() };

const respondingPhases = ['revealing', 'grouping', 'voting', 'discussing', 'closing_ready'];

function isLiving(board: AnsweredBoard, note: string): boolean {
  return board.notes.get(note)?.isDeleted === false;
}

/** The topic's oldest note. `topic` may also be a note in a group. Null if there is no such topic. */
function oldestNote(board: AnsweredBoard, topic: string): string | null {
  const note = isLiving(board, topic) ? topic : null;
  const group = board.groups.get((note && groupOf(board, note)) ?? topic);
  const column = group?.column ?? board.notes.get(topic)?.column;
  return column === 'action' ? null : (group?.notes[0] ?? note);
}

function isBy(board: AnsweredBoard, { by, note, isAnswer }: OracleComment, author: string) {
  const answered = isAnswer ? board.notes.get(note) : undefined;
  return answered ? isOf(answered, author) : by === author;
}

export function isShown(board: AnsweredBoard, comment: string): boolean {
  const found = board.comments.get(comment);
  return found?.deletedBy === null && isLiving(board, found.note);
}

/** Returns why an accepted command should have been refused, or null. */
export function findResponseObjection(
  board: AnsweredBoard,
  command: ResponseCommand,
): string | null {
  const { kind, by } = command;
  // Answers are allowed in any phase.
  if (command.kind === 'comment' && command.isAnswer) {
    const { comment, topic: note } = command;
    if (oldestNote(board, note) === null) return `an answer on what is no topic: ${note}`;
    if (board.comments.has(comment)) return 'an answer again';
    return findTellingObjection(board, { kind: 'an answer', note, by });
  }
  if (!respondingPhases.includes(board.phase)) return `${kind} in phase ${board.phase}`;
  if (command.kind === 'react') {
    return isLiving(board, command.note) ? null : 'a reaction to a deleted note';
  }
  const found = board.comments.get(command.comment);
  if ('topic' in command && oldestNote(board, command.topic) === null) {
    return `${kind} on what is no topic: ${command.topic}`;
  }
  if (command.kind === 'comment') return found ? 'a comment again' : null;
  if (!found) return `${kind} of an unknown comment`;
  if (command.kind === 'restoreComment') {
    if (found.deletedBy === null) return 'a comment restored though it was there';
    if (found.isAnswer && !isLiving(board, found.note)) return 'an answer without its note';
    const isTheirs = isBy(board, found, by) || found.deletedBy === by;
    return isTheirs ? null : 'a comment restored by another';
  }
  if (!isShown(board, command.comment)) return `${kind} of a deleted comment`;
  const mayChange = isBy(board, found, by) || isLead(board, userOf(by));
  return mayChange ? null : `${kind} of another's comment`;
}

function withReaction(
  { reactions }: AnsweredBoard,
  { note, emoji, by, reacts: isOn }: ResponseCommand & { kind: 'react' },
): OracleResponses['reactions'] {
  const ofNote = reactions.get(note) ?? new Map<string, readonly string[]>();
  const others = (ofNote.get(emoji) ?? []).filter((each) => each !== by);
  return new Map(reactions).set(note, new Map(ofNote).set(emoji, isOn ? [...others, by] : others));
}

export function foldResponse<Board extends AnsweredBoard>(
  board: Board,
  command: ResponseCommand,
): Board {
  if (command.kind === 'react') return { ...board, reactions: withReaction(board, command) };
  const comments = new Map(board.comments);
  const { comment, by } = command;
  const found = comments.get(comment);
  const topicNote = 'topic' in command ? (oldestNote(board, command.topic) ?? '') : '';
  const version = (found?.version ?? 0) + 1;
  if (command.kind === 'comment') {
    const { text, isAnswer } = command;
    const note = isAnswer ? command.topic : topicNote;
    comments.set(comment, { comment, by, note, isAnswer, text, version, deletedBy: null });
  } else if (found && !(command.kind === 'restoreComment' && isShown(board, comment))) {
    const changed = { ...found, version };
    if (command.kind === 'editComment') changed.text = command.text;
    if (command.kind === 'deleteComment') changed.deletedBy = by;
    if (command.kind === 'restoreComment') {
      changed.deletedBy = null;
      changed.note = isLiving(board, found.note) ? found.note : topicNote;
    }
    comments.set(comment, changed);
  }
  return { ...board, comments };
}

/** Before a grouped note is deleted, moves its comments to the group's oldest remaining note. */
export function foldCommentsLeave<Board extends AnsweredBoard>(board: Board, note: string): Board {
  const group = groupOf(board, note);
  const successor = (board.groups.get(group ?? '')?.notes ?? []).find((each) => each !== note);
  if (successor === undefined) return board;
  const comments = [...board.comments.values()].map((each): [string, OracleComment] => [
    each.comment,
    each.note === note && !each.isAnswer ? { ...each, note: successor } : each,
  ]);
  return { ...board, comments: new Map(comments) };
}

interface ShownComment {
  id: string;
  topic: string;
  note: string;
  by: string;
  version: number;
  isAnswer: boolean;
  text: string;
}

export function commentLine({ id, topic, note, by, version, isAnswer, text }: ShownComment) {
  const what = `${isAnswer ? 'answer' : 'comment'} ${id} ${version} by ${by} on ${note} in ${topic}: ${text}`;
  return { ids: [id, note], text: what };
}

export function reactionLine(
  note: string,
  emoji: string,
  { count, mine }: { count: number; mine: boolean },
) {
  return { ids: [note], text: `${count} with ${emoji} to ${note}${mine ? ', and I' : ''}` };
}

export function* responseLines(board: AnsweredBoard, viewer: string) {
  for (const each of board.comments.values()) {
    const { comment: id, note, isAnswer, version, text } = each;
    const answered = isAnswer ? board.notes.get(note) : undefined;
    const by = answered
      ? shownWriter(board, answered, viewer)
      : shownAuthor(board, each.by, viewer);
    const topic = groupOf(board, note) ?? note;
    if (isShown(board, id)) yield commentLine({ id, topic, note, by, version, isAnswer, text });
  }
  for (const [note, byEmoji] of board.reactions) {
    for (const [emoji, by] of byEmoji) {
      if (by.length === 0 || !isLiving(board, note)) continue;
      yield reactionLine(note, emoji, { count: by.length, mine: by.includes(viewer) });
    }
  }
}
