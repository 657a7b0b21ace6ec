// Clients choose ids. Deleting a text erases no other text with the same id.
import { CommentId } from '@wentwell/contract/ids';
import { expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { buildActionScene } from '#test/action-scene';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';

const app = await fileApp();

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
  const id = newId(CommentId);
  await scene.noteBy(scene.owner, id);
  await scene.commentBy(scene.member, id);
  expect(await scene.deleteComment(scene.member, id)).toMatchObject({ status: 204 });
  const { notes } = await scene.expectWholeHistory();
  expect(notes.map(({ content }) => content)).toContain('A note');
});

it('deleting a note keeps the comment with its id in the history', async () => {
  const scene = await buildScene(app);
  const id = newId(CommentId);
  await scene.commentBy(scene.owner, id);
  await scene.noteBy(scene.member, id);
  expect(await scene.deleteNote(scene.member, id)).toMatchObject({ status: 204 });
  const { comments } = await scene.expectWholeHistory();
  expect(Object.values(comments).flat()).toMatchObject([{ content: 'A comment' }]);
});

it('deleting a comment keeps the action item with its id in the history', async () => {
  const scene = await buildScene(app);
  await scene.enter('discussing');
  const { id } = await scene.agreed();
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
  const id = newId(CommentId);
  await scene.noteBy(scene.owner, id);
  await scene.post(`/api/v1/teams/${teamId}/actions`, outsider, { id, text: 'Mine' });
  expect(await scene.deleteAction(outsider, id)).toMatchObject({ status: 204 });
  const { notes } = await scene.expectWholeHistory();
  expect(notes.map(({ content }) => content)).toContain('A note');
});

it('deleting a member’s action item keeps the note and the comment with its id', async () => {
  const scene = await buildScene(app);
  const id = newId(CommentId);
  await scene.noteBy(scene.owner, id);
  await scene.commentBy(scene.owner, id);
  await scene.actionBy(scene.member, id);
  expect(await scene.deleteAction(scene.member, id)).toMatchObject({ status: 204 });
  const { notes, comments } = await scene.expectWholeHistory();
  expect(notes.map(({ content }) => content)).toContain('A note');
  expect(Object.values(comments).flat()).toMatchObject([{ content: 'A comment' }]);
});
