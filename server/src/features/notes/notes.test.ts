import { noteType } from '@wentwell/contract/board/notes';
import { NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { Note } from '@wentwell/contract/notes/notes';
import type { Phase } from '@wentwell/contract/phases';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { memberships } from '#server/features/teams/teams.table';
import { newId, newTimelessId } from '#server/platform/ids';
import { follow, recordsPut } from '#test/board-scene';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam } from '#test/factories';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';
import { renewBoard } from '#test/renew-board';

import { notes as notesTable } from './notes.table.ts';

const app = await fileApp();

describe('adding a note', () => {
  it('returns 201 with the note, and shows it to others immediately', async () => {
    const { owner, member, meeting, notes } = await buildMeetingScene({ app, phase: 'grouping' });
    await using live = await app.live(member, meeting.id);
    const content = '  Two lines\nof text  ';
    const body = { content, note_type: 'went-well' };
    const answer = await app.post(owner, notes, body);

    expect(answer).toMatchObject({
      status: 201,
      body: { content: 'Two lines\nof text', note_type: 'went_well', author_id: owner.id },
    });
    expect(await live.untilNoteMessage()).toMatchObject({
      type: 'note_created',
      userId: owner.id,
      data: { note_type: 'went-well', content: 'Two lines\nof text', note: answer.body },
    });
  });

  it('is an action by default', async () => {
    const { owner, notes } = await buildMeetingScene({ app, phase: 'grouping' });
    const answer = await app.post(owner, notes, { content: 'x' });
    expect(answer.body).toMatchObject({ note_type: 'action' });
  });

  it('adds nothing for a repeated id, and gives others a new one', async () => {
    const { owner, member, notes } = await buildMeetingScene({ app, phase: 'grouping' });
    const body = { id: newTimelessId(NoteId), content: 'once' };
    const first = await app.post(owner, notes, body);
    const again = await app.post(owner, notes, body);
    const other = await app.post(member, notes, body);

    expect([first.status, again.status, other.status]).toEqual([201, 200, 201]);
    expect(Note.parse(other.body).id).not.toBe(body.id);
    expect(again.body).toEqual(first.body);
    expect((await app.get(owner, notes)).body).toHaveLength(2);
  });

  it.each([
    ['holds a time', newId(NoteId)],
    ['holds a device', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
    ['marks a carried note', '0198f2c4-7f00-8000-8000-000000000004'],
  ])('refuses an id that %s', async (_, id) => {
    const { owner, notes } = await buildMeetingScene({ app, phase: 'grouping' });
    const refused = await app.post(owner, notes, { id, content: 'x' });
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ loc: ['body', 'id'] }] });
  });

  it('requires a text', async () => {
    const { owner, notes } = await buildMeetingScene({ app, phase: 'grouping' });
    expect(await app.post(owner, notes, { content: ' \n ' })).toMatchObject({
      status: 422,
      body: { title: 'Validation Error', detail: 'Content is required' },
    });
  });
});

describe('a note while writing', () => {
  it('is revealed to all at once', async () => {
    const { owner, member, meeting, notes } = await buildMeetingScene({ app, phase: 'writing' });
    await app.post(member, notes, { content: 'one' });
    await app.post(owner, notes, { content: 'two' });
    await using live = await follow(app, owner, meeting.id);
    await app.post(owner, `/api/v1/meetings/${meeting.id}/phase/next`);

    const revealed = recordsPut(await live.untilType('board_changed'), noteType);
    expect(revealed.map(({ content }) => content).toSorted()).toEqual(['one', 'two']);
  });

  it('cannot be edited, moved or deleted by the meeting’s owner', async () => {
    const { owner, member, notes, write } = await buildMeetingScene({ app, phase: 'writing' });
    const note = await write(member, { content: 'mine', note_type: 'went_well' });
    const at = `${notes}/${note.id}`;
    const edit = await app.put(owner, at, { content: 'yours' });
    const move = await app.put(owner, at, { note_type: 'action' });
    const remove = await app.delete(owner, at);
    expect([edit.status, move.status, remove.status]).toEqual([403, 403, 403]);
  });
});

