// "Tell us more" in anonymous meetings (docs/retro.md ). The holder of a note's key alone knows that
// somebody asks for more. Its answers: `question-commands.ts`.
import { z } from 'zod';

import { loggedAuthorFields } from '../author-keys.ts';
import type { ErrorCode } from '../errors.ts';
import { NoteId, UserId } from '../ids.ts';
import type { Meeting } from '../meetings.ts';
import type { Note } from '../notes.ts';
import type { TeamContext } from '../teams.ts';
import type { BoardState } from './board.ts';
import { commentType } from './comments.ts';
import { noteType } from './notes.ts';
import { defineRecordType, type Owner } from './record.ts';

/** Null if something can be asked or told about this note. `meeting` has its effective status. */
export function refuseQuestion(
  who: TeamContext,
  { status }: Pick<Meeting, 'status'>,
  { hidden }: Pick<Note, 'hidden'>,
): ErrorCode | null {
  if (who.role === null) return 'TEAM_MEMBER_ONLY';
  if (status !== 'live') return 'MEETING_NOT_LIVE';
  return hidden ? 'NOTE_FACE_DOWN' : null;
}

/** Whether the author of this note can be asked, or is the reader. */
export function maySayMore(
  who: TeamContext,
  meeting: Pick<Meeting, 'status'>,
  note: Pick<Note, 'mine' | 'hidden'>,
): boolean {
  // A signed note does not say whose it is.
  return note.mine !== undefined && refuseQuestion(who, meeting, note) === null;
}

/** Nothing says who asks, how many, or when. It stays on the board: its end would tell what became of it. */
const Question = z.object({
  type: z.literal('question'),
  /** The id of the note. */
  id: NoteId,
  ...loggedAuthorFields,
  /** In place of the hash, whoever has signed the note. */
  user_id: UserId.optional(),
});
export type QuestionRecord = z.infer<typeof Question>;

function ownerOf({ author_hash, user_id }: QuestionRecord): Owner | null {
  if (user_id !== undefined) return `user:${user_id}`;
  return author_hash === undefined ? null : `key:${author_hash}`;
}

export const questionType = defineRecordType<QuestionRecord>({
  type: 'question',
  schema: Question,
  views(question) {
    const owner = ownerOf(question);
    const record: QuestionRecord = { type: 'question', id: question.id };
    return { publicView: null, privateView: owner && { owner, record } };
  },
  // It has no text. Its hash leaves the history in the same way.
  hasUserText: true,
});

/** The reader's own anonymous notes for whose author somebody has a question that is not answered. */
export function presentAsked(view: BoardState): NoteId[] {
  const comments = view.all(commentType);
  return view.all(questionType).flatMap(({ id }) => {
    const isAnswered = comments.some((each) => each.from_author && each.note_id === id);
    return view.get(noteType, id)?.mine && !isAnswered ? [id] : [];
  });
}
