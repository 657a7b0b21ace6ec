// The author of an anonymous note is asked to tell more, and answers by a comment, or signs the note. The server alone
// decides: clients know of no questions but those to their own notes.
import { z } from 'zod';

import { isAuthor } from '../author-keys.ts';
import { CommentContent } from '../comments.ts';
import { CommentId, NoteId, TopicId } from '../ids.ts';
import { topicIdOf } from '../topics.ts';
import type { BoardState } from './board.ts';
import { type ChangedBoard, changedOf } from './changed.ts';
import { type BoardFeature, defineCommand } from './command.ts';
import {
  type CommentRecord,
  commentType,
  findTopicNote,
  isCommentOf,
  requireRoom,
} from './comments.ts';
import { type Context, isRejected, type Rejection } from './context.ts';
import { getMeeting, meetingNow } from './meeting.ts';
import { changeNote, type NoteRecord, noteType } from './notes.ts';
import { type QuestionRecord, questionType, refuseQuestion } from './questions.ts';
import type { RecordRef } from './record.ts';

function refuse(board: BoardState, note: NoteRecord, context: Context): Rejection | null {
  const error = refuseQuestion(context.caller, meetingNow(board, context), note);
  return error && { error };
}

/** Clients know of no hash. */
function isUnsigned({ author_hash, mine }: NoteRecord): boolean {
  return author_hash !== undefined || mine !== undefined;
}

const ask = defineCommand({
  name: 'note.ask',
  isByAuthor: true,
  input: z.object({ id: NoteId }),
  decide(board, { id }, context) {
    const note = board.get(noteType, id);
    if (!note) return { error: 'NOT_FOUND' };
    if (isRejected(context.author)) return context.author;
    const rejection = refuse(board, note, context);
    if (rejection) return rejection;
    if (!isUnsigned(note)) return { error: 'NOTE_NOT_ANONYMOUS' };
    if (isAuthor(note, context.caller)) return { error: 'QUESTION_TO_ONESELF' };
    if (!context.isServer) return null;
    // Again where there is one: the seq of the answer would tell that the note has been asked.
    const question: QuestionRecord = { type: 'question', id, author_hash: note.author_hash };
    return { put: [question], remove: [] };
  },
});

/** A comment by the author of the note, who stays as unnamed as it is. */
const answer = defineCommand({
  name: 'comment.answer',
  isByAuthor: true,
  input: z.object({ id: CommentId, topic_id: TopicId, content: CommentContent }),
  decide(board, { id, topic_id, content }, context) {
    const { caller } = context;
    const existing = board.get(commentType, id);
    if (existing) return isCommentOf(board, existing, caller) ? null : { error: 'ID_TAKEN' };
    const note = board.get(noteType, topic_id);
    const topicNote = note ? findTopicNote(board, topic_id) : undefined;
    if (!note || !topicNote) return { error: 'NOT_FOUND' };
    if (isRejected(topicNote)) return topicNote;
    if (isRejected(context.author)) return context.author;
    const rejection = refuse(board, note, context);
    if (rejection) return rejection;
    if (!getMeeting(board).settings.anonymous) return { error: 'NOTE_NOT_ANONYMOUS' };
    if (!isAuthor(note, caller)) return { error: 'NOTE_AUTHOR_ONLY' };
    const full = requireRoom(board, topicIdOf(note));
    if (full) return full;
    const { recordedAt } = context;
    const comment: CommentRecord = {
      type: 'comment',
      id,
      note_id: note.id,
      // With a hash of its own it would tie a signed note to what else its author wrote.
      author_id: null,
      from_author: true,
      content,
      version: 1,
      created_at: recordedAt,
      updated_at: recordedAt,
    };
    return { put: [comment], remove: [] };
  },
});

/** For good: there is no inverse. The name replaces the hash, which tells what else the same browser wrote. */
const sign = defineCommand({
  name: 'note.sign',
  isByAuthor: true,
  input: z.object({ id: NoteId }),
  decide(board, { id }, context) {
    const note = board.get(noteType, id);
    if (!note) return { error: 'NOT_FOUND' };
    if (isRejected(context.author)) return context.author;
    const { userId: user_id } = context.caller;
    if (note.author_id === user_id) return null;
    const rejection = refuse(board, note, context);
    if (rejection) return rejection;
    if (!isUnsigned(note)) return { error: 'NOTE_NOT_ANONYMOUS' };
    if (!isAuthor(note, context.caller)) return { error: 'NOTE_AUTHOR_ONLY' };
    const { author_hash: _, mine: __, ...unnamed } = note;
    const signed = changeNote(unnamed, { author_id: user_id }, context);
    // Asked or not: others see whether a change has something that only one is told.
    const question: QuestionRecord = { type: 'question', id, ...(context.isServer && { user_id }) };
    return { put: [signed, question], remove: [] };
  },
});

/** Notes that the change signs, and questions about them: of earlier changes the history keeps neither. */
export function signedRefs(changed: ChangedBoard): RecordRef[] {
  const signed = changedOf(changed, noteType).put.filter(
    ({ id, author_id }) =>
      author_id !== null && changed.before.get(noteType, id)?.author_hash !== undefined,
  );
  return [noteType, questionType].flatMap(({ type }) => signed.map(({ id }) => ({ type, id })));
}

export const questionsFeature: BoardFeature = {
  recordTypes: [questionType],
  commands: [ask, answer, sign],
};
