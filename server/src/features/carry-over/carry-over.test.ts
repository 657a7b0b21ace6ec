import { noteType } from '@wentwell/contract/board/notes';
import { Board } from '@wentwell/contract/board/snapshot';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { CarryOver } from '@wentwell/contract/meetings/carry-over';
import { Group } from '@wentwell/contract/notes/groups';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { notes } from '#server/features/notes/notes.table';
import { boardChanges } from '#server/live/change-log.table';
import type { StoredChange } from '#server/live/stored-changes';
import { newTimelessId } from '#server/platform/ids';
import { makeKey } from '#test/anonymous-scene';
import { follow, recordsPut, textsOf } from '#test/board-scene';
import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';
import { buildMeeting, buildTeam } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { sendTogether } from '#test/held-board';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

const boardOf = async (id: string, as: TestUser) =>
  app.read(as, `/api/v1/meetings/${id}/board`, Board);

/** The board's changes in the log. */
async function historyOf(id: MeetingId, of = app): Promise<StoredChange[]> {
  const ofBoard = eq(boardChanges.meetingId, id);
  const rows = await of.db.select().from(boardChanges).where(ofBoard).orderBy(boardChanges.seq);
  return rows.map(({ change }) => change);
}

/** Builds a meeting that discussed only its first topic, and the team's next meeting. */
async function buildLeftOver(next: Parameters<typeof buildMeeting>[1] = {}, at = app) {
  const scene = await buildDiscussion(at);
  const { owner, team, path } = scene;
  await scene.lead({ current: scene.first });
  await scene.lead({ current: null });
  const other = await buildMeeting(at, { owner, team, phase: 'grouping', ...next });
  const carry = (topic_ids: readonly string[], as: TestUser = owner, to: string = other.id) =>
    at.post(as, `${path}/carry-over`, { topic_ids, to_meeting_id: to });
  return { ...scene, other, carry };
}

/** Like `buildLeftOver`, with the undiscussed topics in one group. */
async function buildGroupLeftOver(next: Parameters<typeof buildMeeting>[1] = {}) {
  const scene = await buildLeftOver(next);
  const { owner, path, second, third, enter } = scene;
  await enter('grouping');
  const body = { note_ids: [second, third], title: 'Both', column_id: 'to_improve' };
  return { ...scene, group: Group.parse((await app.post(owner, `${path}/groups`, body)).body).id };
}

