// docs/retro.md: a board on a screen without an account, by a link that can be revoked.
import { authorKeyHeader } from '@wentwell/contract/author-keys';
import { liveLimits } from '@wentwell/contract/limits';
import { EventsPage, LiveTicket } from '@wentwell/contract/live';
import {
  NewSpectatorLink,
  SpectatorBoard,
  SpectatorLinkState,
  SpectatorSession,
} from '@wentwell/contract/spectators';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { users } from '#server/features/users/users.table';
import { memoryBus } from '#server/platform/bus/memory-bus';
import { newSecret } from '#server/platform/secrets';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { type LiveClient, openLiveClient } from '#test/live-client';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

import { spectatorSessions } from './spectators.table.ts';

const link = '/spectator-link';

async function newLink({ call }: MeetingScene, as: TestUser): Promise<string> {
  const answer = await call('POST', link, { as });
  expect(answer.status).toBe(201);
  return NewSpectatorLink.parse(answer.body).secret;
}

function enter(app: TestApp, secret: string) {
  return app.request('POST', '/api/v1/spectator/session', { body: { secret } });
}

async function session(app: TestApp, secret: string): Promise<string> {
  return SpectatorSession.parse((await enter(app, secret)).body).access_token;
}

async function boardOf(app: TestApp, token: string): Promise<SpectatorBoard> {
  return SpectatorBoard.parse(
    (await app.request('GET', '/api/v1/spectator/board', { token })).body,
  );
}

async function ticketOf(app: TestApp, token: string): Promise<string> {
  const answer = await app.request('POST', '/api/v1/spectator/live-ticket', { token });
  return LiveTicket.parse(answer.body).ticket;
}

async function screenOn(
  app: TestApp,
  { meeting }: Pick<MeetingScene, 'meeting'>,
  token: string,
): Promise<LiveClient> {
  const { seq } = await boardOf(app, token);
  const address = app.liveAddress(meeting.id, await ticketOf(app, token), seq);
  const client = await openLiveClient(address);
  await client.untilType('welcome');
  return client;
}

const screensSeen = ({ frames }: LiveClient) =>
  frames.findLast((frame) => frame.type === 'screens')?.data.count;

