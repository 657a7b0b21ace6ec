import { noteType } from '@wentwell/contract/board/notes';
import { NoteId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes/notes';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { follow, recordsPut } from '#test/board-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const app = await fileApp();

async function buildBoard(phase: 'writing' | 'grouping' | 'voting' = 'grouping') {
  const owner = await buildUser(app);
  const member = await buildUser(app);
  const team = await buildTeam(app, { admin: owner, members: [member] });
  const meeting = await buildMeeting(app, { owner, team, phase });
  const board = `/api/v1/meetings/${meeting.id}/board`;
  const notes = `/api/v1/meetings/${meeting.id}/notes`;
  return {
    owner,
    member,
    meeting,
    board,
    notes,
    write: async (as: TestUser, body: object) => Note.parse((await app.post(as, notes, body)).body),
  };
}

describe('adding a note', () => {
  it('returns 201 with the note, and shows it to others immediately', async () => {
    const { owner, member, meeting, notes } = await buildBoard();
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
    const { owner, notes } = await buildBoard();
    const answer = await app.post(owner, notes, { content: 'x' });
    expect(answer.body).toMatchObject({ note_type: 'action' });
  });

  it('adds nothing for a repeated id, and gives others a new one', async () => {
    const { owner, member, notes } = await buildBoard();
    const body = { id: newId(NoteId), content: 'once' };
    const first = await app.post(owner, notes, body);
    const again = await app.post(owner, notes, body);
    const other = await app.post(member, notes, body);

    expect([first.status, again.status, other.status]).toEqual([201, 200, 201]);
    expect(Note.parse(other.body).id).not.toBe(body.id);
    expect(again.body).toEqual(first.body);
    expect((await app.get(owner, notes)).body).toHaveLength(2);
  });

  it('requires a text', async () => {
    const { owner, notes } = await buildBoard();
    const body = { content: ' \n ' };
    expect(await app.post(owner, notes, body)).toMatchObject({
      status: 422,
      body: { title: 'Validation Error', detail: 'Content is required' },
    });
  });
});

describe('a note while writing', () => {
  it('is revealed to all at once', async () => {
    const { owner, member, meeting, notes } = await buildBoard('writing');
    await app.post(member, notes, { content: 'one' });
    await app.post(owner, notes, { content: 'two' });
    await using live = await follow(app, owner, meeting.id);
    await app.post(owner, `/api/v1/meetings/${meeting.id}/phase/next`);

    const revealed = recordsPut(await live.untilType('board_changed'), noteType);
    expect(revealed.map(({ content }) => content).toSorted()).toEqual(['one', 'two']);
  });

  it('cannot be edited, moved or deleted by the meeting’s owner', async () => {
    const { owner, member, notes, write } = await buildBoard('writing');
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
    const { owner, member, meeting, notes, write } = await buildBoard();
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
    const { owner, member, board, notes, write } = await buildBoard();
    const { id } = await write(owner, { content: 'same', note_type: 'went_well' });
    const ask = (as: typeof owner, body: object) => app.put(as, `${notes}/${id}`, body);
    const [same, moved] = [{ content: 'same' }, { note_type: 'went_well' }];
    expect((await ask(member, same)).problem?.code).toBe('NOTE_AUTHOR_ONLY');
    expect((await ask(member, {})).problem?.code).toBe('NOTE_AUTHOR_ONLY');
    expect((await ask(member, moved)).status).toBe(200);
    const restore = (as: typeof owner) => app.post(as, `${notes}/${id}/restore`);
    expect((await restore(member)).problem?.code).toBe('NOTE_AUTHOR_ONLY');
    expect((await restore(owner)).status).toBe(200);
    const meeting = board.replace(/\/board$/, '');
    const enter = { as: owner, body: { phase: 'voting' } };
    await app.request('POST', `${meeting}/phase/transition`, enter);
    expect((await ask(owner, moved)).problem?.code).toBe('NOTE_CHANGES_NOT_NOW');
    expect((await restore(owner)).problem?.code).toBe('NOTE_CHANGES_NOT_NOW');
    await app.put(owner, meeting, { status: 'closed' });
    expect((await ask(owner, same)).problem?.code).toBe('NOTE_CHANGES_FINISHED');
  });
});
