// Columns of a meeting, through the API: permissions, refusals on boards with notes, and published changes.
import { meetingType } from '@wentwell/contract/board/meeting';
import { Board } from '@wentwell/contract/board/snapshot';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { type Column, defaultColumns } from '@wentwell/contract/notes/columns';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { follow, recordsPut } from '#test/board-scene';
import { fileApp, said } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

import { meetings } from './meetings.table.ts';

const app = await fileApp();

function column(id: string, overrides: Partial<Column> = {}): Column {
  return { id, title: `Column ${id}`, prompt: '', tone: 'info', kind: 'notes', ...overrides };
}

const four = [
  column('liked', { tone: 'success' }),
  column('lacked_much', { tone: 'danger', prompt: 'What was missing?' }),
  column('longed_for'),
  column('next', { kind: 'actions', tone: 'accent' }),
];

async function setColumns({ call, owner }: MeetingScene, columns: unknown, as = owner) {
  return call('PUT', '', { as, body: { columns } });
}

async function columnsOf({ call, member }: MeetingScene): Promise<Column[]> {
  return Meeting.parse((await call('GET', '', { as: member })).body).columns;
}

describe('setting the columns of a meeting', () => {
  it('is refused once the meeting is closed', async () => {
    const scene = await buildMeetingScene({ app, status: 'closed' });
    expect(said(await setColumns(scene, four))).toEqual([409, 'MEETING_NOT_EDITABLE']);
  });

  it('R-62: refuses a change based on outdated columns, if the client names those', async () => {
    await using scene = await buildMeetingScene();
    const { call, owner, admin } = scene;
    const put = (as: typeof owner, columns: Column[], columns_before?: Column[]) =>
      call('PUT', '', { as, body: { columns, ...(columns_before && { columns_before }) } });
    expect((await put(owner, four, defaultColumns)).status).toBe(200);
    const settings = { votes_per_person: 9 };
    const columns = [column('late')];
    const late = await call('PUT', '', {
      as: admin,
      body: { columns, settings, columns_before: defaultColumns },
    });
    expect(late.problem).toMatchObject({
      status: 409,
      code: 'COLUMNS_CHANGED',
      current: { columns: four, settings: { votes_per_person: 5 } },
    });
    expect(await columnsOf(scene)).toEqual(four);
    // A phase change does not change the columns' version.
    await call('POST', '/phase/next', { as: owner });
    expect((await put(admin, columns, four)).status).toBe(200);
    expect((await put(owner, four)).status).toBe(200);
    const [one, two] = await Promise.all([
      put(owner, [column('one')], four),
      put(admin, [column('two')], four),
    ]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each([1, 6])('accepts %i columns, and everybody gets them', async (count) => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { member, owner, meeting } = scene;
    await using live = await follow(app, member, meeting.id);
    const columns = [...four, column('x5'), column('x6')].slice(0, count);
    expect(await setColumns(scene, columns)).toMatchObject({ status: 200, body: { columns } });
    await live.until(
      (frame) =>
        frame.type === 'board_changed' &&
        recordsPut(frame, meetingType)[0]?.columns.length === count,
    );
    for (const { id } of columns) {
      const note = await scene.write(member, { content: id, note_type: id.replaceAll('_', '-') });
      expect(note.note_type).toBe(id);
    }
    const board = Board.parse((await scene.call('GET', '/board', { as: owner })).body);
    expect(board.meeting.columns).toEqual(columns);
    expect(board.notes.map(({ note_type }) => note_type)).toEqual(columns.map(({ id }) => id));
  });

  it('to the present ones changes and announces nothing', async () => {
    const scene = await buildMeetingScene({ app });
    const before = await scene.commands();
    await setColumns(scene, defaultColumns);
    expect(await scene.commands()).toEqual(before);
  });

  it('refuses invalid columns with a sentence', async () => {
    const scene = await buildMeetingScene({ app });
    expect((await setColumns(scene, [column('a'), column('a')])).problem).toMatchObject({
      status: 422,
      errors: [{ loc: ['body', 'columns'], msg: 'Each column needs an id of its own.' }],
    });
  });

  it('keeps columns with notes, and their kind', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { member, write } = scene;
    await setColumns(scene, four);
    await write(member, { content: 'x', note_type: 'liked' });
    expect((await setColumns(scene, four.slice(1))).problem).toMatchObject({
      status: 409,
      detail: "Move or delete this column's notes before you remove it.",
    });
    const asActions = [column('liked', { kind: 'actions' })];
    expect((await setColumns(scene, asActions)).problem?.code).toBe('COLUMN_KIND_FIXED');
    expect(await columnsOf(scene)).toEqual(four);
    const changed = [
      column('new'),
      column('liked', { title: 'Loved', tone: 'neutral' }),
      // Empty, so it may be of another kind.
      column('next'),
    ];
    expect(await setColumns(scene, changed)).toMatchObject({
      status: 200,
      body: { columns: changed },
    });
  });

  it('never leaves a concurrently added note without its column', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { member, notes, call } = scene;
    await setColumns(scene, four);
    const add = () => app.post(member, notes, { content: 'x', note_type: 'liked' });
    const [removal, ...additions] = await Promise.all([
      setColumns(scene, four.slice(1)),
      ...Array.from({ length: 5 }, add),
    ]);
    const { meeting, notes: left } = Board.parse(
      (await call('GET', '/board', { as: member })).body,
    );
    const ids = new Set(meeting.columns.map(({ id }) => id));
    expect(left.filter(({ note_type }) => !ids.has(note_type))).toEqual([]);
    expect(new Set(additions.map(({ status }) => status))).toEqual(
      new Set([removal.status === 200 ? 422 : 201]),
    );
  });
});

