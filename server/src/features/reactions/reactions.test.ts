import { randomBytes } from 'node:crypto';

import { Note } from '@wentwell/contract/notes/notes';
import { describe, expect, it } from 'vitest';

import { buildBoard, follow } from '#test/board-scene';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';

const app = await fileApp();

async function buildReactions(app: TestApp) {
  const board = await buildBoard(app);
  const { owner, member, path } = board;
  const note = await board.topic(member, 'Open');
  const at = (noteId: string, emoji: string) =>
    `${path}/notes/${noteId}/reactions/${encodeURIComponent(emoji)}`;
  return {
    ...board,
    noteId: note.id,
    react: (as: TestUser, emoji: string, on: string = note.id) => app.put(as, at(on, emoji)),
    takeBack: (as: TestUser, emoji: string, on: string = note.id) => app.delete(as, at(on, emoji)),
    seen: board.boardOf,
    /** Opens the followed board of both users. */
    followed: () => Promise.all([owner, member].map((as) => FollowedBoard.open(app, { path, as }))),
  };
}

describe('a reaction', () => {
  it('R-141, R-143: is counted for everybody, and marked for its author', async () => {
    const scene = await buildReactions(app);
    const { owner, member, meeting, noteId, react, takeBack, seen } = scene;
    const followed = await scene.followed();
    await using near = await follow(app, owner, meeting.id);
    await using far = await follow(app, member, meeting.id);
    expect(await react(member, '🎉')).toMatchObject({ status: 204, body: null });
    const count = { type: 'reaction_count', note_id: noteId, emoji: '🎉', count: 1 };
    const toOthers = await near.untilType('board_changed');
    expect(toOthers).toMatchObject({ userId: null, data: { command: null, put: [count] } });
    expect(JSON.stringify(toOthers)).not.toContain(member.id);
    const own = { type: 'reaction', note_id: noteId, emoji: '🎉', user_id: member.id };
    expect(await far.untilType('board_changed')).toMatchObject({
      userId: member.id,
      data: { put: [count], own: { put: [own] } },
    });
    await react(owner, '🎉');
    await react(owner, '❤️');
    const two = (mine: boolean) => ({ count: 2, mine });
    expect((await seen(member)).reactions).toEqual({
      [noteId]: { '🎉': two(true), '❤️': { count: 1, mine: false } },
    });
    await takeBack(member, '🎉');
    expect((await seen(member)).reactions[noteId]?.['🎉']).toEqual({ count: 1, mine: false });
    expect((await seen(owner)).reactions[noteId]?.['🎉']).toEqual({ count: 1, mine: true });
    await takeBack(owner, '🎉');
    await takeBack(owner, '❤️');
    expect((await seen(owner)).reactions).toEqual({});
    for (const each of followed) await each.catchUp();
  });

  it('R-141: is the same in either spelling of an emoji', async () => {
    const { member, react, takeBack, seen } = await buildReactions(app);
    await react(member, '❤️');
    const { seq } = await seen();
    expect((await react(member, '❤')).status).toBe(204);
    expect((await takeBack(member, '👍')).status).toBe(204);
    expect((await seen()).seq).toBe(seq);
  });

  it('R-142: is one emoji', async () => {
    const { member, react, takeBack, seen } = await buildReactions(app);
    const before = await seen();
    for (const text of ['a', '👍👍', '<b>', '👨‍👩‍👧‍👦', '%', '1']) {
      for (const answer of [await react(member, text), await takeBack(member, text)]) {
        expect([text, answer.status]).toEqual([text, 422]);
        expect(answer.text).toContain('A reaction is one emoji of at most 16 bytes.');
      }
    }
    expect(await seen()).toEqual(before);
  });

  it('R-142: is limited to twelve different emojis per note', async () => {
    const { owner, member, noteId, react, takeBack, seen } = await buildReactions(app);
    const emojis = [...'😀😁😂😃😄😅😆😇😈😉😊'];
    for (const emoji of emojis) await react(owner, emoji);
    const answers = await Promise.all([react(owner, '🎉'), react(member, '🚀')]);
    const [refused] = answers.filter(({ status }) => status !== 204);
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: 'A note can have at most 12 different reactions.' },
    });
    expect(Object.keys((await seen()).reactions[noteId] ?? {})).toHaveLength(12);
    expect((await react(member, '😀')).status).toBe(204);
    await takeBack(owner, '😊');
    expect((await react(member, '🐢')).status).toBe(204);
  });

  it('R-142: one emoji has at most as many as the team has members, however many keys exist', async () => {
    const { owner, member, path, boardOf } = await buildBoard(app);
    expect((await app.put(owner, path, { settings: { anonymous: true } })).status).toBe(200);
    const keys = Array.from({ length: 30 }, () => ({
      'X-Author-Key': randomBytes(32).toString('base64url'),
    }));
    const options = { as: owner, body: { content: 'Open', note_type: 'went_well' } };
    const headers = keys[0] ?? {};
    const note = Note.parse(
      (await app.request('POST', `${path}/notes`, { ...options, headers })).body,
    );
    const at = `${path}/notes/${note.id}/reactions/${encodeURIComponent('🎉')}`;
    const react = (as: TestUser, key = 0) =>
      app.request('PUT', at, { as, headers: keys[key] ?? {} });
    const answers = [];
    for (const key of keys.keys()) answers.push(await react(member, key));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, ...Array<number>(28).fill(409)]);
    expect(answers.at(-1)?.body).toMatchObject({
      detail: 'There are already as many of this reaction as people in the team.',
    });
    expect((await react(member, 1)).status).toBe(204);
    expect((await app.request('DELETE', at, { as: member, headers })).status).toBe(204);
    expect((await react(owner, 7)).status).toBe(204);
    expect((await boardOf()).reactions[note.id]).toEqual({ '🎉': { count: 2, mine: false } });
  });

  it('R-141: is for open notes, from revealing on', async () => {
    const scene = await buildReactions(app);
    const { member, topic, react, enter, seen } = scene;
    await enter('writing');
    const hidden = await topic(member, 'Face down');
    expect(await react(member, '👍', hidden.id)).toMatchObject({
      status: 409,
      body: { detail: 'This note is still face down.' },
    });
    await enter('revealing');
    for (const id of [hidden.id, scene.noteId])
      expect((await react(member, '👍', id)).status).toBe(204);
    expect((await react(member, '👍', scene.meeting.id)).status).toBe(404);
    expect(Object.keys((await seen()).reactions)).toHaveLength(2);
  });

  it('R-143: is deleted and restored with its note, and removed with its person', async () => {
    const scene = await buildReactions(app);
    const { owner, member, path, noteId, react, seen } = scene;
    const followed = await scene.followed();
    await react(member, '🎉');
    await react(owner, '🎉');
    await react(owner, '👍');
    const before = [await seen(owner), await seen(member)];
    await app.delete(member, `${path}/notes/${noteId}`);
    expect((await seen()).reactions).toEqual({});
    expect((await react(owner, '🎉')).status).toBe(404);
    await app.post(member, `${path}/notes/${noteId}/restore`);
    expect((await seen(owner)).reactions).toEqual(before[0]?.reactions);
    expect((await seen(member)).reactions).toEqual(before[1]?.reactions);
    for (const each of followed) await each.catchUp();
    const other = await scene.topic(owner, 'Of the owner');
    await react(member, '🚀', other.id);
    await react(owner, '🚀', other.id);
    await react(member, '🐢', other.id);
    const root = await buildUser(app, { isSuperuser: true });
    await app.delete(root, `/api/v1/users/${member.id}`);
    await app.delete(root, `/api/v1/admin/permanent/users/${member.id}`);
    expect((await seen()).reactions).toEqual({ [other.id]: { '🚀': { count: 1, mine: true } } });
    await followed[0]?.catchUp();
  });
});
