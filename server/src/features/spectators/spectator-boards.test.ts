// docs/retro.md R-226: visible and hidden data on a spectator screen.
import { assignColors } from '@wentwell/contract/accounts/person-colors';
import { SpectatorRecords } from '@wentwell/contract/guests/spectators';
import { EventsPage } from '@wentwell/contract/live/live';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { TeamMember } from '@wentwell/contract/teams/teams';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { newSecret } from '#server/platform/secrets';
import { changesOf, textsOf } from '#test/board-scene';
import { buildUser } from '#test/factories';
import { openLiveClient } from '#test/live-client';
import { buildMeetingScene } from '#test/meeting-scene';

import { boardOf, newLink, screenOn, session, ticketOf } from './spectator-scene.suite.ts';

describe('R-226: a screen’s board', () => {
  it('has no viewer: no hidden text, no votes, no address', async () => {
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
    await screen.untilType('board_changed');
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
    await expect.poll(() => textsOf(screen)).toContain('After the screen');
    const votes = { as: member, body: { count: 2 } };
    await call('PUT', `/topics/${first.id}/votes`, votes);
    await screen.roundTrip();
    expect(changesOf(screen).at(-1)).toMatchObject({
      userId: null,
      data: { command: null, put: [], remove: [] },
    });
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

  it('names absent authors and owners, and nobody by their address', async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, owner, admin, member, team, write, call } = scene;
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
    const members = assignColors(
      (await app.read(owner, `/api/v1/teams/${team.id}/members`, TeamMember.array())).map(
        ({ user }) => user.id,
      ),
    );
    const colors = new Map(board.names.map(({ user_id, color }) => [user_id, color]));
    expect(colors.get(member.id), 'as the team sees it').toBe(members.get(member.id));
    expect(colors.get(admin.id), 'no colour without a name').toBeNull();
  });

  it('names up to six missing members in joining only, and counts more', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, admin, member, team, meeting, call } = scene;
    const token = await session(app, await newLink(scene, owner));
    const read = async () => {
      const { body } = await app.request('GET', '/api/v1/spectator/records', { token });
      return SpectatorRecords.parse(body);
    };
    const goTo = (phase: string) =>
      call('POST', '/phase/transition', { as: owner, body: { phase } });
    await goTo('joining');
    const named = ({ names }: SpectatorRecords) => new Set(names.map(({ user_id }) => user_id));
    const all = new Set([owner, admin, member].map(({ id }) => id));
    const joining = await read();
    expect(joining.missing.count).toBe(3);
    expect(new Set(joining.missing.ids)).toEqual(all);
    expect(named(joining)).toEqual(all);

    await using tab = await app.live(member, meeting.id);
    await tab.roundTrip();
    const { missing } = await read();
    expect(missing.count).toBe(2);
    expect(missing.ids).not.toContain(member.id);

    const invite = async (size: number) => {
      const more = await Promise.all(Array.from({ length: size }, () => buildUser(app)));
      const rows = more.map(({ id }) => ({ teamId: team.id, userId: id, role: 'member' as const }));
      await app.db.insert(memberships).values(rows);
    };
    await invite(4);
    expect((await read()).missing.ids).toHaveLength(6);
    await invite(100);
    const crowd = await read();
    expect(crowd.missing).toEqual({ count: 106, ids: [] });
    expect(named(crowd)).toEqual(new Set([member.id]));

    await goTo('writing');
    expect((await read()).missing).toEqual({ count: 0, ids: [] });
  });

  it('names nobody for notes of an anonymous meeting', async () => {
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

  it('cannot be changed by the screen', async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, owner, member, meeting, write, commands } = scene;
    const note = await write(owner, { content: 'Open', note_type: 'went_well' });
    const token = await session(app, await newLink(scene, owner));
    await using other = await app.live(member, meeting.id);
    await using screen = await screenOn(app, scene, token);
    const before = await commands();
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
    expect(other.noteMessages).toEqual([]);
    expect(await commands()).toEqual(before);
  });

  it('is of its own meeting: a ticket opens one socket to this board', async () => {
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
