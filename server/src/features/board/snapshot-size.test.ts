import { ActionText } from '@wentwell/contract/actions/actions';
import { Board } from '@wentwell/contract/board/snapshot';
import { ActionId, CommentId, GroupId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { ColumnId } from '@wentwell/contract/notes/columns';
import { CommentContent } from '@wentwell/contract/notes/comments';
import { GroupTitle } from '@wentwell/contract/notes/groups';
import { NoteContent } from '@wentwell/contract/notes/notes';
import { Emoji } from '@wentwell/contract/notes/reactions';
import { expect, it } from 'vitest';

import { actions } from '#server/features/actions/actions.table';
import { comments } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import { notes } from '#server/features/notes/notes.table';
import { reactions } from '#server/features/reactions/reactions.table';
import { newId } from '#server/platform/ids';
import { buildBoard } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';

/** The sum of a board's maxima (docs/api.md A-75). */
const mostBytes = 26 * 1024 * 1024;

// JSON escapes a control character as six bytes. Names allow no control characters, so their maximum is three bytes.
const longest = (length: number) => `a${'\u0001'.repeat(length - 2)}a`;
const longestLine = (length: number) => '漢'.repeat(length);
const emojis = ['🎉', '👍', '🔥', '😀', '😁', '😂', '🤣', '😃', '😄', '😅', '😆', '😉'];

function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

it('A-75: a full board is answered whole, within the bytes of its limits', async () => {
  await using app = await buildTestApp();
  const { owner, member, team, meeting, path } = await buildBoard(app);
  const at = { meetingId: meeting.id, teamId: team.id };
  const groupIds = times(limits.notesPerBoard / 2, () => newId(GroupId));
  const noteType = ColumnId.parse('went_well');
  const noteRows = times(limits.notesPerBoard, (position) => ({
    ...at,
    id: newId(NoteId),
    authorId: member.id,
    content: NoteContent.parse(longest(limits.noteContentMax)),
    noteType,
    hidden: false,
    position,
    groupId: groupIds[position % groupIds.length] ?? null,
  }));
  const groupRows = groupIds.map((id) => ({
    ...at,
    id,
    title: GroupTitle.parse(longestLine(limits.groupTitleMax)),
    titleIsCustom: true,
    columnId: noteType,
  }));
  const noteIds = noteRows.map(({ id }) => id);
  const commentRows = times(limits.commentsPerBoard, (n) => ({
    ...at,
    id: newId(CommentId),
    noteId: noteIds[n % noteIds.length] ?? newId(NoteId),
    authorId: member.id,
    content: CommentContent.parse(longest(limits.commentContentMax)),
  }));
  const reactionRows = noteIds.flatMap((noteId) =>
    emojis
      .slice(0, limits.emojisPerNote)
      .map((emoji) => ({ ...at, noteId, userId: member.id, emoji: Emoji.parse(emoji) })),
  );
  const actionRows = times(limits.actionsPerMeeting, () => ({
    ...at,
    id: newId(ActionId),
    text: ActionText.parse(longestLine(limits.actionTextMax)),
    reason: longestLine(limits.actionReasonMax),
    status: 'dropped' as const,
    meetingsSeen: 1,
    createdBy: owner.id,
  }));
  await app.db.insert(groups).values(groupRows);
  for (let n = 0; n < noteRows.length; n += 100) {
    await app.db.insert(notes).values(noteRows.slice(n, n + 100));
    await app.db.insert(comments).values(commentRows.slice(n, n + 100));
  }
  for (let n = 0; n < reactionRows.length; n += 1000) {
    await app.db.insert(reactions).values(reactionRows.slice(n, n + 1000));
  }
  await app.db.insert(actions).values(actionRows);
  await app.post(owner, `${path}/phase/transition`, { phase: 'discussing' });
  const answer = await app.get(owner, `${path}/board`);
  expect(answer.status).toBe(200);
  const board = Board.parse(answer.body);
  expect(board.notes).toHaveLength(limits.notesPerBoard);
  expect(Object.values(board.comments).flat()).toHaveLength(limits.commentsPerBoard);
  expect(board.actions).toHaveLength(limits.actionsPerMeeting);
  expect(board.groups).toHaveLength(groupIds.length);
  expect(Object.keys(board.reactions)).toHaveLength(limits.notesPerBoard);
  const bytes = Buffer.byteLength(answer.text);
  expect(bytes).toBeLessThan(mostBytes);
  // The test board must come close to the maximum.
  expect(bytes).toBeGreaterThan(0.9 * mostBytes);
});