describe('moving, editing and deleting', () => {
  it('any member moves, and note_type and newType name the new column', async () => {
    const { owner, member, meeting, notes, write } = await buildMeetingScene({
      app,
      phase: 'grouping',
    });
    const note = await write(owner, { content: 'x', note_type: 'went_well' });
    await using live = await app.live(owner, meeting.id);
    const at = `${notes}/${note.id}`;
    const answer = await app.put(member, at, { note_type: 'to-improve' });
    expect(answer).toMatchObject({ status: 200, body: { note_type: 'to_improve', version: 2 } });
    expect(await live.untilNoteMessage()).toMatchObject({
      type: 'note_moved',
      data: { note_type: 'to-improve', newType: 'to-improve' },
    });

    // Moves back to its position. An unused position means the end.
    const moveBack = (position: number) =>
      app.put(member, at, { note_type: 'went_well', position });
    const { position } = note;
    expect((await moveBack(position)).body).toMatchObject({ note_type: 'went_well', position });
    await app.put(member, at, { note_type: 'to_improve' });
    const next = await write(owner, { content: 'y', note_type: 'went_well' });
    expect((await moveBack(1e9)).body).toMatchObject({ position: next.position + 1 });
    expect((await moveBack(-1)).status).toBe(422);
  });

  it('A-33: checks the version even if nothing would change', async () => {
    const {
      owner,
      member,
      path: meeting,
      notes,
      write,
    } = await buildMeetingScene({ app, phase: 'grouping' });
    const { id } = await write(owner, { content: 'same', note_type: 'went_well' });
    const ask = (as: typeof owner, body: object) => app.put(as, `${notes}/${id}`, body);
    const [same, moved] = [{ content: 'same' }, { note_type: 'went_well' }];
    expect((await ask(member, same)).problem?.code).toBe('NOTE_AUTHOR_ONLY');
    expect((await ask(member, {})).problem?.code).toBe('NOTE_AUTHOR_ONLY');
    expect((await ask(member, moved)).status).toBe(200);
    const restore = (as: typeof owner) => app.post(as, `${notes}/${id}/restore`);
    expect((await restore(member)).problem?.code).toBe('NOTE_AUTHOR_ONLY');
    expect((await restore(owner)).status).toBe(200);
    const enter = { as: owner, body: { phase: 'voting' } };
    await app.request('POST', `${meeting}/phase/transition`, enter);
    expect((await ask(owner, moved)).problem?.code).toBe('NOTE_CHANGES_NOT_NOW');
    expect((await restore(owner)).problem?.code).toBe('NOTE_CHANGES_NOT_NOW');
    await app.put(owner, meeting, { status: 'closed' });
    expect((await ask(owner, same)).problem?.code).toBe('NOTE_CHANGES_FINISHED');
  });
});

// docs/api.md A-94: the user who deleted a note may restore it.
async function deleted(scene: MeetingScene, by: 'owner' | 'member' = 'member') {
  const { call, write, member } = scene;
  const note = await write(member, { content: 'Keep me', note_type: 'to_improve' });
  const at = `/notes/${note.id}`;
  expect((await call('DELETE', at, { as: scene[by] })).status).toBe(204);
  return { note, at, restore: (as = scene[by]) => call('POST', `${at}/restore`, { as }) };
}

describe('A-94: a deleted note', () => {
  it('is restored unchanged, visible to everybody', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, meeting, call } = scene;
    const { note, at, restore } = await deleted(scene);
    await using live = await follow(app, owner, meeting.id);
    const back = await restore();
    const { id, author_id, content, note_type, position, created_at } = note;
    const kept = { id, author_id, content, note_type, position, created_at };
    expect(back).toMatchObject({ status: 200, body: { ...kept, version: 3 } });
    expect((await call('GET', at, { as: owner })).body).toEqual(back.body);
    const change = await live.untilType('board_changed');
    expect(recordsPut(change, noteType)).toMatchObject([Object(back.body)]);
  });

  it('is restored in a phase without adding, and keeps its author if the owner deleted it', async () => {
    const scene = await buildMeetingScene({ app, phase: 'discussing' });
    const { owner, member, call } = scene;
    await call('POST', '/phase/transition', { as: owner, body: { phase: 'grouping' } });
    const { restore } = await deleted(scene, 'owner');
    await call('POST', '/phase/transition', { as: owner, body: { phase: 'discussing' } });
    expect(await restore()).toMatchObject({ status: 200, body: { author_id: member.id } });
  });

  it('is 404 except for its deleter, also for its author', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { admin, member, outsider } = scene;
    const { restore } = await deleted(scene, 'owner');
    for (const other of [admin, member, outsider]) {
      expect((await restore(other)).status).toBe(404);
    }
  });

  it('that was hidden is restored hidden to its author, and open after the reveal', async () => {
    const scene = await buildMeetingScene({ app, phase: 'writing' });
    const { owner, call } = scene;
    const { at, restore } = await deleted(scene);
    expect((await restore()).body).toMatchObject({ hidden: true, content: 'Keep me' });
    expect((await call('GET', at, { as: owner })).body).toMatchObject({ content: '' });
    await call('DELETE', at, { as: scene.member });
    await call('POST', '/phase/next', { as: owner });
    expect((await restore()).body).toMatchObject({ hidden: false });
  });
});

