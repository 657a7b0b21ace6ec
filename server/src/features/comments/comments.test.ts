import { CommentId, GroupId, type NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { EventsPage } from '@wentwell/contract/live/live';
import { Comment } from '@wentwell/contract/notes/comments';
import { describe, expect, it } from 'vitest';

import { newTimelessId } from '#server/platform/ids';
import { buildBoard, fillHistory, follow } from '#test/board-scene';
import { fileApp, said, type TestApp, type TestUser } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { renewBoard } from '#test/renew-board';

import { comments } from './comments.table.ts';

const app = await fileApp();

interface Sent {
  id?: string;
  content?: unknown;
  headers?: Record<string, string>;
}

/** Builds a board in the grouping phase with three topics, and comment calls. */
async function buildComments(app: TestApp) {
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
      const id = newTimelessId(GroupId);
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

describe('a comment', () => {
  it('R-131, R-132: is at its topic, for everybody', async () => {
    const { owner, member, first, post, seen } = await buildComments(app);
    const answer = await post(member, first, { content: '  Only on Fridays.  ' });
    const comment = Comment.parse(answer.body);
    expect(answer.status).toBe(201);
    expect(comment).toMatchObject({
      topic_id: first,
      note_id: first,
      author_id: member.id,
      content: 'Only on Fridays.',
      version: 1,
    });
    expect(comment.updated_at).toBe(comment.created_at);
    const second = Comment.parse((await post(owner, first, { content: 'Why?' })).body);
    expect((await seen(member)).comments).toEqual({ [first]: [comment, second] });
  });

  it('R-131: is written once per id', async () => {
    const { member, owner, first, second, post, seen } = await buildComments(app);
    const body = { id: newTimelessId(CommentId), content: 'Once' };
    const made = await post(member, first, body);
    const { seq } = await seen();
    const again = await post(member, first, { ...body, content: 'Twice' });
    expect([made.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(made.body);
    expect((await seen()).seq).toBe(seq);
    expect(await post(owner, second, body)).toMatchObject({
      status: 409,
      body: { detail: 'This id is already in use.' },
    });
  });

  it('R-133: is edited by its author, the owner and admins, by version', async () => {
    const { owner, member, first, comment, edit, seen } = await buildComments(app);
    const mine = await comment(member, first, 'Mine');
    const theirs = await comment(owner, first, 'Theirs');
    expect(await edit(member, theirs, { content: 'Changed' })).toMatchObject({
      status: 403,
      body: { detail: 'Only the author of this comment can change it.' },
    });
    const changed = await edit(member, mine, { content: 'Better' });
    expect(changed).toMatchObject({ status: 200, body: { content: 'Better', version: 2 } });
    expect(changed.headers.get('etag')).toBe('"2"');
    const stale = await edit(owner, mine, { content: 'Late', headers: { 'If-Match': '"1"' } });
    expect(stale).toMatchObject({ status: 412, body: { current: { content: 'Better' } } });
    const { seq } = await seen();
    expect(await edit(owner, mine, { content: 'Better' })).toMatchObject({ status: 200 });
    expect((await seen()).seq).toBe(seq);
    expect(await edit(owner, mine, { content: 'Led' })).toMatchObject({ body: { version: 3 } });
  });

  it('R-133, R-135: is deleted without a trace of its text, and restored unchanged', async () => {
    const scene = await buildComments(app);
    const { owner, member, meeting, first, comment, edit, remove, post, seen, history } = scene;
    const followed = await scene.followed();
    await using live = await follow(app, member, meeting.id);
    const written = await comment(member, first, 'canary one');
    await edit(member, written, { content: 'canary two' });
    expect((await remove(owner, written)).status).toBe(204);
    const gone = await live.until(
      (frame) => frame.type === 'board_changed' && frame.data.remove.length > 0,
    );
    expect(gone).toMatchObject({
      userId: owner.id,
      data: { remove: [{ type: 'comment', id: written.id }] },
    });
    expect(JSON.stringify(await history())).not.toContain('canary');
    expect((await seen()).comments).toEqual({});
    await followed.catchUp();
    expect((await edit(member, written, { content: 'x' })).status).toBe(404);
    expect((await remove(member, written)).status).toBe(404);
    for (const as of [owner, member]) {
      // A restore keeps the author's text.
      expect(await post(as, first, { id: written.id, content: 'other words' })).toMatchObject({
        status: 201,
        body: { author_id: member.id, content: 'canary two', created_at: written.created_at },
      });
      await remove(owner, written);
    }
    const stranger = await buildUser(app);
    expect((await post(stranger, first, { id: written.id, content: 'x' })).status).toBe(404);
    await remove(
      member,
      Comment.parse((await post(member, first, { id: written.id, content: 'x' })).body),
    );
    expect(await post(owner, first, { id: written.id, content: 'x' })).toMatchObject({
      status: 409,
    });
    await followed.catchUp();
  });

  it('R-135: is not marked as edited when restored', async () => {
    const { member, first, comment, remove, post } = await buildComments(app);
    const written = await comment(member, first, 'Once');
    await remove(member, written);
    const back = await post(member, first, { id: written.id, content: 'Once' });
    expect(back.body).toEqual({ ...written, version: 3 });
  });

  it('is refused on what is no topic', async () => {
    const { member, first, post, note } = await buildComments(app);
    const action = await note(member, 'An action item');
    for (const topic of [newTimelessId(GroupId), action.id, 'none']) {
      expect((await post(member, topic, { content: 'x' })).status).toBe(404);
    }
    expect((await post(member, first, { content: 'x'.repeat(2000) })).status).toBe(201);
  });

  it('R-131: is not restored to a full topic, whichever topic is named', async () => {
    const { member, meeting, first, second, post, comment, remove } = await buildComments(app);
    const gone = await comment(member, first, 'Gone');
    await remove(member, gone);
    const board = { meetingId: meeting.id, teamId: meeting.team_id };
    const row = { ...board, authorId: member.id, content: 'x', noteId: first };
    const rows = Array.from({ length: limits.commentsPerTopic }, () => ({
      ...row,
      id: newTimelessId(CommentId),
    }));
    await app.db.insert(comments).values(rows);
    await renewBoard(app, meeting);
    for (const topic of [first, second]) {
      expect(await post(member, topic, { id: gone.id, content: 'Gone' })).toMatchObject({
        status: 409,
        body: { detail: 'This topic has reached its limit of 200 comments.' },
      });
    }
  });

  it('R-131: is limited to 200 per topic and 1,000 per board', async () => {
    const { member, meeting, first, second, third, group, post, seen } = await buildComments(app);
    const board = { meetingId: meeting.id, teamId: meeting.team_id };
    const row = { ...board, authorId: member.id, content: 'x' };
    const rows = (noteId: NoteId, count: number) =>
      Array.from({ length: count }, () => ({ ...row, noteId, id: newTimelessId(CommentId) }));
    await app.db.insert(comments).values(rows(first, limits.commentsPerTopic - 1));
    await renewBoard(app, meeting);
    const answers = await Promise.all(
      [1, 2, 3].map(() => post(member, first, { content: 'Last' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      detail: 'This topic has reached its limit of 200 comments.',
    });
    // A grouped note addresses its group.
    await group([second, first]);
    expect((await post(member, second, { content: 'x' })).status).toBe(409);
    await app.db.insert(comments).values(rows(second, limits.commentsPerBoard - 200));
    await renewBoard(app, meeting);
    expect(await post(member, third, { content: 'x' })).toMatchObject({
      status: 409,
      body: { detail: 'This board has reached its limit of 1000 comments.' },
    });
    expect((await seen()).comments[third]).toBeUndefined();
  });
});

// Comments follow their notes in and out of groups.
describe('the comments of a topic', () => {
  it('R-132: are those of its notes, grouped and ungrouped, in writing order', async () => {
    const scene = await buildComments(app);
    const { owner, member, path, first, second, third, comment, group, contents } = scene;
    const followed = await scene.followed();
    await comment(member, second, 'on the second');
    await comment(owner, first, 'on the first');
    await comment(owner, third, 'on the third');
    const id = await group([first, second]);
    await comment(member, id, 'on the group');
    expect(await contents()).toEqual({
      [id]: ['on the second', 'on the first', 'on the group'],
      [third]: ['on the third'],
    });
    await followed.catchUp();
    await app.delete(owner, `${path}/groups/${id}`);
    expect(await contents()).toEqual({
      [first]: ['on the first', 'on the group'],
      [second]: ['on the second'],
      [third]: ['on the third'],
    });
    await followed.catchUp();
  });

  it('R-132: include one written before its note joined the group', async () => {
    const { member, first, second, comment, group, contents } = await buildComments(app);
    const id = await group([first, second]);
    await comment(member, second, 'late');
    expect(await contents()).toEqual({ [id]: ['late'] });
  });

  it('R-134: stay with the group when their note is deleted', async () => {
    const scene = await buildComments(app);
    const { member, first, second, third, comment, edit, group, removeNote, restoreNote } = scene;
    const { contents, history, seen } = scene;
    const followed = await scene.followed();
    const id = await group([first, second, third]);
    const kept = await comment(member, id, 'canary kept');
    await comment(member, id, 'also kept');
    await removeNote(first);
    expect(await contents()).toEqual({ [id]: ['canary kept', 'also kept'] });
    expect((await seen()).comments[id]?.map(({ note_id }) => note_id)).toEqual([second, second]);
    await followed.catchUp();
    expect((await edit(member, kept, { content: 'canary edited' })).status).toBe(200);
    await removeNote(second);
    expect(await contents()).toEqual({ [third]: ['canary edited', 'also kept'] });
    await followed.catchUp();
    await restoreNote(first);
    expect(await contents()).toEqual({ [third]: ['canary edited', 'also kept'] });
    await removeNote(third);
    expect(await contents()).toEqual({});
    expect(JSON.stringify(await history())).not.toContain('canary');
    await followed.catchUp();
    await restoreNote(third);
    expect(await contents()).toEqual({ [third]: ['canary edited', 'also kept'] });
    await followed.catchUp();
  });

  it('R-134: a full hourly history refuses restoring them, but not deleting their note', async () => {
    const { meeting, member, first, second, comment, group, removeNote, restoreNote, seen } =
      await buildComments(app);
    const fillBut = (left: number) => fillHistory(app, meeting, { left });
    const content = 'x'.repeat(limits.commentContentMax);
    await comment(member, first, content);
    await removeNote(first);
    await fillBut(limits.commentContentMax);
    expect(said(await restoreNote(first))).toEqual([429, 'BOARD_HISTORY_FULL']);
    await fillBut(limits.boardHistoryBytesPerHour);
    expect((await restoreNote(first)).status).toBe(200);
    await group([first, second]);
    await fillBut(0);
    expect((await removeNote(first)).status).toBe(204);
    expect((await seen()).comments[second]).toMatchObject([{ content }]);
  });

  it('R-134: after a purge of a person and their notes are only others’', async () => {
    const scene = await buildComments(app);
    const { owner, member, first, second, comment, group, contents, history, topic } = scene;
    const followed = await scene.followed();
    const own = await topic(owner, 'Of the owner');
    await comment(member, own.id, 'canary on the owner’s');
    const id = await group([first, own.id]);
    await comment(owner, id, 'on the group');
    await comment(owner, second, 'on a note that goes');
    await comment(member, id, 'canary on the group');
    const root = await buildUser(app, { isSuperuser: true });
    await app.delete(root, `/api/v1/users/${member.id}`);
    expect((await app.delete(root, `/api/v1/admin/permanent/users/${member.id}`)).status).toBe(204);
    expect(await contents()).toEqual({ [own.id]: ['on the group'] });
    expect(JSON.stringify(await history())).not.toContain('canary');
    await followed.catchUp();
  });
});
