import { Board } from '@wentwell/contract/board';
import { noteType } from '@wentwell/contract/board/notes';
import { NoteId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { follow, recordsPut } from '#test/board-scene';
import { buildTestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

async function buildBoard(phase: 'writing' | 'grouping' | 'voting' = 'grouping') {
  const app = await buildTestApp();
  const owner = await buildUser(app);
  const member = await buildUser(app);
  const team = await buildTeam(app, { admin: owner, members: [member] });
  const meeting = await buildMeeting(app, { owner, team, phase });
  const board = `/api/v1/meetings/${meeting.id}/board`;
  const notes = `/api/v1/meetings/${meeting.id}/notes`;
  return {
    app,
    owner,
    member,
    meeting,
    board,
    notes,
    write: async (as: TestUser, body: object) =>
      Note.parse((await app.request('POST', notes, { as, body })).body),
  };
}

describe('adding a note', () => {
  it('returns 201 with the note, and shows it to others immediately', async () => {
    const { app, owner, member, meeting, notes } = await buildBoard();
    await using _ = app;
    await using live = await app.live(member, meeting.id);
    const content = '  Two lines\nof text  ';
    const body = { content, note_type: 'went-well' };
    const answer = await app.request('POST', notes, { as: owner, body });

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
    const { app, owner, notes } = await buildBoard();
    await using _ = app;
    const answer = await app.request('POST', notes, { as: owner, body: { content: 'x' } });
    expect(answer.body).toMatchObject({ note_type: 'action' });
  });

  it('adds nothing for a repeated id, and gives others a new one', async () => {
    const { app, owner, member, notes } = await buildBoard();
    await using _ = app;
    const body = { id: newId(NoteId), content: 'once' };
    const first = await app.request('POST', notes, { as: owner, body });
    const again = await app.request('POST', notes, { as: owner, body });
    const other = await app.request('POST', notes, { as: member, body });

    expect([first.status, again.status, other.status]).toEqual([201, 200, 201]);
    expect(Note.parse(other.body).id).not.toBe(body.id);
    expect(again.body).toEqual(first.body);
    expect((await app.request('GET', notes, { as: owner })).body).toHaveLength(2);
  });

  it.each([
    ['empty', { content: '' }, 'Content is required'],
    ['blank', { content: ' \n ' }, 'Content is required'],
    ['too long', { content: 'x'.repeat(2001) }, 'Must be at most 2000 characters long.'],
    ['NUL', { content: 'a\u0000b' }, 'Contains characters that are not text.'],
    ['a lone surrogate', { content: 'a\ud800' }, 'Contains characters that are not text.'],
    ['an array', { content: ['a'] }, undefined],
    ['an unknown kind', { content: 'a', note_type: 'other' }, undefined],
    ['an id that is none', { content: 'a', id: 'x'.repeat(10_000) }, 'Not a valid id.'],
  ])('refuses %s with 422 and changes nothing', async (_name, body, detail) => {
    const { app, owner, notes } = await buildBoard();
    await using _ = app;
    const answer = await app.request('POST', notes, { as: owner, body });
    expect(answer.status).toBe(422);
    if (detail) expect(answer.body).toMatchObject({ title: 'Validation Error', detail });
    expect((await app.request('GET', notes, { as: owner })).body).toEqual([]);
  });

  it('accepts JSON only: a form, which other sites can send, is 415', async () => {
    const { app, owner, notes } = await buildBoard();
    await using _ = app;
    const answer = await app.request('POST', notes, { as: owner, form: { content: 'x' } });
    expect(answer).toMatchObject({ status: 415, body: { title: 'Unsupported Media Type' } });
  });

  it('is refused outside writing and grouping, with the specification’s text', async () => {
    const { app, owner, notes } = await buildBoard('voting');
    await using _ = app;
    const answer = await app.request('POST', notes, { as: owner, body: { content: 'x' } });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: 'Notes can only be added during Writing or Grouping phases' },
    });
  });

  it('is 404 for an outsider, like an unknown meeting', async () => {
    const { app, notes } = await buildBoard();
    await using _ = app;
    const outsider = await buildUser(app);
    const there = await app.request('POST', notes, { as: outsider, body: { content: 'x' } });
    const nowhere = notes.replace(/[0-9a-f]{12}\/notes$/, '000000000000/notes');
    const none = await app.request('POST', nowhere, { as: outsider, body: { content: 'x' } });
    expect([there.status, none.status]).toEqual([404, 404]);
    expect(there.problem?.detail).toBe(none.problem?.detail);
  });
});

