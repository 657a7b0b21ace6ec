import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { BoardState } from '../board/board.ts';
import { type CommentRecord, commentType, presentComments } from '../board/comments.ts';
import { noteType } from '../board/notes.ts';
import { fieldsOf } from '../board/record.ts';
import { topicIdOf } from '../discussion/topics.ts';
import { CommentId, GroupId, NoteId, UserId } from '../ids.ts';
import { makeNote } from '../testing/notes.ts';

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
const author = UserId.parse(idOf(1));
const groupIds = [GroupId.parse(idOf(800)), GroupId.parse(idOf(801))];

function makeComment(number: number, note_id: NoteId): CommentRecord {
  const at = new Date(Date.UTC(2026, 2, 14, 9, 0, number)).toISOString();
  return {
    type: commentType.type,
    id: CommentId.parse(idOf(900 + number)),
    note_id,
    author_id: author,
    content: `Comment ${number}`,
    version: 1,
    created_at: at,
    updated_at: at,
  };
}

describe('comments', () => {
  it('R-132: follow their notes’ topics in order, however the notes are grouped', () => {
    const moves = fc.array(fc.record({ note: fc.nat(3), to: fc.nat(2) }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 10 }), moves, (hungOn, changes) => {
        const notes = Array.from({ length: 4 }, () => ({ ...makeNote(), type: noteType.type }));
        const written = hungOn.map((index, number) =>
          makeComment(number, notes[index]?.id ?? NoteId.parse(idOf(0))),
        );
        let board = BoardState.empty.with([...notes, ...written.toReversed()], []);
        for (const { note: index, to } of changes) {
          const note = notes[index];
          if (!note) throw new Error('unreachable');
          const moved = { ...note, group_id: groupIds[to] ?? null };
          board = board.with([moved], []);
        }
        const expected = written.map(fieldsOf).map((comment) => {
          const note = board.get(noteType, comment.note_id);
          if (!note) throw new Error('unreachable');
          return { ...comment, topic_id: topicIdOf(note) };
        });
        const comments = presentComments(board);
        for (const [topic, its] of Object.entries(comments)) {
          expect(its).toEqual(expected.filter(({ topic_id }) => topic_id === topic));
        }
        expect(Object.values(comments).flat()).toHaveLength(expected.length);
      }),
    );
  });
});
