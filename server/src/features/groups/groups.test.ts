import { GroupId } from '@wentwell/contract/ids';
import { Group } from '@wentwell/contract/notes/groups';
import { describe, expect, it } from 'vitest';

import { newTimelessId } from '#server/platform/ids';
import { fileApp, said } from '#test/build-test-app';
import { FollowedBoard } from '#test/followed-board';
import { buildGroupScene, expectGroupsAndNotesAgree } from '#test/group-scene';

const app = await fileApp();

describe('a group', () => {
  it('R-91, R-93: of notes of any columns is visible to everybody', async () => {
    const { owner, member, path, notes, group, board } = await buildGroupScene(app);
    const { a, b } = notes;
    await app.put(owner, `${path}/notes/${b.id}`, { note_type: 'to_improve' });
    const answer = await group(member, { note_ids: [b.id, a.id] });
    expect([answer.status, answer.headers.get('ETag')]).toEqual([201, '"1"']);
    const made = Group.parse(answer.body);
    expect(made).toMatchObject({
      title: 'Deploy',
      title_is_custom: false,
      column_id: 'to_improve',
      note_ids: [a.id, b.id],
      version: 1,
    });
    const seen = await board(member);
    expect(seen.groups).toEqual([made]);
    expectGroupsAndNotesAgree(seen);
  });

  it('R-92: loses notes that join another, and disappears when one is left', async () => {
    const { owner, member, path, notes, grouped, change, groupsSeen, board } =
      await buildGroupScene(app);
    const { a, b, c, d, e } = notes;
    const followed = await FollowedBoard.open(app, { path, as: owner });
    const first = await grouped(owner, a, b, c);
    const second = await grouped(member, c, d);
    const two = ['Daylight + Coffee', 'Deploy took long + Deploy failed'];
    expect(await groupsSeen()).toEqual(two);
    // A note of another group does not leave that.
    expect((await change(owner, { id: first.id, remove: [d.id] })).status).toBe(200);
    expect(await groupsSeen()).toEqual(two);
    expect(await change(owner, { id: second.id, add: [a.id, e.id] })).toMatchObject({
      status: 200,
      body: { version: 2, note_ids: [a, c, d, e].map(({ id }) => id) },
    });
    expect(await groupsSeen()).toEqual(['Deploy took long + Daylight + Coffee + More coffee']);
    expect((await change(owner, { id: first.id, title: 'Gone' })).status).toBe(404);
    expect(await change(owner, { id: second.id, remove: [a.id, c.id, d.id] })).toMatchObject({
      status: 204,
    });
    expect(await groupsSeen()).toEqual([]);
    expectGroupsAndNotesAgree(await board());
    await followed.catchUp();
  });

  it('R-97: cannot have a note’s id: both would be one topic', async () => {
    const { member, notes, group, groupsSeen } = await buildGroupScene(app);
    const { a, b, c } = notes;
    const body = { id: c.id, note_ids: [a.id, b.id] };
    expect(await group(member, body)).toMatchObject({ status: 409, body: { code: 'ID_TAKEN' } });
    expect(await groupsSeen()).toEqual([]);
  });

  it('A-31: a retry returns its present notes and title, and 404 once it is dissolved', async () => {
    const { owner, path, notes, change, dissolve } = await buildGroupScene(app);
    const { a, b, c } = notes;
    const body = { note_ids: [a.id, b.id] };
    const headers = { 'Idempotency-Key': 'one' };
    const group = () => app.request('POST', `${path}/groups`, { as: owner, body, headers });
    const made = await group();
    expect(made).toMatchObject({ status: 201, body: { title: 'Deploy' } });
    expect(await group()).toMatchObject({ status: 201, body: made.body });
    const { id } = Group.parse(made.body);
    const edit = { add: [c.id], title: 'Ship' };
    const update = () => change(owner, { id, ...edit }, { 'Idempotency-Key': 'two' });
    const changed = await update();
    expect(await group()).toMatchObject({ status: 201, body: changed.body });
    await dissolve(owner, id);
    expect([(await group()).status, (await update()).status]).toEqual([404, 404]);
  });

  it('R-94: has a suggested title that follows its notes until a person types one', async () => {
    const { owner, notes, grouped, change } = await buildGroupScene(app);
    const { a, c, d, e } = notes;
    // Without shared words the first named note's, also with an older one.
    const { id, title } = await grouped(owner, d, c);
    expect(title).toBe('Coffee');
    for (const each of [{ add: [a.id] }, { remove: [c.id] }, { add: [c.id] }]) {
      expect((await change(owner, { id, ...each })).body).toMatchObject({ title: 'Coffee' });
    }
    const withoutIt = await change(owner, { id, remove: [d.id] });
    expect(withoutIt.body).toMatchObject({ title: 'Deploy took long' });
    await change(owner, { id, add: [d.id], remove: [a.id] });
    expect((await change(owner, { id, add: [e.id] })).body).toMatchObject({ title: 'Coffee' });
    const typed = await change(owner, { id, title: '  Kitchen ' });
    expect(typed.body).toMatchObject({ title: 'Kitchen', title_is_custom: true, version: 8 });
    expect((await change(owner, { id, add: [a.id], remove: [c.id] })).body).toMatchObject({
      title: 'Kitchen',
      title_is_custom: true,
      version: 9,
    });
    await change(owner, { id, add: [c.id], remove: [a.id] });
    for (const again of [1, 2]) {
      const suggested = await change(owner, { id, title: null });
      expect(suggested.body, String(again)).toMatchObject({
        title: 'Coffee',
        title_is_custom: false,
        version: 11,
      });
    }
  });

  it('R-95: is restored with its id', async () => {
    const { owner, member, path, notes, grouped, group, dissolve, board } =
      await buildGroupScene(app);
    const { a, b } = notes;
    const followed = await FollowedBoard.open(app, { path, as: owner });
    const { id } = await grouped(owner, a, b);
    expect((await dissolve(member, id)).status).toBe(204);
    expect((await board()).groups).toEqual([]);
    expect((await dissolve(member, id)).status).toBe(404);
    const again = { id, note_ids: [a.id, b.id], title: 'Deploys' };
    expect(await group(member, again)).toMatchObject({ status: 201, body: { id } });
    expect((await board()).groups).toMatchObject([{ id, title: 'Deploys', title_is_custom: true }]);
    await followed.catchUp();
  });

  it('R-95: is created once for one id', async () => {
    const { owner, member, notes, group, board } = await buildGroupScene(app);
    const { a, b, c } = notes;
    const body = { id: newTimelessId(GroupId), note_ids: [a.id, b.id] };
    const first = await group(owner, body);
    const { seq } = await board();
    expect(await group(member, { ...body, note_ids: [b.id, a.id] })).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(said(await group(owner, { ...body, note_ids: [a.id, c.id] }))).toEqual([
      409,
      'ID_TAKEN',
    ]);
    expect((await board()).seq).toBe(seq);
  });

  it('R-95: is one, however two people group the same notes simultaneously', async () => {
    const { owner, member, path, notes, group, board } = await buildGroupScene(app);
    const { a, b, c } = notes;
    const followed = await FollowedBoard.open(app, { path, as: member });
    const pairs = [
      [a, b],
      [b, c],
      [a, c],
      [a, b, c],
      [b, a],
      [c, b],
    ];
    const answers = await Promise.all(
      pairs.map((each, index) =>
        group(index % 2 ? owner : member, { note_ids: each.map(({ id }) => id) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(pairs.map(() => 201));
    const seen = await board();
    expect(seen.groups).toHaveLength(1);
    expectGroupsAndNotesAgree(seen);
    await followed.catchUp();
  });

  it('R-96: keeps texts, columns, versions and authors of its notes', async () => {
    const { owner, member, path, notes, grouped, dissolve, board } = await buildGroupScene(app);
    const before = (await board()).notes;
    const { id } = await grouped(member, notes.a, notes.b);
    const headers = { 'If-Match': '"1"' };
    const body = { content: 'Deploy took an hour' };
    const as = owner;
    const edit = await app.request('PUT', `${path}/notes/${notes.a.id}`, { as, body, headers });
    expect(edit).toMatchObject({ status: 200, body: { group_id: id } });
    await dissolve(member, id);
    const [, ...others] = (await board()).notes;
    expect(others).toEqual(before.slice(1));
  });
});

describe('a refusal', () => {
  it('of a change names the missing note', async () => {
    const { owner, path, notes, grouped, change, board } = await buildGroupScene(app);
    const { a, b, c, d } = notes;
    const { id } = await grouped(owner, a, b);
    await app.delete(owner, `${path}/notes/${c.id}`);
    const before = await board();
    expect(await change(owner, { id, add: [d.id, c.id] })).toMatchObject({
      status: 422,
      body: { code: 'NOTE_UNKNOWN', errors: [{ loc: ['body', 'add', 1] }] },
    });
    expect((await change(owner, { id, remove: [c.id] })).status).toBe(422);
    expect((await change(owner, { id, add: [d.id], remove: [d.id] })).status).toBe(422);
    expect((await change(owner, { id, title: 'X', column_id: 'nowhere' })).status).toBe(422);
    expect((await change(owner, { id: newTimelessId(GroupId), title: 'X' })).status).toBe(404);
    expect(await board()).toEqual(before);
  });

  it('of another board’s notes equals that of unknown ones', async () => {
    const here = await buildGroupScene(app);
    const there = await buildGroupScene(app);
    const body = { note_ids: [here.notes.a.id, there.notes.a.id] };
    expect(said(await here.group(here.owner, body))).toEqual([422, 'NOTE_UNKNOWN']);
    const { id } = await there.grouped(there.owner, there.notes.a, there.notes.b);
    expect((await here.change(here.owner, { id, title: 'X' })).status).toBe(404);
    // Two boards may use the same id.
    const own = await here.group(here.owner, { id, note_ids: [here.notes.a.id, here.notes.b.id] });
    expect(own).toMatchObject({ status: 201, body: { id } });
    expect(await there.groupsSeen()).toEqual(['Deploy took long + Deploy failed']);
  });
});