describe('a note while writing', () => {
  it('is hidden from everybody except its author: list, single, snapshot, history and socket', async () => {
    const { app, owner, member, meeting, board, notes, write } = await buildBoard('writing');
    await using _ = app;
    const secret = 'nobody reads this yet';
    await using live = await follow(app, owner, meeting.id);
    const note = await write(member, { content: secret });

    await live.untilType('board_changed');
    const history = `/api/v1/meetings/${meeting.id}/events?since=0`;
    const paths = [notes, `${notes}/${note.id}`, board, history];
    for (const path of paths) {
      const others = await app.request('GET', path, { as: owner });
      const own = await app.request('GET', path, { as: member });
      expect(JSON.stringify(others.body), path).not.toContain(secret);
      expect(JSON.stringify(own.body), path).toContain(secret);
    }
    expect(JSON.stringify(live.frames)).not.toContain(secret);
  });

  it('is revealed to all at once', async () => {
    const { app, owner, member, meeting, notes } = await buildBoard('writing');
    await using _ = app;
    await app.request('POST', notes, { as: member, body: { content: 'one' } });
    await app.request('POST', notes, { as: owner, body: { content: 'two' } });
    await using live = await follow(app, owner, meeting.id);
    await app.request('POST', `/api/v1/meetings/${meeting.id}/phase/next`, { as: owner });

    const revealed = recordsPut(await live.untilType('board_changed'), noteType);
    expect(revealed.map(({ content }) => content).toSorted()).toEqual(['one', 'two']);
  });

  it('cannot be edited, moved or deleted by the meeting’s owner', async () => {
    const { app, owner, member, notes, write } = await buildBoard('writing');
    await using _ = app;
    const note = await write(member, { content: 'mine', note_type: 'went_well' });
    const at = `${notes}/${note.id}`;
    const edit = await app.request('PUT', at, { as: owner, body: { content: 'yours' } });
    const move = await app.request('PUT', at, { as: owner, body: { note_type: 'action' } });
    const remove = await app.request('DELETE', at, { as: owner });
    expect([edit.status, move.status, remove.status]).toEqual([403, 403, 403]);
  });
});

describe('moving, editing and deleting', () => {
  it('any member moves, and note_type and newType name the new column', async () => {
    const { app, owner, member, meeting, notes, write } = await buildBoard();
    await using _ = app;
    const note = await write(owner, { content: 'x', note_type: 'went_well' });
    await using live = await app.live(owner, meeting.id);
    const at = `${notes}/${note.id}`;
    const answer = await app.request('PUT', at, { as: member, body: { note_type: 'to-improve' } });
    expect(answer).toMatchObject({ status: 200, body: { note_type: 'to_improve', version: 2 } });
    expect(await live.untilNoteMessage()).toMatchObject({
      type: 'note_moved',
      data: { note_type: 'to-improve', newType: 'to-improve' },
    });

    // Moves back to its position. An unused position means the end.
    const moveBack = (position: number) =>
      app.request('PUT', at, { as: member, body: { note_type: 'went_well', position } });
    const { position } = note;
    expect((await moveBack(position)).body).toMatchObject({ note_type: 'went_well', position });
    await app.request('PUT', at, { as: member, body: { note_type: 'to_improve' } });
    const next = await write(owner, { content: 'y', note_type: 'went_well' });
    const far = await moveBack(1e9);
    expect(far.body).toMatchObject({ position: next.position + 1 });
    expect((await moveBack(-1)).status).toBe(422);
  });

  it('its author edits and deletes, not another member; action items anybody', async () => {
    const { app, owner, member, notes, write } = await buildBoard();
    await using _ = app;
    const note = await write(owner, { content: 'x', note_type: 'went_well' });
    const action = await write(owner, { content: 'y', note_type: 'action' });
    const edit = (id: string, as: typeof owner) =>
      app.request('PUT', `${notes}/${id}`, { as, body: { content: 'changed' } });
    expect((await edit(note.id, member)).status).toBe(403);
    expect((await edit(note.id, owner)).body).toMatchObject({ content: 'changed' });
    expect((await edit(action.id, member)).status).toBe(200);
    const gone = await app.request('DELETE', `${notes}/${note.id}`, { as: owner });
    expect(gone.status).toBe(204);
    expect((await app.request('GET', `${notes}/${note.id}`, { as: owner })).status).toBe(404);
  });

  it('announces nothing if nothing changes', async () => {
    const { app, owner, board, notes, write } = await buildBoard();
    await using _ = app;
    const body = { content: 'same', note_type: 'action' };
    const note = await write(owner, body);
    const seq = async () => Board.parse((await app.request('GET', board, { as: owner })).body).seq;
    const before = await seq();
    await app.request('PUT', `${notes}/${note.id}`, { as: owner, body });
    expect(await seq()).toBe(before);
  });

  it('A-33: checks the version even if nothing would change', async () => {
    const { app, owner, member, board, notes, write } = await buildBoard();
    await using _ = app;
    const { id } = await write(owner, { content: 'same', note_type: 'went_well' });
    const ask = (as: typeof owner, body: object) =>
      app.request('PUT', `${notes}/${id}`, { as, body });
    const [same, moved] = [{ content: 'same' }, { note_type: 'went_well' }];
    expect((await ask(member, same)).problem?.code).toBe('NOTE_AUTHOR_ONLY');
    expect((await ask(member, {})).problem?.code).toBe('NOTE_AUTHOR_ONLY');
    expect((await ask(member, moved)).status).toBe(200);
    const restore = (as: typeof owner) => app.request('POST', `${notes}/${id}/restore`, { as });
    expect((await restore(member)).problem?.code).toBe('NOTE_AUTHOR_ONLY');
    expect((await restore(owner)).status).toBe(200);
    const meeting = board.replace(/\/board$/, '');
    const enter = { as: owner, body: { phase: 'voting' } };
    await app.request('POST', `${meeting}/phase/transition`, enter);
    expect((await ask(owner, moved)).problem?.code).toBe('NOTE_CHANGES_NOT_NOW');
    expect((await restore(owner)).problem?.code).toBe('NOTE_CHANGES_NOT_NOW');
    await app.request('PUT', meeting, { as: owner, body: { status: 'closed' } });
    expect((await ask(owner, same)).problem?.code).toBe('NOTE_CHANGES_FINISHED');
  });
});