describe('R-216 undiscussed topics', () => {
  it('become notes of another meeting, by their authors, visible to everybody there', async () => {
    const { second, third, owner, member, other, carry } = await buildLeftOver();
    await using live = await follow(app, member, other.id);
    const answer = await carry([third, second]);
    expect(answer.status).toBe(201);
    const { note_ids } = CarryOver.parse(answer.body);
    const { notes } = await boardOf(other.id, owner);
    expect(notes.map(({ id }) => id)).toEqual(note_ids);
    expect(notes).toMatchObject([
      { content: 'Second', author_id: member.id, note_type: 'went_well', hidden: false },
      { content: 'Third', author_id: member.id },
    ]);
    await live.roundTrip();
    expect(textsOf(live)).toEqual(['Second', 'Third']);
  });

  it('are carried to a meeting once, however often requested', async () => {
    const { second, owner, other, carry } = await buildLeftOver();
    const [first, again] = [await carry([second]), await carry([second])];
    expect(again.body).toEqual(first.body);
    const [note] = (await boardOf(other.id, owner)).notes;
    await app.delete(owner, `/api/v1/meetings/${other.id}/notes/${note?.id}`);
    expect((await carry([second])).status).toBe(201);
    expect((await boardOf(other.id, owner)).notes).toEqual([]);
  });

  it('are added once if two people carry them together', async () => {
    await using quiet = await buildTestApp({}, { clock: manualClock(new Date()) });
    const { second, owner, member, other: meeting, carry } = await buildLeftOver({}, quiet);
    const body = { content: 'Written first', note_type: 'went_well' };
    const path = `/api/v1/meetings/${meeting.id}/notes`;
    await sendTogether(quiet, { owner, meeting }, [
      () => quiet.post(owner, path, body),
      () => carry([second]),
      () => carry([second], member),
    ]);
    const told = (await historyOf(meeting.id, quiet)).filter(
      ({ command }) => command === 'topics.carry',
    );
    expect(told).toHaveLength(1);
  });

  it('precede notes written later, even if notes existed', async () => {
    const { second, third, owner, other, carry } = await buildLeftOver();
    await carry([second]);
    await carry([second, third]);
    const body = { content: 'Written later', note_type: 'went_well' };
    expect((await app.post(owner, `/api/v1/meetings/${other.id}/notes`, body)).status).toBe(201);
    const { notes } = await boardOf(other.id, owner);
    expect(notes.map(({ content }) => content)).toEqual(['Second', 'Third', 'Written later']);
    const positions = notes.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('are readable before the reveal, because the team knows them', async () => {
    const { second, owner, member, other, carry } = await buildLeftOver({
      status: 'planned',
      phase: 'joining',
    });
    await carry([second]);
    for (const as of [owner, member]) {
      const [note] = (await boardOf(other.id, as)).notes;
      expect(note).toMatchObject({ hidden: false, content: 'Second' });
    }
  });

  it('stay groups with their titles', async () => {
    const { second, owner, other, group, carry } = await buildGroupLeftOver();
    expect((await carry([second])).problem?.code).toBe('TOPIC_UNKNOWN');
    const { note_ids } = CarryOver.parse((await carry([group])).body);
    const { notes, groups } = await boardOf(other.id, owner);
    expect(notes.map(({ content }) => content)).toEqual(['Second', 'Third']);
    expect(groups).toMatchObject([{ title: 'Both', column_id: 'to_improve', note_ids }]);
  });

  it('as groups follow later changes: a joined note joins, a removed one stays out', async () => {
    const { owner, other, path, group, topic, carry } = await buildGroupLeftOver();
    const { note_ids } = CarryOver.parse((await carry([group])).body);
    const source = `${path}/groups/${group}`;
    const { id } = await topic(owner, 'Fourth');
    await app.put(owner, source, { add: [id] });
    expect((await carry([group])).status).toBe(201);
    const there = await boardOf(other.id, owner);
    expect(there.groups).toMatchObject([{ note_ids: [...note_ids, expect.any(String)] }]);
    const dissolved = `/api/v1/meetings/${other.id}/groups/${there.groups[0]?.id}`;
    expect((await app.delete(owner, dissolved)).status).toBe(204);
    expect((await carry([group])).status).toBe(201);
    expect((await boardOf(other.id, owner)).groups).toEqual([]);
    const [undone] = there.groups;
    const again = { id: undone?.id, note_ids: undone?.note_ids };
    const groups = `/api/v1/meetings/${other.id}/groups`;
    expect((await app.post(owner, groups, again)).body, 'undone').toMatchObject({ id: undone?.id });
  });
});

describe('R-217 excluded from a carry-over', () => {
  it('discussed topics and unknown ones; then nothing is carried', async () => {
    const { first, second, owner, other, carry } = await buildLeftOver();
    expect((await carry([second, first])).problem?.code).toBe('TOPIC_DISCUSSED');
    const unknown = await carry([second, newTimelessId(NoteId)]);
    expect(unknown.problem?.errors?.[0]?.loc).toEqual(['body', 'topic_ids', 1]);
    expect((await carry([])).status).toBe(422);
    expect((await boardOf(other.id, owner)).notes).toEqual([]);
  });

  it('a meeting of another team, the same meeting, one in voting, or one that is over', async () => {
    const { second, owner, meeting, team, other, carry } = await buildLeftOver();
    const theirs = await buildMeeting(app, { owner, team: await buildTeam(app, { admin: owner }) });
    const foreign = await buildMeeting(app);
    expect((await carry([second], owner, theirs.id)).problem?.code).toBe('CARRY_OVER_TARGET');
    expect((await carry([second], owner, meeting.id)).problem?.code).toBe('CARRY_OVER_TARGET');
    expect((await carry([second], owner, foreign.id)).status).toBe(404);
    const voting = await buildMeeting(app, { owner, team, phase: 'voting' });
    expect((await carry([second], owner, voting.id)).problem?.code).toBe('NOTES_NOT_NOW');
    await app.put(owner, `/api/v1/meetings/${other.id}`, { status: 'closed' });
    expect((await carry([second])).problem?.code).toBe('MEETING_FINISHED');
  });

  it('the author, into an anonymous meeting', async () => {
    const { second, owner, member, other, carry } = await buildLeftOver({ phase: 'joining' });
    const path = `/api/v1/meetings/${other.id}`;
    await app.put(owner, path, { settings: { anonymous: true } });
    await carry([second]);
    for (const as of [owner, member]) {
      const [note] = (await boardOf(other.id, as)).notes;
      expect(note).toMatchObject({ author_id: null, content: 'Second' });
    }
    const events = await app.get(owner, `${path}/events?since=0`);
    expect(JSON.stringify(events.body)).not.toContain(member.id);
  });
});

describe('R-171 topics from another meeting do not count as notes of this board', () => {
  const calls = (id: string, owner: TestUser) => (method: string, below: string, body?: object) =>
    app.request(method, `/api/v1/meetings/${id}${below}`, { as: owner, ...(body && { body }) });

  it('it can still become anonymous, and then names nobody', async () => {
    const { second, third, owner, member, other, carry } = await buildLeftOver({
      phase: 'joining',
    });
    const call = calls(other.id, owner);
    await carry([second, third]);
    const path = `/api/v1/meetings/${other.id}`;
    const open = (as: TestUser) => FollowedBoard.open(app, { path, as });
    const followed = [await open(owner), await open(member)];
    expect((await call('PUT', '', { settings: { anonymous: true } })).status).toBe(200);
    const rows = await app.db.select().from(notes).where(eq(notes.meetingId, other.id));
    expect(rows.map(({ authorId }) => authorId)).toEqual([null, null]);
    for (const as of [owner, member]) {
      expect((await boardOf(other.id, as)).notes).toMatchObject([
        { author_id: null, content: 'Second' },
        { author_id: null, content: 'Third' },
      ]);
    }
    for (const each of followed) await each.catchUp();
    const history = await historyOf(other.id);
    const ofNotes = history.filter(({ put }) => put.some(({ type }) => type === noteType.type));
    expect(ofNotes.length).toBeGreaterThan(0);
    for (const { actorId } of ofNotes.slice(0, -1)) expect(actorId).toBeNull();
    expect(JSON.stringify(ofNotes)).not.toContain(member.id);
  });

  it('becoming anonymous names nobody', async () => {
    const { second, owner, member, other, carry } = await buildLeftOver({ phase: 'joining' });
    await carry([second]);
    await using live = await follow(app, member, other.id);
    const settings = { anonymous: true };
    expect((await calls(other.id, owner)('PUT', '', { settings })).status).toBe(200);
    const change = await live.untilType('board_changed');
    expect(recordsPut(change, noteType)).toMatchObject([{ content: 'Second', author_id: null }]);
  });

  it('it can take a template: topics go to its first column for notes', async () => {
    const { second, third, owner, member, other, carry } = await buildLeftOver();
    await carry([second]);
    const { note_ids } = CarryOver.parse((await carry([third])).body);
    await calls(other.id, owner)('DELETE', `/notes/${note_ids[0]}`);
    await using live = await follow(app, member, other.id);
    const kept = { prompt: '', tone: 'accent' };
    const columns = [
      { ...kept, id: 'next', title: 'Next', kind: 'actions' },
      { ...kept, id: 'wind', title: 'Wind', kind: 'notes' },
    ];
    const body = { columns, settings: { anonymous: true } };
    expect((await calls(other.id, owner)('PUT', '', body)).status).toBe(200);
    expect((await boardOf(other.id, member)).notes).toMatchObject([{ note_type: 'wind' }]);
    const change = await live.untilType('board_changed');
    expect(recordsPut(change, noteType)).toMatchObject([{ note_type: 'wind' }]);
    const byPeople = (await historyOf(other.id)).filter(({ actorId }) => actorId !== null);
    expect(byPeople.map(({ command }) => command)).not.toContain('note.remove');
  });

  it('a carried group follows the columns, and the meeting can become anonymous', async () => {
    const { owner, member, other, group, carry } = await buildGroupLeftOver();
    const call = calls(other.id, owner);
    const { note_ids } = CarryOver.parse((await carry([group])).body);
    const columns = [{ id: 'wind', title: 'Wind', kind: 'notes', prompt: '', tone: 'accent' }];
    expect((await call('PUT', '', { columns, settings: { anonymous: true } })).status).toBe(200);
    const { notes, groups } = await boardOf(other.id, member);
    expect(notes.map(({ author_id, note_type }) => [author_id, note_type])).toEqual([
      [null, 'wind'],
      [null, 'wind'],
    ]);
    expect(groups).toMatchObject([{ title: 'Both', column_id: 'wind', note_ids }]);
  });

  it('deleting a carried note and its group writes nothing', async () => {
    const { owner, other, group, carry } = await buildGroupLeftOver();
    const call = calls(other.id, owner);
    const { note_ids } = CarryOver.parse((await carry([group])).body);
    expect((await call('DELETE', `/notes/${note_ids[0]}`)).status).toBe(204);
    expect((await boardOf(other.id, owner)).groups).toEqual([]);
    expect((await call('PUT', '', { settings: { anonymous: true } })).status).toBe(200);
  });

  it('once such a group is named, names stay', async () => {
    const { owner, other, group, carry } = await buildGroupLeftOver();
    const call = calls(other.id, owner);
    await carry([group]);
    const [carried] = (await boardOf(other.id, owner)).groups;
    expect((await call('PUT', `/groups/${carried?.id}`, { title: 'Ours' })).status).toBe(200);
    const refused = await call('PUT', '', { settings: { anonymous: true } });
    expect(refused.problem?.code).toBe('ANONYMITY_FIXED');
  });

  it.each([
    ['edited', 'PUT /notes/:id', { content: 'Mine now' }],
    ['reacted to', `PUT /notes/:id/reactions/${encodeURIComponent('🎉')}`, undefined],
    ['commented on', 'POST /topics/:id/comments', { content: 'Yes' }],
  ])('names or anonymity stay once one was %s', async (_, what, body) => {
    const { second, owner, other, carry } = await buildLeftOver();
    const call = calls(other.id, owner);
    const { note_ids } = CarryOver.parse((await carry([second])).body);
    await call('POST', '/phase/transition', { phase: 'revealing' });
    const [method = '', below = ''] = what.replace(':id', String(note_ids[0])).split(' ');
    const done = await call(method, below, body);
    expect(Math.floor(done.status / 100)).toBe(2);
    const refused = await call('PUT', '', { settings: { anonymous: true } });
    expect(refused.problem?.code).toBe('ANONYMITY_FIXED');
  });

  it('anonymity stays once one was commented on, also after the next phase', async () => {
    const { second, owner, other, carry } = await buildLeftOver();
    const call = calls(other.id, owner);
    expect((await call('PUT', '', { settings: { anonymous: true } })).status).toBe(200);
    const { note_ids } = CarryOver.parse((await carry([second])).body);
    await call('POST', '/phase/transition', { phase: 'discussing' });
    const path = `/api/v1/meetings/${other.id}/topics/${note_ids[0]}/comments`;
    const written = { as: owner, authorKey: makeKey(1), body: { content: 'Yes' } };
    expect((await app.request('POST', path, written)).status).toBe(201);
    await call('POST', '/phase/transition', { phase: 'joining' });
    const refused = await call('PUT', '', { settings: { anonymous: false } });
    expect(refused.problem?.code).toBe('ANONYMITY_FIXED');
  });
});