describe('a note', () => {
  it('for a column that does not exist is 422, new or moved', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { member, notes, write } = scene;
    await setColumns(scene, four);
    const { id } = await write(member, { content: 'x', note_type: 'liked' });
    const body = { content: 'x', note_type: 'went_well' };
    for (const answer of [
      await app.post(member, notes, body),
      await app.put(member, `${notes}/${id}`, body),
    ]) {
      expect(answer.problem).toMatchObject({
        status: 422,
        detail: 'This meeting has no such column.',
        errors: [{ loc: ['body', 'note_type'], msg: 'This meeting has no such column.' }],
      });
    }
  });

  it('without a column goes to the action column, else the last', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { member, write } = scene;
    const kind = async () => (await write(member, { content: 'x' })).note_type;
    expect(await kind()).toBe('action');
    await setColumns(scene, [...defaultColumns, ...four.slice(0, 3)]);
    expect(await kind()).toBe('action');
    const other = await buildMeetingScene({ app, phase: 'grouping' });
    await setColumns(other, four.slice(0, 2));
    expect((await other.write(other.member, { content: 'x' })).note_type).toBe('lacked_much');
  });

  it('is edited and deleted by any member in the action column, whatever its name', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, member, call, write } = scene;
    await setColumns(scene, [column('action'), column('plan', { kind: 'actions' })]);
    const edit = async (note_type: string) => {
      const { id } = await write(owner, { content: 'x', note_type });
      const edited = await call('PUT', `/notes/${id}`, { as: member, body: { content: 'y' } });
      return [edited.status, (await call('DELETE', `/notes/${id}`, { as: member })).status];
    };
    expect([await edit('action'), await edit('plan')]).toEqual([
      [403, 403],
      [200, 204],
    ]);
  });

  it('is sent with its column in both spellings', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { member, owner, meeting, call, write } = scene;
    await setColumns(scene, four);
    await using live = await app.live(owner, meeting.id);
    const { id } = await write(member, { content: 'x', note_type: 'lacked_much' });
    expect(await live.untilNoteMessage()).toMatchObject({
      type: 'note_created',
      data: {
        note_type: 'lacked-much',
        note: { note_type: 'lacked_much' },
      },
    });
    await call('PUT', `/notes/${id}`, { as: member, body: { note_type: 'longed-for' } });
    await expect.poll(() => live.noteMessages.length).toBe(2);
    expect(live.noteMessages[1]).toMatchObject({
      type: 'note_moved',
      data: {
        note_type: 'longed-for',
        newType: 'longed-for',
        note: { note_type: 'longed_for' },
      },
    });
  });

  it('restored after its column was removed goes to a column for notes', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { member, call, write } = scene;
    const root = await buildUser(app, { isSuperuser: true });
    await setColumns(scene, four);
    const { id } = await write(member, { content: 'x', note_type: 'liked' });
    await call('DELETE', `/notes/${id}`, { as: member });
    const left = [column('next', { kind: 'actions' }), column('longed_for')];
    expect((await setColumns(scene, left)).status).toBe(200);
    const restored = await app.post(root, `/api/admin/restore/notes/${id}`);
    expect(restored).toMatchObject({ status: 200, body: { note_type: 'longed_for' } });
    const { notes } = Board.parse((await call('GET', '/board', { as: member })).body);
    expect(notes).toMatchObject([{ id, note_type: 'longed_for' }]);
  });
});

it('rows of the previous version read as a meeting with the default columns', async () => {
  const scene = await buildMeetingScene({ app, phase: 'grouping' });
  const { meeting } = scene;
  await app.db.update(meetings).set({ columns: null }).where(eq(meetings.id, meeting.id));
  expect(await columnsOf(scene)).toEqual(defaultColumns);
  expect((await setColumns(scene, defaultColumns)).status).toBe(200);
  expect((await setColumns(scene, four)).body).toMatchObject({ columns: four });
});
