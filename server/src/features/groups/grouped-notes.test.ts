// Effects on groups when their notes are deleted, moved, restored or purged.
import { groupType } from '@wentwell/contract/board/groups';
import type { MeetingId } from '@wentwell/contract/ids';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { follow, recordsPut } from '#test/board-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { buildGroupScene, expectGroupsAndNotesAgree } from '#test/group-scene';

import { groups } from './groups.table.ts';

const app = await fileApp();

const groupRows = (id: MeetingId) => app.db.$count(groups, eq(groups.meetingId, id));

describe('R-92: a grouped note', () => {
  it('leaves its group when deleted, and is restored alone', async () => {
    const { owner, member, meeting, path, notes, grouped, groupsSeen, board } =
      await buildGroupScene(app);
    const { a, b, c } = notes;
    const { id } = await grouped(member, a, b, c);
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await using live = await follow(app, member, meeting.id);
    await app.delete(owner, `${path}/notes/${b.id}`);
    const change = await live.untilType('board_changed');
    expect(change).toMatchObject({
      userId: owner.id,
      data: { remove: [{ type: 'note', id: b.id }] },
    });
    expect(recordsPut(change, groupType)).toMatchObject([{ id, version: 2 }]);
    expect((await board()).groups).toMatchObject([{ id, note_ids: [a.id, c.id] }]);
    await app.delete(owner, `${path}/notes/${a.id}`);
    expect(await groupsSeen()).toEqual([]);
    const restored = await app.post(owner, `${path}/notes/${b.id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { group_id: null } });
    expectGroupsAndNotesAgree(await board());
    await followed.catchUp();
    expect(await groupRows(meeting.id)).toBe(0);
  });

  it('leaves its group when moved to another column, in any phase', async () => {
    const { owner, member, path, notes, grouped, enter, board } = await buildGroupScene(app);
    const { a, b, c } = notes;
    await grouped(owner, a, b, c);
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await enter('revealing');
    const move = (noteId: string) =>
      app.put(member, `${path}/notes/${noteId}`, { note_type: 'to_improve' });
    expect(await move(b.id)).toMatchObject({
      status: 200,
      body: { group_id: null, note_type: 'to_improve', version: 2 },
    });
    expect((await board()).groups).toMatchObject([{ note_ids: [a.id, c.id] }]);
    await move(a.id);
    const after = await board();
    expect(after.groups).toEqual([]);
    expectGroupsAndNotesAgree(after);
    await followed.catchUp();
  });

  it('stays in its group when edited, or when sent its own column', async () => {
    const { owner, path, notes, grouped, board } = await buildGroupScene(app);
    const { id } = await grouped(owner, notes.a, notes.b);
    const body = { content: 'Other', note_type: notes.a.note_type };
    const edited = await app.put(owner, `${path}/notes/${notes.a.id}`, body);
    expect(edited.body).toMatchObject({ group_id: id, version: 2 });
    expect((await board()).groups).toMatchObject([{ id, version: 1 }]);
  });
});

describe('the history of a deleted note', () => {
  it('R-94: contains no suggested title with its words, and still replays to the board', async () => {
    const { owner, path, note, grouped, change, board } = await buildGroupScene(app);
    const followed = await FollowedBoard.open(app, { path, as: owner });
    const [secret, other, third] = [
      await note(owner, 'Canary one'),
      await note(owner, 'Canary two'),
      await note(owner, 'Three'),
    ];
    const { id, title } = await grouped(owner, secret, other);
    expect(title).toBe('Canary');
    await change(owner, { id, add: [third.id] });
    await app.put(owner, `${path}/notes/${other.id}`, { content: 'Two' });
    await app.delete(owner, `${path}/notes/${secret.id}`);
    const { body: history } = await app.get(owner, `${path}/events?since=0`);
    expect(JSON.stringify(history)).not.toMatch(/Canary(?! two)/);
    expect((await board()).groups).toMatchObject([{ title: 'Two' }]);
    await followed.catchUp();
  });

  it('keeps the title of a group that it left earlier', async () => {
    const { owner, path, notes, grouped, change, board } = await buildGroupScene(app);
    const { a, b, c, d } = notes;
    const followed = await FollowedBoard.open(app, { path, as: owner });
    const { id } = await grouped(owner, a, b, c, d);
    await change(owner, { id, remove: [a.id] });
    await app.delete(owner, `${path}/notes/${a.id}`);
    expect((await board()).groups).toMatchObject([{ title: 'Deploy failed' }]);
    await followed.catchUp();
  });
});

describe('a purged person’s groups', () => {
  async function purge(person: TestUser): Promise<void> {
    const superuser = await buildUser(app, { isSuperuser: true });
    await app.db
      .update(users)
      .set({ deletedAt: sql`now()` })
      .where(eq(users.id, person.id));
    const path = `/api/v1/admin/permanent/users/${person.id}`;
    expect((await app.delete(superuser, path)).status).toBe(204);
  }

  it('lose the notes that are purged', async () => {
    const scene = await buildGroupScene(app);
    const { owner, member, path, notes, note, grouped, board } = scene;
    const [theirs, second, third] = [
      await note(member, 'Mine'),
      await note(member, 'Also mine'),
      await note(member, 'Mine too'),
    ];
    await grouped(member, theirs, notes.a, notes.b);
    await grouped(owner, second, third, notes.c);
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await purge(member);
    const seen = await board();
    expect(seen.groups).toMatchObject([{ note_ids: [notes.a.id, notes.b.id], title: 'Deploy' }]);
    expectGroupsAndNotesAgree(seen);
    await followed.catchUp();
    expect(await groupRows(scene.meeting.id)).toBe(1);
  });
});

it('R-93: the column of a group cannot be removed while the group is in it', async () => {
  const { owner, path, notes, grouped, change, dissolve, board } = await buildGroupScene(app);
  const { id } = await grouped(owner, notes.a, notes.b);
  await change(owner, { id, column_id: 'went_well' });
  const { columns } = (await board()).meeting;
  const fewer = { columns: columns.filter((column) => column.id !== 'went_well') };
  const without = () => app.put(owner, path, fewer);
  expect(await without()).toMatchObject({ status: 409 });
  expect((await board()).groups).toMatchObject([{ column_id: 'went_well' }]);
  await dissolve(owner, id);
  expect((await without()).status).toBe(200);
});

it('a board that is over keeps its groups; a purge removes them', async () => {
  const { owner, meeting, path, notes, grouped, board } = await buildGroupScene(app);
  const { id } = await grouped(owner, notes.a, notes.b);
  await app.put(owner, path, { status: 'closed' });
  const before = await board();
  expect(before.groups).toMatchObject([{ id }]);
  await app.put(owner, path, { status: 'archived' });
  expect((await board()).groups).toEqual(before.groups);
  await app.delete(owner, path);
  const superuser = await buildUser(app, { isSuperuser: true });
  const purge = `/api/v1/admin/permanent/meetings/${meeting.id}`;
  expect((await app.delete(superuser, purge)).status).toBe(204);
  expect(await groupRows(meeting.id)).toBe(0);
});
