import { GroupId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { afterAll, describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { buildTestApp } from '#test/build-test-app';
import { buildGroupScene } from '#test/group-scene';

const app = await buildTestApp();
afterAll(() => app[Symbol.asyncDispose]());

describe('a refusal', () => {
  const unknown = newId(NoteId);

  it.each([
    ['one note', (a: string) => ({ note_ids: [a] }), 422],
    ['a note named twice', (a: string) => ({ note_ids: [a, a] }), 422],
    ['an unknown note', (a: string) => ({ note_ids: [a, unknown] }), 422],
    ['an id that is none', (a: string) => ({ note_ids: [a, 'x'] }), 422],
    [
      'too many notes',
      () => ({ note_ids: Array.from({ length: limits.notesPerBoard + 1 }, () => newId(NoteId)) }),
      422,
    ],
    [
      'a title that is too long',
      (a: string, b: string) => ({ note_ids: [a, b], title: 'x'.repeat(101) }),
      422,
    ],
    [
      'a title with a control character',
      (a: string, b: string) => ({ note_ids: [a, b], title: 'a\u0007b' }),
      422,
    ],
    ['an empty title', (a: string, b: string) => ({ note_ids: [a, b], title: ' ' }), 422],
    [
      'an unknown column',
      (a: string, b: string) => ({ note_ids: [a, b], column_id: 'nowhere' }),
      422,
    ],
    ['an id that is no id', (a: string, b: string) => ({ id: '1', note_ids: [a, b] }), 422],
  ])('of %s changes nothing', async (_what, body, status) => {
    const { owner, notes, group, board } = await buildGroupScene(app);
    const before = await board();
    const answer = await group(owner, body(notes.a.id, notes.b.id));
    expect(answer.status).toBe(status);
    expect(await board()).toEqual(before);
  });

  it('of a change names the missing note', async () => {
    const { owner, path, notes, grouped, change, board } = await buildGroupScene(app);
    const { a, b, c, d } = notes;
    const { id } = await grouped(owner, a, b);
    await app.request('DELETE', `${path}/notes/${c.id}`, { as: owner });
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

  it.each(['joining', 'writing', 'revealing', 'voting', 'closing_ready'] as const)(
    'R-91: of every group command while %s, where every group stays as it is',
    async (phase) => {
      const { owner, notes, grouped, group, change, dissolve, enter, board } =
        await buildGroupScene(app);
      const { a, b, c, d } = notes;
      const { id } = await grouped(owner, a, b);
      await enter(phase);
      const before = await board();
      for (const answer of [
        await group(owner, { note_ids: [c.id, d.id] }),
        await change(owner, { id, title: 'X' }),
        await dissolve(owner, id),
      ]) {
        expect(answer).toMatchObject({ status: 409, body: { code: 'GROUPS_NOT_NOW' } });
      }
      expect(await board()).toEqual(before);
      expect(before.groups).toHaveLength(1);
    },
  );

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