describe('R-225: the link', () => {
  it('is made and revoked by the owner and team admins; its secret is told once and stored as a hash', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, admin, member, outsider, call } = scene;
    expect((await call('GET', link, { as: owner })).body).toEqual({ link: null });
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await call(method, link, { as: member })).problem?.code).toBe(
        'MEETING_OWNER_OR_ADMIN',
      );
      expect((await call(method, link, { as: outsider })).status).toBe(404);
    }
    const secret = await newLink(scene, owner);
    const found = await call('GET', link, { as: admin });
    expect(SpectatorLinkState.parse(found.body).link?.created_by).toBe(owner.id);
    expect(JSON.stringify(found.body)).not.toContain(secret);
    const token = await session(app, secret);
    const tables = await app.db.execute(
      sql`select (select json_agg(l) from spectator_links l) as links, (select json_agg(s) from spectator_sessions s) as sessions, (select json_agg(r) from receipts r) as receipts`,
    );
    for (const each of [secret, token]) expect(JSON.stringify(tables.rows)).not.toContain(each);
    expect((await call('DELETE', link, { as: admin })).status).toBe(204);
    expect((await call('DELETE', link, { as: admin })).status).toBe(204);
    expect((await enter(app, secret)).problem?.code).toBe('SCREEN_LINK_GONE');
  });

  it('is one: a new one ends the one before with its sessions, and a screen that shows it', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner } = scene;
    const first = await newLink(scene, owner);
    const token = await session(app, first);
    await using screen = await screenOn(app, scene, token);
    const second = await newLink(scene, owner);
    expect(await screen.closed).toBe(4404);
    expect((await enter(app, first)).problem?.code).toBe('SCREEN_LINK_GONE');
    expect((await app.request('GET', '/api/v1/spectator/board', { token })).status).toBe(401);
    expect((await enter(app, second)).status).toBe(201);
  });

  it('shows the board on fifty screens at once, all of which close when it is revoked', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, call } = scene;
    const token = await session(app, await newLink(scene, owner));
    await using screens = new AsyncDisposableStack();
    const open: LiveClient[] = [];
    for (let count = 0; count < 50; count += 1) {
      open.push(screens.use(await screenOn(app, scene, token)));
    }
    await call('DELETE', link, { as: owner });
    expect(new Set(await Promise.all(open.map(({ closed }) => closed)))).toEqual(new Set([4404]));
  });

  it.each([
    ['unknown', () => newSecret(), 404],
    ['too short', () => 'abc', 422],
    ['no text', () => 7, 422],
  ])('that is %s lets nobody in', async (_what, secret, status) => {
    await using scene = await buildMeetingScene();
    const body = { secret: secret() };
    const answer = await scene.app.request('POST', '/api/v1/spectator/session', { body });
    expect(answer.status).toBe(status);
  });

  it('is for a meeting that is planned or live, and works for a day after its end', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, call, meeting } = scene;
    const secret = await newLink(scene, owner);
    const token = await session(app, secret);
    await call('PUT', '', { as: owner, body: { status: 'closed' } });
    expect((await boardOf(app, token)).meeting.status).toBe('closed');
    expect((await call('POST', link, { as: owner })).problem?.code).toBe('SCREEN_LINK_OVER');
    const ticket = await app.request('POST', '/api/v1/spectator/live-ticket', { token });
    expect(ticket.problem?.code).toBe('MEETING_NOT_LIVE');
    const endTime = new Date(Date.now() - liveLimits.spectatorLinkAfterEnd - 60_000);
    await app.db.update(meetings).set({ endTime }).where(eq(meetings.id, meeting.id));
    expect((await enter(app, secret)).status).toBe(404);
    expect((await app.request('GET', '/api/v1/spectator/board', { token })).status).toBe(401);
  });

  it('is limited in how often an address may try it', async () => {
    await using app = await buildTestApp({ RATE_LIMITS: '1' });
    const statuses: number[] = [];
    for (let tried = 0; tried < 21; tried += 1) {
      statuses.push((await enter(app, newSecret())).status);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('R-226: what a screen sees', () => {
  it('is the board of nobody in particular: no hidden text, no votes, no address', async () => {
    await using scene = await buildMeetingScene({ phase: 'writing' });
    const { app, owner, member, meeting, write, call } = scene;
    await app.db
      .update(users)
      .set({ firstName: 'Olga', lastName: 'Okri' })
      .where(eq(users.id, owner.id));
    await app.db.update(users).set({ firstName: '', lastName: '' }).where(eq(users.id, member.id));
    await using ownTab = await app.live(owner, meeting.id);
    await using memberTab = await app.live(member, meeting.id);
    const token = await session(app, await newLink(scene, owner));
    const first = await write(owner, { content: 'Before the screen', note_type: 'went_well' });
    await using screen = await screenOn(app, scene, token);
    await write(member, { content: 'After the screen', note_type: 'went_well' });
    await screen.untilType('note_created');
    memberTab.send({ type: 'note_editing', data: { note_id: first.id } });
    memberTab.send({ type: 'note_updated', data: { note_id: first.id } });
    await memberTab.roundTrip();
    const hidden = await boardOf(app, token);
    expect(hidden.notes.map(({ content }) => content)).toEqual(['', '']);
    expect(screen.received.join()).not.toMatch(/(Before|After) the screen/);
    const page = await app.request('GET', '/api/v1/spectator/events?since=0', { token });
    expect(EventsPage.parse(page.body).events.length).toBeGreaterThan(1);
    expect(JSON.stringify(page.body)).not.toMatch(/(Before|After) the screen/);

    await call('POST', '/phase/transition', { as: owner, body: { phase: 'voting' } });
    const reveal = await screen.untilType('notes_revealed');
    expect(JSON.stringify(reveal)).toContain('After the screen');
    const votes = { as: member, body: { count: 2 } };
    await call('PUT', `/topics/${first.id}/votes`, votes);
    const vote = await screen.untilType('votes_changed');
    expect(vote).toMatchObject({ userId: null });
    expect(vote.data).not.toHaveProperty('mine');
    expect(vote.data).not.toHaveProperty('ballots');
    const voting = await boardOf(app, token);
    expect(voting.votes).toMatchObject({ mine: {}, totals: null });

    const names = voting.presence.map(({ userName, email }) => [userName, email]);
    expect(names).toHaveLength(2);
    expect(names).toEqual(
      expect.arrayContaining([
        ['Olga Okri', ''],
        ['Participant', ''],
      ]),
    );
    const everything = [
      ...screen.received,
      JSON.stringify(voting),
      JSON.stringify(page.body),
    ].join();
    for (const { email } of [owner, member]) expect(everything).not.toContain(email);
    await ownTab.roundTrip();
  });

  it('names whoever wrote or owns an action item without having been there, and nobody by their address', async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, owner, admin, member, write, call } = scene;
    const names = { firstName: 'Noor', lastName: 'Haddad' };
    await app.db.update(users).set(names).where(eq(users.id, member.id));
    await app.db.update(users).set({ firstName: '', lastName: '' }).where(eq(users.id, admin.id));
    await write(member, { content: 'From afar', note_type: 'went_well' });
    await call('POST', '/phase/transition', { as: owner, body: { phase: 'discussing' } });
    const action = { text: 'Meet again', assignee_id: admin.id };
    expect((await call('POST', '/actions', { as: owner, body: action })).status).toBe(201);
    const board = await boardOf(app, await session(app, await newLink(scene, owner)));
    expect(board.presence).toEqual([]);
    const named = new Map(board.names.map(({ user_id, name }) => [user_id, name]));
    expect(named.get(member.id)).toBe('Noor Haddad');
    expect(named.get(admin.id)).toBe('Participant');
    expect(named.size).toBe(2);
  });

  it('names nobody for the notes of an anonymous meeting', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, member, call } = scene;
    await call('PUT', '', { as: owner, body: { settings: { anonymous: true } } });
    await call('POST', '/phase/transition', { as: owner, body: { phase: 'grouping' } });
    const note = { content: 'Unsigned', note_type: 'went_well' };
    const headers = { [authorKeyHeader]: newSecret() };
    expect((await call('POST', '/notes', { as: member, body: note, headers })).status).toBe(201);
    const board = await boardOf(app, await session(app, await newLink(scene, owner)));
    expect(board.notes.map(({ content }) => content)).toEqual(['Unsigned']);
    expect(board.names).toEqual([]);
  });

  it('changes nothing: a screen only looks', async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, owner, member, meeting, write, eventTypes } = scene;
    const note = await write(owner, { content: 'Open', note_type: 'went_well' });
    const token = await session(app, await newLink(scene, owner));
    await using other = await app.live(member, meeting.id);
    await using screen = await screenOn(app, scene, token);
    const before = await eventTypes();
    const frames = [
      { type: 'note_editing', data: { note_id: note.id } },
      { type: 'note_dragging', data: { note_id: note.id, over: null } },
      { type: 'note_updated', data: { note_id: note.id } },
      { type: 'typing', data: { column_id: 'went_well' } },
      { type: 'floating_reaction', data: { emoji: '👏' } },
      { type: 'check', data: { seq: 1, hash: 'x' } },
    ];
    for (const frame of frames) screen.send(frame);
    await screen.roundTrip();
    await other.roundTrip();
    const seen = new Set<string>(other.frames.map(({ type }) => type));
    for (const { type } of frames) expect(seen.has(type)).toBe(false);
    expect(other.storedNotes).toEqual([]);
    expect(await eventTypes()).toEqual(before);
  });

  it('is of its own meeting: a ticket opens no other board, and one socket', async () => {
    await using scene = await buildMeetingScene();
    await using elsewhere = await buildMeetingScene();
    const { app, owner, meeting } = scene;
    const token = await session(app, await newLink(scene, owner));
    const [first, second] = [await ticketOf(app, token), await ticketOf(app, token)];
    await using wrong = await openLiveClient(app.liveAddress(elsewhere.meeting.id, first));
    expect(await wrong.closed).toBe(4404);
    await using screen = await openLiveClient(app.liveAddress(meeting.id, second));
    await screen.untilType('welcome');
    await using again = await openLiveClient(app.liveAddress(meeting.id, second));
    expect(await again.closed).toBe(4404);
  });
});