// docs/api.md A-33: optimistic locking of notes.
const seen = (version: number) => ({ 'If-Match': `"${version}"` });

describe('the version of a note', () => {
  it('is the ETag of every answer, and increases with every change', async () => {
    const { owner, notes, call } = await buildMeetingScene({ app, phase: 'grouping' });
    const made = await app.post(owner, notes, { content: 'x' });
    expect(made.headers.get('etag')).toBe('"1"');
    const { id } = made.body as { id: string };
    const edit = await call('PUT', `/notes/${id}`, { as: owner, body: { content: 'y' } });
    expect(edit.headers.get('etag')).toBe('"2"');
    const read = await call('GET', `/notes/${id}`, { as: owner });
    expect(read).toMatchObject({ body: { content: 'y', version: 2 } });
    expect(read.headers.get('etag')).toBe('"2"');
  });

  it('of two edits of one version, the second gets 412 and the current note', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, member, call, write, commands } = scene;
    const { id } = await write(owner, { content: 'as seen', note_type: 'action' });
    const edit = (as: typeof owner, content: string) =>
      call('PUT', `/notes/${id}`, { as, body: { content }, headers: seen(1) });
    const [one, two] = await Promise.all([edit(owner, 'one'), edit(member, 'two')]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 412]);
    const [won, lost] = one.status === 200 ? [one, two] : [two, one];
    expect(lost.problem).toMatchObject({ code: 'STALE_VERSION', current: won.body });
    expect((await commands()).filter((command) => command === 'note.update')).toHaveLength(1);
  });
});

// Note permissions by role and phase, through the API (docs/api.md A-42, docs/retro.md R-11).
async function enter({ call, owner }: MeetingScene, phase: Phase): Promise<void> {
  const body = { phase };
  expect((await call('POST', '/phase/transition', { as: owner, body })).status).toBe(200);
}

describe('adding', () => {
  it.each([
    [{ status: 'planned' }, 'The meeting is not live.'],
    [{ status: 'closed' }, 'Cannot add notes to a finished meeting.'],
    [{ phase: 'voting' }, 'Notes can only be added during Writing or Grouping phases'],
  ] as const)('is refused in a meeting of %o', async (state, detail) => {
    const { member, notes } = await buildMeetingScene({ app, ...state });
    const answer = await app.post(member, notes, { content: 'x' });
    expect(answer.problem).toMatchObject({ status: 409, detail });
  });

  it('stops at exactly 1,000 notes for 20 simultaneous calls', async () => {
    const { member, meeting, notes } = await buildMeetingScene({ app, phase: 'grouping' });
    const free = 7;
    await app.db.insert(notesTable).values(
      Array.from({ length: limits.notesPerBoard - free }, (_, position) => ({
        id: newTimelessId(NoteId),
        meetingId: meeting.id,
        teamId: meeting.team_id,
        authorId: member.id,
        content: 'x',
        noteType: 'action' as const,
        hidden: false,
        position,
      })),
    );
    await renewBoard(app, meeting);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.post(member, notes, { content: 'x' })),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(409)]).toEqual([free, 20 - free]);
    const full = answers.find(({ status }) => status === 409);
    expect(full?.problem?.detail).toBe('This board is full: it holds at most 1000 notes.');
    const list = await app.get(member, `${notes}?limit=1`);
    expect(list.headers.get('x-total-count')).toBe('1000');
  });

  it('ignores fields that are not a note’s own, and other teams’ columns (A-12, A-41)', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { member, outsider, meeting, notes } = scene;
    const team = await buildTeam(app, { admin: outsider });
    const foreign = await buildMeeting(app, { owner: outsider, team, phase: 'grouping' });
    const stolen = {
      meeting_id: foreign.id,
      meetingId: foreign.id,
      team_id: team.id,
      author_id: outsider.id,
      version: 77,
      position: 1,
      hidden: true,
      deleted_at: '2020-01-01T00:00:00.000Z',
    };
    const made = await app.post(member, notes, { content: 'mine', ...stolen });
    const mine = { meeting_id: meeting.id, author_id: member.id, version: 1, hidden: false };
    expect(made).toMatchObject({ status: 201, body: mine });
    const { id } = made.body as { id: string };
    const body = { note_type: 'to_improve', ...stolen };
    const moved = await app.put(member, `${notes}/${id}`, body);
    expect(moved).toMatchObject({ status: 200, body: { ...mine, version: 2 } });
    const there = `/api/v1/meetings/${foreign.id}/notes`;
    expect((await app.get(outsider, there)).body).toEqual([]);
    expect((await app.put(outsider, `${there}/${id}`, body)).status).toBe(404);
  });
});

