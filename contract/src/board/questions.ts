// "Tell us more" in anonymous meetings (docs/retro.md ). Only the holder of a note's key sees the
// question. They answer with a comment or sign the note.
import { z } from 'zod';

import type { ErrorCode } from '../errors.ts';
import { CommentId, NoteId, TopicId, UserId } from '../ids.ts';
import type { Meeting } from '../meetings/meetings.ts';
import { isAuthor, loggedAuthorFields } from '../notes/author-keys.ts';
import { CommentContent } from '../notes/comments.ts';
import type { Note } from '../notes/notes.ts';
import type { TeamContext } from '../teams/teams.ts';
import { ownerOf } from './authors.ts';
import type { BoardState } from './board.ts';
import { type ChangedBoard, changedOf } from './changed.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { addOnce, commentType, findTopicNote } from './comments.ts';
import { type AuthorContext, reject, requireAuthor } from './context.ts';
import { meetingNow, type MeetingRecord } from './meeting.ts';
import { changeNote, type NoteRecord, noteType } from './notes.ts';
import { defineRecordType, type RecordRef } from './record.ts';

/** Null if the note can be asked about, answered or signed. `meeting.status` is the effective status. */
function refuseQuestion(
  who: TeamContext,
  { status }: Pick<Meeting, 'status'>,
  { hidden }: Pick<Note, 'hidden'>,
): ErrorCode | null {
  if (who.role === null) return 'TEAM_MEMBER_ONLY';
  if (status !== 'live') return 'MEETING_NOT_LIVE';
  return hidden ? 'NOTE_FACE_DOWN' : null;
}

/** Whether the note's author is the reader or can be asked. */
export function mayTellMore(
  who: TeamContext,
  meeting: Pick<Meeting, 'status'>,
  note: Pick<Note, 'mine' | 'hidden'>,
): boolean {
  // Signed notes have no `mine`.
  return note.mine !== undefined && refuseQuestion(who, meeting, note) === null;
}

/** Holds no asker, count or time. Remains on the board, because removing it would reveal the outcome. */
const Question = z.object({
  type: z.literal('question'),
  id: NoteId,
  ...loggedAuthorFields,
  /** The user who signed the note; replaces the hash. */
  user_id: UserId.optional(),
});
export type QuestionRecord = z.infer<typeof Question>;

export const questionType = defineRecordType(Question, {
  views({ id, user_id: author_id = null, author_hash }) {
    const owner = ownerOf({ author_id, author_hash });
    const record: QuestionRecord = { type: 'question', id };
    return { publicView: null, privateView: owner && { owner, record } };
  },
  // A question has no text, but its hash must be erased from the log in the same way.
  hasUserText: true,
  isErasedSilently: true,
  noteOf: ({ id }) => id,
});

/** The reader's own anonymous notes that have an unanswered question. */
function presentAsked(view: BoardState): NoteId[] {
  const comments = view.all(commentType);
  return view.all(questionType).flatMap(({ id }) => {
    const isAnswered = comments.some((each) => each.from_author && each.note_id === id);
    return view.get(noteType, id)?.mine && !isAnswered ? [id] : [];
  });
}

function requireOpen(board: BoardState, note: NoteRecord, context: AuthorContext): MeetingRecord {
  requireAuthor(context);
  const meeting = meetingNow(board, context);
  const error = refuseQuestion(context.caller, meeting, note);
  if (error) reject(error);
  return meeting;
}

function findUnsigned(board: BoardState, id: NoteId, context: AuthorContext): NoteRecord {
  const note = board.get(noteType, id) ?? reject('NOT_FOUND');
  requireOpen(board, note, context);
  // Clients have `mine` instead of the hash.
  const isUnsigned = note.author_hash !== undefined || note.mine !== undefined;
  return isUnsigned ? note : reject('NOTE_NOT_ANONYMOUS');
}

const ask = defineCommand({
  name: 'note.ask',
  isByAuthor: true,
  input: z.object({ id: NoteId }),
  decide(board, { id }, context) {
    const note = findUnsigned(board, id, context);
    if (isAuthor(note, context.caller)) reject('QUESTION_TO_ONESELF');
    if (!context.isServer) return null;
    // Rewritten even if it exists: an unchanged seq would reveal that the note has already been asked about.
    const question: QuestionRecord = { type: 'question', id, author_hash: note.author_hash };
    return { put: [question], remove: [] };
  },
});

/** A comment by the author of the note, as anonymous as the note. */
const answer = defineCommand({
  name: 'comment.answer',
  isByAuthor: true,
  input: z.object({ id: CommentId, topic_id: TopicId, content: CommentContent }),
  decide: (board, input, context) =>
    addOnce(board, { input, context }, () => {
      const note = board.get(noteType, input.topic_id) ?? reject('NOT_FOUND');
      findTopicNote(board, input.topic_id);
      const meeting = requireOpen(board, note, context);
      if (!meeting.settings.anonymous) reject('NOTE_NOT_ANONYMOUS');
      if (!isAuthor(note, context.caller)) reject('NOTE_AUTHOR_ONLY');
      // A separate hash would link a signed note to its author's other texts.
      return { note, by: { author_id: null, from_author: true } };
    }),
});

/** Irreversible. The name replaces the hash, which would link the note to the browser's other texts. */
const sign = defineCommand({
  name: 'note.sign',
  isByAuthor: true,
  input: z.object({ id: NoteId }),
  decide(board, { id }, context) {
    const { userId: user_id } = context.caller;
    if (board.get(noteType, id)?.author_id === user_id) return null;
    const note = findUnsigned(board, id, context);
    if (!isAuthor(note, context.caller)) reject('NOTE_AUTHOR_ONLY');
    const { author_hash: _, mine: __, ...unnamed } = note;
    const signed = changeNote(unnamed, { author_id: user_id }, context);
    // Always written, asked or not: other viewers can tell whether a change has a private part.
    const question: QuestionRecord = { type: 'question', id, ...(context.isServer && { user_id }) };
    return { put: [signed, question], remove: [] };
  },
});

/** Notes that the change signs and their questions. Their earlier versions are erased from the log. */
function signedRefs(changed: ChangedBoard): RecordRef[] {
  const signed = changedOf(changed, noteType).put.filter(
    ({ id, author_id }) =>
      author_id !== null && changed.before.get(noteType, id)?.author_hash !== undefined,
  );
  return [noteType, questionType].flatMap(({ type }) => signed.map(({ id }) => ({ type, id })));
}

export const questionsFeature = {
  recordTypes: [questionType],
  commands: [ask, answer, sign],
  refsToErase: signedRefs,
  /** The reader's own notes with a question. Nobody else sees them. */
  shape: { asked: z.array(NoteId) },
  present: (view) => ({ asked: presentAsked(view) }),
} satisfies ShownFeature;
