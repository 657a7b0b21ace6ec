import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { withoutTexts } from './board-features.ts';
import { commentFeature } from './comment-events.ts';
import { type Comment, commentPolicy, commentsByTopic } from './comments.ts';
import { CommentId, GroupId, NoteId, UserId } from './ids.ts';
import { ofNotes } from './note-events.ts';
import { phases } from './phases.ts';
import { makeNote } from './testing/notes.ts';
import { topicIdOf } from './topics.ts';

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
const author = UserId.parse(idOf(1));
const groupIds = [GroupId.parse(idOf(800)), GroupId.parse(idOf(801))];

function makeComment(number: number, noteId: NoteId, overrides: Partial<Comment> = {}): Comment {
  const at = new Date(Date.UTC(2026, 2, 14, 9, 0, number)).toISOString();
  return {
    id: CommentId.parse(idOf(900 + number)),
    topic_id: noteId,
    note_id: noteId,
    author_id: author,
    content: `Comment ${number}`,
    version: 1,
    created_at: at,
    updated_at: at,
    ...overrides,
  };
}

describe('comments', () => {
  it('R-132: stand with the topics of their notes, in their order, however those are grouped', () => {
    const moves = fc.array(fc.record({ note: fc.nat(3), to: fc.nat(2) }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 10 }), moves, (hungOn, changes) => {
        let notes = Array.from({ length: 4 }, () => makeNote());
        const written = hungOn.map((index, number) =>
          makeComment(number, notes[index]?.id ?? NoteId.parse(idOf(0))),
        );
        let board = { comments: commentsByTopic(written.toReversed()) };
        for (const { note: index, to } of changes) {
          notes = notes.map((note, at) =>
            at === index ? { ...note, group_id: groupIds[to] ?? null } : note,
          );
          const data = { notes: notes.slice(index, index + 1) };
          board = commentFeature.follows.group_changed(board, data);
        }
        const expected = written.map((comment) => {
          const note = notes.find(({ id }) => id === comment.note_id);
          return { ...comment, topic_id: note ? topicIdOf(note) : comment.topic_id };
        });
        for (const [topic, its] of Object.entries(board.comments)) {
          expect(its).toEqual(expected.filter(({ topic_id }) => topic_id === topic));
        }
        expect(Object.values(board.comments).flat()).toHaveLength(expected.length);
      }),
    );
  });

  it('R-134: go from the board with the note that they hang on', () => {
    const [first, second] = [makeNote(), makeNote()];
    const kept = makeComment(2, second.id);
    const board = { comments: commentsByTopic([makeComment(1, first.id), kept]) };
    const after = commentFeature.follows.note_deleted(board, { note_id: first.id });
    expect(after.comments).toEqual({ [second.id]: [kept] });
  });

  it('R-135: leave the events that hold them with themselves, and with their note', () => {
    const [first, second] = [makeComment(1, makeNote().id), makeComment(2, makeNote().id)];
    const written = {
      type: 'comment_changed' as const,
      data: { topic_id: first.topic_id, comment: first },
    };
    const deleted = { type: 'comment_changed', data: { comment_id: first.id, deleted: true } };
    const comment = { kind: 'comment' as const, ids: [first.id] };
    expect(withoutTexts(written, comment)).toEqual(deleted);
    expect(withoutTexts(written, ofNotes([first.note_id]))).toEqual(deleted);
    expect(withoutTexts(written, ofNotes([second.note_id]))).toBe(written);
    const placed = { type: 'comments_placed' as const, data: { comments: [first, second] } };
    expect(withoutTexts(placed, ofNotes([first.note_id]))).toEqual({
      type: 'comments_placed',
      data: { comments: [second] },
    });
  });

  it.each(phases)('R-131, R-133: may be written and changed in %s by those who may', (phase) => {
    const meeting = { phase, status: 'live', owner_id: UserId.parse(idOf(2)) } as const;
    const comment = { author_id: author };
    const open = ['joining', 'writing'].includes(phase) ? 'COMMENTS_NOT_YET' : 'allowed';
    const other = { userId: UserId.parse(idOf(3)), isSuperuser: false, role: 'member' } as const;
    const others = [
      { ...other, userId: author },
      { ...other, userId: meeting.owner_id },
      { ...other, role: 'admin' },
      { ...other, role: null, isSuperuser: true },
    ] as const;
    expect(commentPolicy.add(other, meeting)).toBe(open);
    expect(others.map((who) => commentPolicy.change(who, meeting, comment))).toEqual(
      others.map(() => open),
    );
    const refused = open === 'allowed' ? 'COMMENT_AUTHOR_ONLY' : open;
    expect(commentPolicy.change(other, meeting, comment)).toBe(refused);
    expect(commentPolicy.add({ ...other, role: null }, meeting)).toBe('TEAM_MEMBER_ONLY');
    expect(commentPolicy.add(other, { ...meeting, status: 'closed' })).toBe('MEETING_NOT_LIVE');
  });
});