describe('R-227, S-60: a screen is disconnected', () => {
  it('on every node at once when its link is revoked', async () => {
    const bus = memoryBus();
    await using scene = await buildMeetingScene({ bus });
    const { app, owner, member, meeting, call } = scene;
    await using there = await buildTestApp({}, { bus, beside: app });
    const token = await session(app, await newLink(scene, owner));
    await using here = await screenOn(app, scene, token);
    await using far = await screenOn(there, scene, token);
    await using person = await app.live(member, meeting.id);
    await call('DELETE', link, { as: owner });
    expect(await Promise.all([here.closed, far.closed])).toEqual([4404, 4404]);
    await person.roundTrip();
    await bus.close();
  });

  it.each([
    ['deleted', 'DELETE', undefined],
    ['canceled', 'PUT', { status: 'canceled' }],
  ])('when its meeting is %s, and does not come back', async (_what, method, body) => {
    await using scene = await buildMeetingScene();
    const { app, owner, call } = scene;
    const secret = await newLink(scene, owner);
    const token = await session(app, secret);
    await using screen = await screenOn(app, scene, token);
    await call(method, '', { as: owner, ...(body && { body }) });
    expect([4403, 4404, 4409]).toContain(await screen.closed);
    expect((await enter(app, secret)).problem?.code).toBe('SCREEN_LINK_GONE');
    expect((await app.request('GET', '/api/v1/spectator/board', { token })).status).toBe(401);
  });

  it('from HTTP when its session has expired, and gets another one by its link', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner } = scene;
    const secret = await newLink(scene, owner);
    const token = await session(app, secret);
    await app.db.update(spectatorSessions).set({ expiresAt: new Date() });
    expect((await app.request('GET', '/api/v1/spectator/board', { token })).status).toBe(401);
    expect((await boardOf(app, await session(app, secret))).meeting.id).toBe(scene.meeting.id);
  });
});

describe('R-228, S-73: screens are counted', () => {
  it('on all nodes, for the members; none of them is a participant, and no screen is told', async () => {
    const bus = memoryBus();
    await using scene = await buildMeetingScene({ bus });
    const { app, owner, member, meeting } = scene;
    await using there = await buildTestApp({}, { bus, beside: app });
    const token = await session(app, await newLink(scene, owner));
    await using person = await app.live(member, meeting.id);
    const here = await screenOn(app, scene, token);
    const far = await screenOn(there, scene, token);
    await expect.poll(() => screensSeen(person)).toBe(2);
    await using late = await app.live(owner, meeting.id);
    await expect.poll(() => screensSeen(late)).toBe(2);
    const present = (await boardOf(app, token)).presence;
    expect(present.map(({ userId }) => userId).toSorted()).toEqual(
      [owner.id, member.id].toSorted(),
    );
    expect([screensSeen(here), screensSeen(far)]).toEqual([undefined, undefined]);
    await here[Symbol.asyncDispose]();
    await far[Symbol.asyncDispose]();
    await expect.poll(() => screensSeen(person)).toBe(0);
    await bus.close();
  });
});
