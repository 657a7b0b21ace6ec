// "Tell us more" in the oracle: questions and signed notes (docs/retro.md ).
import { shownAuthor, userOf } from './anonymity.ts';

export interface OracleQuestions {
  /** Notes with a question to their author. */
  asked: ReadonlySet<string>;
}

export const noQuestions: OracleQuestions = { asked: new Set() };

export interface SignedNote {
  note: string;
  by: string;
  hidden: boolean;
  /** The note shows its author's name. */
  isSigned: boolean;
  isDeleted: boolean;
}

interface AskedBoard extends OracleQuestions {
  isAnonymous: boolean;
  notes: ReadonlyMap<string, SignedNote>;
  comments: ReadonlyMap<string, { note: string; isAnswer: boolean; deletedBy: string | null }>;
}

/** An unsigned note belongs to its author in one browser only, a signed one in all. */
export function isOf({ by, isSigned }: SignedNote, author: string): boolean {
  return by === (isSigned ? userOf(author) : author);
}

/** The note's author as shown to the viewer. */
export function shownWriter(
  board: Pick<AskedBoard, 'isAnonymous'>,
  { by, isSigned }: SignedNote,
  viewer: string,
): string {
  return isSigned ? by : shownAuthor(board, by, viewer);
}

/** Returns why the note accepts no question or answer, or null. */
export function findTellingObjection(
  { isAnonymous, notes }: Pick<AskedBoard, 'isAnonymous' | 'notes'>,
  { kind, note, by }: { kind: string; note: string; by: string },
): string | null {
  const found = notes.get(note);
  if (!isAnonymous) return `${kind} in a meeting with names`;
  if (!found || found.isDeleted || found.hidden) return `${kind} of a note that does not lie open`;
  const isOwn = isOf(found, by);
  if (kind === 'askMore' && found.isSigned) return 'a question about a signed note';
  if (kind === 'askMore') return isOwn ? 'a question to oneself' : null;
  return isOwn ? null : `${kind} by somebody who is not the author`;
}

/** The viewer's own notes with unanswered questions. */
export function* askedLines(board: AskedBoard, viewer: string) {
  for (const note of board.asked) {
    const found = board.notes.get(note);
    const isAnswered = [...board.comments.values()].some(
      (each) => each.note === note && each.isAnswer && each.deletedBy === null,
    );
    if (!found || found.isSigned || found.by !== viewer) continue;
    if (!found.isDeleted && !isAnswered) yield askedLine(note);
  }
}

/** The line also depends on the note's answers. */
export function askedLine(note: string) {
  return { ids: [note, answersTo(note)], text: `asked to tell more of ${note}` };
}

export function answersTo(note: string): string {
  return `answers to ${note}`;
}
