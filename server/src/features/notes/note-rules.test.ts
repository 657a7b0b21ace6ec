// Note permissions by role and phase, through the API (docs/api.md A-42, docs/retro.md R-11).
import { NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { type Phase } from '@wentwell/contract/phases';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { fileApp } from '#test/build-test-app';
import { buildMeeting, buildTeam } from '#test/factories';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';
import { renewBoard } from '#test/renew-board';

import { notes as notesTable } from './notes.table.ts';

const app = await fileApp();

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
    const scene = await buildMeetingScene({ app, ...state });
    const { member, notes } = scene;
    const answer = await app.post(member, notes, { content: 'x' });
    expect(answer.problem).toMatchObject({ status: 409, detail });
  });

  it('stops at exactly 1,000 notes for 20 simultaneous calls', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { member, meeting, notes } = scene;
    const free = 7;
    await app.db.insert(notesTable).values(
      Array.from({ length: limits.notesPerBoard - free }, (_, position) => ({
        id: newId(NoteId),
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
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, member, call, write } = scene;
    const note = await write(owner, { content: 'x', note_type: 'went_well' });
    const body = { note_type: 'action', content: 'y' };
    expect((await call('PUT', `/notes/${note.id}`, { as: member, body })).status).toBe(403);
    expect((await call('GET', `/notes/${note.id}`, { as: owner })).body).toEqual(note);
    const unchanged = { note_type: 'action', content: 'x' };
    const move = await call('PUT', `/notes/${note.id}`, { as: member, body: unchanged });
    expect(move).toMatchObject({ status: 200, body: { note_type: 'action', content: 'x' } });
  });
});
