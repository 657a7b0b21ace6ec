// Deleted notes' texts are erased from the history, however many notes one change contains.
import type { ChangeFrame } from '@wentwell/contract/board/change-frame';
import { noteType } from '@wentwell/contract/board/notes';
import { CommentId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { EventsPage } from '@wentwell/contract/live/live';
import { expect, it } from 'vitest';

import { notes } from '#server/features/notes/notes.table';
import { newTimelessId } from '#server/platform/ids';
import { buildActionScene } from '#test/action-scene';
import { buildBoard } from '#test/board-scene';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { renewBoard } from '#test/renew-board';

const app = await fileApp();

/** A board on which one change revealed many notes. */
async function buildRevealedBoard(app: TestApp, count: number) {
  const board = await buildBoard(app, 'writing');
  const { owner, member, meeting, team, path } = board;
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newTimelessId(NoteId),
    meetingId: meeting.id,
    teamId: team.id,
    authorId: member.id,
    content: `canary ${n} ${'x'.repeat(500)}`,
    noteType: 'went_well' as const,
    hidden: true,
    position: n,
  }));
  await app.db.insert(notes).values(rows);
  await renewBoard(app, board.meeting);
  await app.post(owner, `${path}/phase/next`);
  return { ...board, ids: rows.map(({ id }) => id) };
}

async function historyOf(app: TestApp, board: Awaited<ReturnType<typeof buildBoard>>) {
  return (await app.read(board.owner, `${board.path}/events?since=0`, EventsPage)).events;
}

/** The notes in the change that revealed them. */
function revealedIn(history: readonly ChangeFrame[]): string[] {
  const reveal = history.find(({ data }) => data.command === 'phase.next');
  const notes = reveal?.data.put.filter(({ type }) => type === noteType.type) ?? [];
  return notes.map(({ id }) => id);
}

it('removes a note from the change that revealed it, and keeps the others', async () => {
  const board = await buildRevealedBoard(app, 3);
  const [first, gone, last] = board.ids;
  await app.delete(board.member, `${board.path}/notes/${gone}`);
  const history = await historyOf(app, board);
  expect(new Set(revealedIn(history))).toEqual(new Set([first, last]));
  expect(JSON.stringify(history)).not.toContain('canary 1 ');
  for (const id of [first, last]) {
    await app.delete(board.member, `${board.path}/notes/${id}`);
  }
  const left = await historyOf(app, board);
  expect(revealedIn(left)).toEqual([]);
  expect(JSON.stringify(left)).not.toContain('canary');
});

it('sixty simultaneous deletions after a large reveal succeed or get 503', async () => {
  const board = await buildRevealedBoard(app, limits.notesPerBoard);
  const wanted = board.ids.slice(0, 60);
  const answers = await Promise.all(
    wanted.map((id) => app.delete(board.member, `${board.path}/notes/${id}`)),
  );
  const done = answers.filter(({ status }) => status === 204);
  expect(answers.filter(({ status }) => status !== 204 && status !== 503)).toEqual([]);
  expect(done.length).toBeGreaterThan(0);
  const left = revealedIn(await historyOf(app, board));
  expect(left).toHaveLength(limits.notesPerBoard - done.length);
});

// Clients choose ids. Deleting a text erases no other text with the same id.
/** A board with a topic seen by two people, and its later changes. */
async function buildScene(app: TestApp) {
  const scene = await buildActionScene(app);
  const { owner, path, topic, enter, board } = scene;
  await enter('grouping');
  const { id: topicId } = await topic(owner, 'Coffee');
  const followed = await FollowedBoard.open(app, { path, as: owner });
  const post = (at: string, as: TestUser, body: object) => app.post(as, at, body);
  const remove = (at: string, as: TestUser) => app.delete(as, at);
  return {
    ...scene,
    post,
    noteBy: (as: TestUser, id: string) =>
      post(`${path}/notes`, as, { id, content: 'A note', note_type: 'went_well' }),
    commentBy: (as: TestUser, id: string) =>
      post(`${path}/topics/${topicId}/comments`, as, { id, content: 'A comment' }),
    actionBy: (as: TestUser, id: string) =>
      post(scene.listPath, as, { id, text: 'An action item' }),
    deleteNote: (as: TestUser, id: string) => remove(`${path}/notes/${id}`, as),
    deleteComment: (as: TestUser, id: string) =>
      remove(`${path}/topics/${topicId}/comments/${id}`, as),
    deleteAction: (as: TestUser, id: string) => remove(`/api/v1/actions/${id}`, as),
    /** Expects that following the history gives the present board. */
    async expectWholeHistory() {
      await followed.catchUp();
      return board();
    },
  };
}

it('deleting a comment keeps the note with its id in the history', async () => {
  const scene = await buildScene(app);
  const id = newTimelessId(CommentId);
  await scene.noteBy(scene.owner, id);
  await scene.commentBy(scene.member, id);
  expect(await scene.deleteComment(scene.member, id)).toMatchObject({ status: 204 });
  const { notes } = await scene.expectWholeHistory();
  expect(notes.map(({ content }) => content)).toContain('A note');
});

it('deleting a note keeps the comment with its id in the history', async () => {
  const scene = await buildScene(app);
  const id = newTimelessId(CommentId);
  await scene.commentBy(scene.owner, id);
  await scene.noteBy(scene.member, id);
  expect(await scene.deleteNote(scene.member, id)).toMatchObject({ status: 204 });
  const { comments } = await scene.expectWholeHistory();
  expect(Object.values(comments).flat()).toMatchObject([{ content: 'A comment' }]);
});

it('deleting a comment keeps the action item with its id in the history', async () => {
  const scene = await buildScene(app);
  await scene.enter('discussing');
  const id = newTimelessId(CommentId);
  await scene.agreed({ id, text: 'Ask for a reviewer' });
  await scene.enter('grouping');
  await scene.commentBy(scene.member, id);
  expect(await scene.deleteComment(scene.member, id)).toMatchObject({ status: 204 });
  const { actions } = await scene.expectWholeHistory();
  expect(actions).toMatchObject([{ id }]);
});

it('deleting another team’s action item keeps the note with its id in the history', async () => {
  const scene = await buildScene(app);
  const outsider = await buildUser(app);
  const { id: teamId } = await buildTeam(app, { admin: outsider });
  const id = newTimelessId(CommentId);
  await scene.noteBy(scene.owner, id);
  await scene.post(`/api/v1/teams/${teamId}/actions`, outsider, { id, text: 'Mine' });
  expect(await scene.deleteAction(outsider, id)).toMatchObject({ status: 204 });
  const { notes } = await scene.expectWholeHistory();
  expect(notes.map(({ content }) => content)).toContain('A note');
});

it('deleting a member’s action item keeps the note and the comment with its id', async () => {
  const scene = await buildScene(app);
  const id = newTimelessId(CommentId);
  await scene.noteBy(scene.owner, id);
  await scene.commentBy(scene.owner, id);
  await scene.actionBy(scene.member, id);
  expect(await scene.deleteAction(scene.member, id)).toMatchObject({ status: 204 });
  const { notes, comments } = await scene.expectWholeHistory();
  expect(notes.map(({ content }) => content)).toContain('A note');
  expect(Object.values(comments).flat()).toMatchObject([{ content: 'A comment' }]);
});
