import { GroupId, type NoteId } from '@wentwell/contract/ids';
import { EventsPage } from '@wentwell/contract/live/live';
import { Comment } from '@wentwell/contract/notes/comments';

import { newId } from '#server/platform/ids';
import { buildBoard } from '#test/board-scene';
import type { TestApp, TestUser } from '#test/build-test-app';
import { FollowedBoard } from '#test/followed-board';

export interface Sent {
  id?: string;
  content?: unknown;
  headers?: Record<string, string>;
}

/** Builds a board in the grouping phase with three topics, and comment calls. */
export async function buildComments(app: TestApp) {
  const board = await buildBoard(app);
  const { owner, member, path, topic } = board;
  const notes = [
    await topic(member, 'First'),
    await topic(member, 'Second'),
    await topic(member, 'Third'),
  ];
  const [first, second, third] = notes.map(({ id }) => id);
  if (!first || !second || !third) throw new Error('unreachable');
  const at = (topicId: string, id: string) => `${path}/topics/${topicId}/comments/${id}`;
  const post = (as: TestUser, topicId: string, { headers = {}, ...body }: Sent) =>
    app.request('POST', `${path}/topics/${topicId}/comments`, { as, body, headers });
  const seen = board.boardOf;
  const history = async () => (await app.read(owner, `${path}/events?since=0`, EventsPage)).events;
  return {
    ...board,
    first,
    second,
    third,
    post,
    seen,
    history,
    comment: async (as: TestUser, topicId: string, content: string) =>
      Comment.parse((await post(as, topicId, { content })).body),
    edit: (as: TestUser, { id, topic_id }: Comment, { headers = {}, ...body }: Sent) =>
      app.request('PUT', at(topic_id, id), { as, body, headers }),
    remove: (as: TestUser, { id, topic_id }: Comment) => app.delete(as, at(topic_id, id)),
    group: async (ids: readonly NoteId[]) => {
      const id = newId(GroupId);
      await app.post(owner, `${path}/groups`, { id, note_ids: ids });
      return id;
    },
    removeNote: (id: NoteId) => app.delete(member, `${path}/notes/${id}`),
    restoreNote: (id: NoteId) => app.post(member, `${path}/notes/${id}/restore`),
    /** Comment contents by topic. */
    contents: async () =>
      Object.fromEntries(
        Object.entries((await seen()).comments).map(([topicId, its]) => [
          topicId,
          its.map(({ content }) => content),
        ]),
      ),
    /** Opens the owner's followed board. */
    followed: () => FollowedBoard.open(app, { path, as: owner }),
  };
}
