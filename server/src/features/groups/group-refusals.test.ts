import { GroupId } from '@wentwell/contract/ids';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { fileApp } from '#test/build-test-app';
import { buildGroupScene } from '#test/group-scene';

const app = await fileApp();

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
    expect((await change(owner, { id: newId(GroupId), title: 'X' })).status).toBe(404);
    expect(await board()).toEqual(before);
  });

  it('of another board’s notes equals that of unknown ones', async () => {
    const here = await buildGroupScene(app);
    const there = await buildGroupScene(app);
    const body = { note_ids: [here.notes.a.id, there.notes.a.id] };
    expect(await here.group(here.owner, body)).toMatchObject({
      status: 422,
      body: { code: 'NOTE_UNKNOWN' },
    });
    const { id } = await there.grouped(there.owner, there.notes.a, there.notes.b);
    expect((await here.change(here.owner, { id, title: 'X' })).status).toBe(404);
    // Two boards may use the same id.
    const own = await here.group(here.owner, { id, note_ids: [here.notes.a.id, here.notes.b.id] });
    expect(own).toMatchObject({ status: 201, body: { id } });
    expect(await there.groupsSeen()).toEqual(['Deploy took long + Deploy failed']);
  });
});