describe('changing', () => {
  it('ends with voting and with the meeting, except for the author’s text', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, member, call, write } = scene;
    const original = await write(member, { content: 'x', note_type: 'went_well' });
    const attempts = async (as = owner) => [
      (await call('PUT', `/notes/${original.id}`, { as, body: { content: 'z' } })).problem?.code,
      (await call('PUT', `/notes/${original.id}`, { as, body: { note_type: 'action' } })).problem
        ?.code,
      (await call('DELETE', `/notes/${original.id}`, { as })).problem?.code,
    ];
    await enter(scene, 'voting');
    expect(await attempts()).toEqual(Array(3).fill('NOTE_CHANGES_NOT_NOW'));
    const correction = { as: member, body: { content: 'y' } };
    const note = (await call('PUT', `/notes/${original.id}`, correction)).body;
    // Edited, because others had read it.
    expect(note).toMatchObject({ content: 'y', edited: true, note_type: 'went_well' });
    await call('PUT', '', { as: owner, body: { status: 'closed' } });
    expect(await attempts()).toEqual(Array(3).fill('NOTE_CHANGES_FINISHED'));
    expect(await attempts(member)).toEqual(Array(3).fill('NOTE_CHANGES_FINISHED'));
    expect((await call('GET', `/notes/${original.id}`, { as: owner })).body).toEqual(note);
  });

  it('of column and text requires both rights, or changes neither', async () => {
    const { owner, member, call, write } = await buildMeetingScene({ app, phase: 'grouping' });
    const note = await write(owner, { content: 'x', note_type: 'went_well' });
    const body = { note_type: 'action', content: 'y' };
    expect((await call('PUT', `/notes/${note.id}`, { as: member, body })).status).toBe(403);
    expect((await call('GET', `/notes/${note.id}`, { as: owner })).body).toEqual(note);
    const unchanged = { note_type: 'action', content: 'x' };
    const move = await call('PUT', `/notes/${note.id}`, { as: member, body: unchanged });
    expect(move).toMatchObject({ status: 200, body: { note_type: 'action', content: 'x' } });
  });
});

// GET /notes/me: the caller's notes on boards they can still see, newest first.
async function mine(app: TestApp, as: TestUser, query = '') {
  const answer = await app.get(as, `/api/v1/notes/me${query}`);
  const contents = z
    .array(Note)
    .parse(answer.body)
    .map(({ content }) => content);
  return { contents, total: answer.headers.get('x-total-count') };
}

describe('a person’s notes', () => {
  it("come newest first, from all their boards, without anybody else's", async () => {
    const { owner, member, team, write } = await buildMeetingScene({ app, phase: 'grouping' });
    const other = await buildMeeting(app, { owner, team, phase: 'writing' });
    await write(member, { content: 'one' });
    await write(owner, { content: 'not mine' });
    await app.post(member, `/api/v1/meetings/${other.id}/notes`, { content: 'two, face down' });
    await write(member, { content: 'three' });
    const all = { contents: ['three', 'two, face down', 'one'], total: '3' };
    expect(await mine(app, member)).toEqual(all);
    const page = { contents: ['two, face down'], total: '3' };
    expect(await mine(app, member, '?skip=1&limit=1')).toEqual(page);
  });

  it('exclude deleted notes, meetings and teams, and teams that the person has left', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, admin, member, team, call, write } = scene;
    const gone = await write(member, { content: 'deleted' });
    await call('DELETE', `/notes/${gone.id}`, { as: member });
    const other = await buildMeeting(app, { owner, team, phase: 'grouping' });
    const path = `/api/v1/meetings/${other.id}`;
    await app.post(member, `${path}/notes`, { content: 'with it' });
    await write(member, { content: 'kept' });
    await app.delete(owner, path);
    expect(await mine(app, member)).toEqual({ contents: ['kept'], total: '1' });
    await app.db.delete(memberships).where(eq(memberships.userId, member.id));
    expect(await mine(app, member)).toEqual({ contents: [], total: '0' });
    await write(owner, { content: 'of the team' });
    await app.delete(admin, `/api/v1/teams/${team.id}`);
    expect(await mine(app, owner)).toEqual({ contents: [], total: '0' });
  });
});
