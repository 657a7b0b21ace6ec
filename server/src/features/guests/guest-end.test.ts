// docs/retro.md R-325: guests lose access at the end, and temporary data is removed.
import { Action } from '@wentwell/contract/actions/actions';
import { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import { NewGuestLink } from '@wentwell/contract/guests/guests';
import { EventsPage } from '@wentwell/contract/live/live';
import { CarryOver } from '@wentwell/contract/meetings/carry-over';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { type Bus, memoryBus } from '#server/platform/bus/bus';
import { buildMeeting, buildUser } from '#test/factories';
import { admittedScene, api, ask, guestBy, guestScene, listed, newLink } from '#test/guest-scene';
import { buildMeetingScene } from '#test/meeting-scene';

describe('R-325: a guest’s access ends', () => {
  it.each([
    ['the link is revoked', null],
    ['the meeting is closed', { status: 'closed' }],
    ['the meeting is canceled', { status: 'canceled' }],
    ['the settings allow no guests any more', { settings: { guests: false } }],
  ])('when %s', async (_what, body) => {
    await using scene = await guestScene();
    const { call, owner } = scene;
    const secret = await newLink(scene);
    const guest = await guestBy(scene, secret);
    if (body === null) await call('DELETE', '/guest-link', { as: owner });
    else await call('PUT', '', { as: owner, body });
    expect((await call('GET', '/records', { as: guest })).status).toBeGreaterThanOrEqual(401);
    const me = await scene.app.get(guest, `${api}/guest/session`);
    expect([401, 404]).toContain(me.status);
    expect((await ask(scene, secret)).problem?.code).toBe('GUEST_LINK_GONE');
  });

  it('a guest who missed the end gets it, and nothing later', async () => {
    await using scene = await admittedScene({ phase: 'closing_ready' });
    const { app, call, owner, member, guest } = scene;
    const { seq: before } = RecordedBoard.parse(
      (await call('GET', '/records', { as: guest })).body,
    );
    const body = { text: 'Ours alone' };
    const action = Action.parse((await call('POST', '/actions', { as: owner, body })).body);
    await call('PUT', '', { as: owner, body: { status: 'closed' } });
    const { seq: end } = RecordedBoard.parse((await call('GET', '/records', { as: owner })).body);
    const after = { text: 'Said after the end' };
    await app.put(owner, `${api}/actions/${action.id}`, after);
    await call('POST', '/owner', { as: owner, body: { owner_id: member.id } });
    const eventsSince = async (since: number) => {
      const found = await call('GET', `/events?since=${since}`, { as: guest });
      expect(found.status).toBe(200);
      return EventsPage.parse(found.body);
    };
    const missed = await eventsSince(before);
    expect(missed).toMatchObject({ resync: false, seq: end });
    expect(missed.events.at(-1)).toMatchObject({ seq: end });
    expect(JSON.stringify(missed)).toContain('"closed"');
    for (const since of [end, end + 1]) {
      expect(await eventsSince(since)).toMatchObject({ resync: true, events: [] });
    }
    expect(JSON.stringify(missed)).not.toContain('Said after');
    const elsewhere = await buildMeeting(app, { owner, team: scene.team });
    const other = `${api}/meetings/${elsewhere.id}/events?since=0`;
    expect((await app.get(guest, other)).status).toBe(404);
    await app.db.execute(sql`update board_changes set created_at = created_at - interval '61 min'`);
    expect(await eventsSince(before)).toMatchObject({ resync: true, events: [] });
  });

  it('without a trace of waiting guests when the link is revoked', async () => {
    await using scene = await guestScene();
    const { app, call, owner } = scene;
    const waiting = await guestBy(scene, await newLink(scene, {}), 'Eve');
    expect((await call('DELETE', '/guest-link', { as: owner })).status).toBe(204);
    const rows = await app.db.execute(sql`select json_agg(u) from users u`);
    expect(JSON.stringify(rows.rows)).not.toContain(waiting.id);
  });

  it.each(['meetings', 'notes'])(
    'for good with the meeting and the last of the carried notes, by a purge of %s',
    async (lastOf) => {
      await using scene = await guestScene({ phase: 'writing' });
      const { app, call, owner, team, meeting, write } = scene;
      const guest = await guestBy(scene, await newLink(scene));
      const { id: noteId } = await write(guest, { content: 'Theirs', note_type: 'went_well' });
      await call('POST', '/phase/transition', { as: owner, body: { phase: 'voting' } });
      await call('PUT', '', { as: owner, body: { status: 'closed' } });
      const next = await buildMeeting(app, { owner, team, phase: 'writing' });
      const body = { topic_ids: [noteId], to_meeting_id: next.id };
      const carried = await call('POST', '/carry-over', { as: owner, body });
      const [noteThere = ''] = CarryOver.parse(carried.body).note_ids;
      const root = await buildUser(app, { isSuperuser: true });
      const left = [];
      for (const [kind, id] of [
        ['meetings', meeting.id],
        lastOf === 'meetings' ? [lastOf, next.id] : [lastOf, noteThere],
      ]) {
        const path = kind === 'notes' ? `meetings/${next.id}/notes/${id}` : `meetings/${id}`;
        expect((await app.delete(owner, `${api}/${path}`)).status).toBe(204);
        const forGood = `/api/admin/permanent/${kind}/${id}`;
        expect((await app.delete(root, forGood)).status).toBe(204);
        const rows = await app.db.execute(sql`select json_agg(u) from users u`);
        left.push(JSON.stringify(rows.rows).includes(guest.id));
      }
      expect(left).toEqual([true, false]);
    },
  );

  it('permanently, even if guests are allowed again: the link admits them anew', async () => {
    await using scene = await guestScene();
    const { call, owner } = scene;
    const waiting = await guestBy(scene, await newLink(scene, {}), 'Eve');
    const secret = await newLink(scene);
    const guest = await guestBy(scene, secret);
    for (const guests of [false, true]) {
      await call('PUT', '', { as: owner, body: { settings: { guests } } });
    }
    expect((await call('GET', '/records', { as: guest })).status).toBe(401);
    expect(await listed(scene)).toEqual([]);
    const rows = await scene.app.db.execute(sql`select json_agg(u) from users u`);
    expect(JSON.stringify(rows.rows)).not.toContain(waiting.id);
    expect((await ask(scene, secret)).status).toBe(201);
  });

  it('with the team, whose meeting sends them nothing more', async () => {
    await using scene = await admittedScene();
    const { app, admin, team, guest } = scene;
    expect((await app.delete(admin, `${api}/teams/${team.id}`)).status).toBe(204);
    expect((await app.get(guest, `${api}/guest/session`)).status).toBe(401);
  });

  it('on the board before the team sees earlier action items again', async () => {
    await using scene = await buildMeetingScene({ phase: 'joining' });
    const { app, call, owner, team, meeting } = scene;
    await app.post(owner, `${api}/teams/${team.id}/actions`, { text: 'Earlier promise' });
    await call('PUT', '', { as: owner, body: { settings: { guests: true } } });
    const guest = await guestBy(scene, await newLink(scene));
    await using theirs = await app.live(guest, meeting.id);
    await call('PUT', '', { as: owner, body: { settings: { guests: false } } });
    expect(await theirs.closed).toBe(4403);
    await app.post(owner, `${api}/teams/${team.id}/actions`, { text: 'Earlier, written later' });
    expect(theirs.received.join()).not.toContain('Earlier');
  });

  it('even if their board opens here after guests were switched off', async () => {
    const bus = memoryBus();
    const [opening, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isHeld = false;
    const subscribe: Bus['subscribe'] = async (...args) => {
      if (isHeld) {
        opening.resolve();
        await open.promise;
      }
      return bus.subscribe(...args);
    };
    await using scene = await admittedScene({ bus: { ...bus, subscribe } });
    const { app, call, owner, meeting, guest } = scene;
    isHeld = true;
    const coming = app.live(guest, meeting.id);
    await opening.promise;
    await call('PUT', '', { as: owner, body: { settings: { guests: false } } });
    open.resolve();
    await using theirs = await coming;
    expect(await theirs.closed).toBe(4401);
  });

  it('for nobody admitted when the link’s maker leaves: only new guests are refused', async () => {
    await using scene = await guestScene();
    const { app, call, admin, owner, team } = scene;
    const made = await call('POST', '/guest-link', { as: admin, body: { admit: false } });
    const { secret } = NewGuestLink.parse(made.body);
    const guest = await guestBy(scene, secret);
    const other = `${api}/teams/${team.id}/members/${owner.id}`;
    await app.put(admin, other, { role: 'admin' });
    expect((await app.post(admin, `${api}/teams/${team.id}/leave`)).status).toBeLessThan(300);
    expect((await call('GET', '/records', { as: guest })).status).toBe(200);
    expect((await ask(scene, secret)).problem?.code).toBe('GUEST_LINK_GONE');
  });

  it('and no list of members includes a guest', async () => {
    await using scene = await admittedScene();
    const { app, owner, team, guest } = scene;
    const superuser = await app.get(owner, `${api}/teams/${team.id}/members`);
    expect(JSON.stringify(superuser.body)).not.toContain(guest.id);
    expect((await app.get(owner, `${api}/users/${guest.id}`)).status).toBe(404);
    await scene.call('POST', '/phase/transition', { as: owner, body: { phase: 'writing' } });
    await scene.write(guest, { content: 'From outside' });
    const former = `${api}/teams/${team.id}/former-members`;
    expect((await app.get(owner, former)).body).toEqual([]);
    expect((await scene.call('GET', '/names', { as: owner })).body).toContainEqual({
      user_id: guest.id,
      name: 'Sven',
      is_guest: true,
      color: null,
    });
  });
});
