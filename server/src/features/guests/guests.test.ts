// docs/retro.md: guests without an account in one meeting.
import { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import { Board } from '@wentwell/contract/board/snapshot';
import { guestLimits } from '@wentwell/contract/guests/guest-changes';
import { NewGuestLink } from '@wentwell/contract/guests/guests';
import { SpectatorSession } from '@wentwell/contract/guests/spectators';
import { Badge } from '@wentwell/contract/health/badges';
import { Note } from '@wentwell/contract/notes/notes';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { memberColors } from '#server/features/teams/teams.table';
import { newSecret } from '#server/platform/secrets';
import { buildTestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting } from '#test/factories';
import { admittedScene, api, ask, guestBy, guestScene, listed, newLink } from '#test/guest-scene';
import { holdTable } from '#test/held-table';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

function update({ call, owner }: MeetingScene, guest: TestUser, body: object) {
  return call('PUT', `/guests/${guest.id}`, { as: owner, body });
}

describe('R-321: the link', () => {
  it('requires the setting, and its secret is stored as a hash', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, call } = scene;
    const refused = await call('POST', '/guest-link', { as: owner, body: {} });
    expect(refused.problem?.code).toBe('GUESTS_OFF');
    await call('PUT', '', { as: owner, body: { settings: { guests: true } } });
    const secret = await newLink(scene);
    const { token } = await guestBy(scene, secret);
    const tables = await app.db.execute(
      sql`select (select json_agg(l) from guest_links l) as links, (select json_agg(s) from session_tokens s) as tokens`,
    );
    for (const each of [secret, token]) expect(JSON.stringify(tables.rows)).not.toContain(each);
  });

  it('R-325: admits nobody and cannot be made if the team forbids guests; admitted guests stay', async () => {
    await using scene = await guestScene();
    const { app, admin, owner, team, call } = scene;
    const secret = await newLink(scene);
    const guest = await guestBy(scene, secret);
    const switchTo = (guests: boolean) => app.put(admin, `${api}/teams/${team.id}`, { guests });
    expect((await switchTo(false)).body).toMatchObject({ guests: false });
    expect((await ask(scene, secret)).problem?.code).toBe('GUEST_LINK_GONE');
    const refused = await call('POST', '/guest-link', { as: owner, body: {} });
    expect(refused.problem?.code).toBe('GUESTS_FORBIDDEN');
    expect((await call('GET', '/board', { as: guest })).status).toBe(200);
    await switchTo(true);
    expect((await ask(scene, secret)).status).toBe(201);
  });

  it('shows its meeting and who invites, and nothing for an unknown one', async () => {
    await using scene = await guestScene();
    const { app, meeting, owner, team } = scene;
    const body = { first_name: 'Ada', last_name: 'Byron' };
    await app.request('PATCH', `${api}/users/me`, { as: owner, body });
    const invited = (secret: string) =>
      app.request('POST', `${api}/guest/link`, { body: { secret } });
    const answer = await invited(await newLink(scene, { admit: true }));
    expect(answer.body).toMatchObject({
      meeting_name: meeting.name,
      invited_by: 'Ada Byron',
      color: (await memberColors(app.db, team.id)).get(owner.id),
      is_live: true,
      admit: true,
    });
    expect(JSON.stringify(answer.body)).not.toContain('@');
    expect((await invited(newSecret())).problem?.code).toBe('GUEST_LINK_GONE');
    expect((await invited('x')).problem?.errors?.[0]?.msg).toBe('This link is not valid.');
  });

  it('admits up to its maximum, also simultaneously, and removed guests count', async () => {
    await using scene = await guestScene();
    const secret = await newLink(scene, { max: 2, admit: false });
    const first = await guestBy(scene, secret);
    await update(scene, first, { state: 'removed' });
    const answers = await Promise.all([1, 2, 3].map(() => ask(scene, secret)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('opens no screen, and a screen’s link no guest session', async () => {
    await using scene = await guestScene();
    const { app, call, owner } = scene;
    const secret = await newLink(scene);
    const screen = await app.request('POST', `${api}/spectator/session`, { body: { secret } });
    expect(screen.problem?.code).toBe('SCREEN_LINK_GONE');
    const other = await call('POST', '/spectator-link', { as: owner });
    const { secret: watched } = z.object({ secret: z.string() }).parse(other.body);
    expect((await ask(scene, watched)).problem?.code).toBe('GUEST_LINK_GONE');
    // Replacing one link keeps the other.
    expect((await ask(scene, secret)).status).toBe(201);
  });
});

it('R-322: a guest who waits to be admitted sees nothing, and may change their name', async () => {
  await using scene = await guestScene();
  const { app, call, owner } = scene;
  await using live = await app.live(owner, scene.meeting.id);
  const guest = await guestBy(scene, await newLink(scene, {}));
  await live.untilType('guests_changed');
  expect((await call('GET', '/records', { as: guest })).status).toBe(401);
  const rename = (name: string) => app.put(guest, `${api}/guest/session`, { name });
  expect((await rename('Svenja')).body).toMatchObject({ state: 'waiting', name: 'Svenja' });
  expect(await listed(scene)).toMatchObject([{ name: 'Svenja', state: 'waiting' }]);
  expect((await update(scene, guest, { state: 'admitted' })).status).toBe(200);
  expect((await call('GET', '/records', { as: guest })).status).toBe(200);
  expect((await rename('Sven')).problem?.code).toBe('GUEST_ADMITTED');
  const me = await app.get(guest, `${api}/guest/session`);
  expect(me.body).toMatchObject({ state: 'admitted', name: 'Svenja' });
});

describe('R-323: a guest takes part in this one meeting', () => {
  it('writes, comments, votes, reacts, answers and is present like members', async () => {
    await using scene = await admittedScene({ phase: 'writing' });
    const { app, call, owner, member, meeting, guest } = scene;
    await using live = await app.live(member, meeting.id);
    await using theirs = await app.live(guest, meeting.id);
    expect((await live.untilType('user_joined')).data).toMatchObject({
      userId: guest.id,
      userName: 'Sven',
      isGuest: true,
      email: '',
    });
    const note = await scene.write(guest, {
      content: 'From outside',
      note_type: 'went_well',
    });
    expect(note.author_id).toBe(guest.id);
    const to = (phase: string) => call('POST', '/phase/transition', { as: owner, body: { phase } });
    await to('revealing');
    expect((await call('PUT', `/notes/${note.id}/reactions/👍`, { as: guest })).status).toBe(204);
    const commented = { as: guest, body: { content: 'Indeed' } };
    const made = await call('POST', `/topics/${note.id}/comments`, commented);
    expect([made.status, made.body]).toMatchObject([201, { author_id: guest.id }]);
    await to('voting');
    const votes = { as: guest, body: { count: 2 } };
    expect((await call('PUT', `/topics/${note.id}/votes`, votes)).status).toBe(200);
    expect((await call('PUT', '/ready', { as: guest, body: { ready: true } })).status).toBe(200);
    const names = await call('GET', '/names', { as: guest });
    const sven = { user_id: guest.id, name: 'Sven', is_guest: true, color: null };
    expect(names.body).toContainEqual(sven);
    const color = (await memberColors(app.db, scene.team.id)).get(owner.id);
    const colored = { user_id: owner.id, color };
    expect(names.body).toContainEqual(expect.objectContaining(colored));
    expect(theirs.received.join()).not.toContain('@');
  });

  it('R-324 drags and edits notes visibly for others, unless muted', async () => {
    await using scene = await guestScene({ phase: 'grouping' });
    const { app, owner, member, meeting } = scene;
    const { id: note_id } = await scene.write(owner, { content: 'Mine', note_type: 'went_well' });
    const guest = await guestBy(scene, await newLink(scene));
    await using live = await app.live(member, meeting.id);
    const drag = async () => {
      await using theirs = await app.live(guest, meeting.id);
      theirs.send({ type: 'note_dragging', data: { note_id, over: 'to_improve' } });
      theirs.send({ type: 'note_editing', data: { note_id } });
      theirs.send({ type: 'note_updated', data: { note_id } });
      await theirs.roundTrip();
      await theirs.roundTrip();
    };
    await drag();
    const types = ['note_dragging', 'note_editing'] as const;
    for (const type of types) {
      expect(await live.untilType(type)).toMatchObject({ userId: guest.id });
    }
    await live.untilNoteMessage();
    await update(scene, guest, { muted: true });
    await drag();
    await live.roundTrip();
    for (const each of types) {
      expect(live.frames.filter(({ type }) => type === each)).toHaveLength(1);
    }
    expect(live.noteMessages).toHaveLength(1);
  });

  it('is marked as a guest in the meeting’s texts and on its screen', async () => {
    await using scene = await admittedScene({ phase: 'grouping' });
    const { app, call, owner, guest } = scene;
    await scene.write(guest, { content: 'From outside', note_type: 'went_well' });
    const { body } = await call('POST', '/spectator-link', { as: owner });
    const { secret } = z.object({ secret: z.string() }).parse(body);
    const entered = await app.request('POST', `${api}/spectator/session`, { body: { secret } });
    const { access_token: token } = SpectatorSession.parse(entered.body);
    const shown = await app.request('GET', `${api}/spectator/records`, { token });
    expect(shown.body).toMatchObject({ names: [{ user_id: guest.id, name: 'Sven (guest)' }] });
    await call('PUT', '', { as: owner, body: { status: 'closed' } });
    for (const format of ['markdown', 'csv', 'json']) {
      const file = await call('GET', `/export?format=${format}`, { as: owner });
      expect([format, file.text.includes('Sven (guest)')]).toEqual([format, true]);
    }
  });

  it('leaves, and returns by the link', async () => {
    await using scene = await guestScene();
    const { app, call, meeting } = scene;
    const secret = await newLink(scene);
    const guest = await guestBy(scene, secret);
    await using live = await app.live(guest, meeting.id);
    expect((await app.delete(guest, `${api}/guest/session`)).status).toBe(204);
    expect(await live.closed).toBe(4401);
    expect((await call('GET', '/records', { as: guest })).status).toBe(401);
    expect(await listed(scene)).toEqual([]);
    expect((await ask(scene, secret)).body).toMatchObject({ state: 'admitted' });
  });

  it('a lead marks their turn in the round', async () => {
    await using scene = await admittedScene({ phase: 'joining' });
    const { guest } = scene;
    const marked = { as: scene.owner, body: { done: true, user_id: guest.id } };
    const turn = await scene.call('PUT', '/check-in/turn', marked);
    expect([turn.status, turn.body]).toMatchObject([200, { turns: [guest.id] }]);
    const elsewhere = await guestScene({ app: scene.app });
    const other = await guestBy(elsewhere, await newLink(elsewhere));
    const refused = { as: scene.owner, body: { done: true, user_id: other.id } };
    expect((await scene.call('PUT', '/check-in/turn', refused)).status).toBe(409);
  });

  it('does not count in the team’s figures and badges', async () => {
    await using scene = await guestScene({ phase: 'writing' });
    const { app, call, owner, member, team } = scene;
    const badges = async () => {
      return (await app.read(owner, `${api}/teams/${team.id}/badges`, z.array(Badge)))
        .map(({ badge }) => badge)
        .toSorted();
    };
    const close = { as: owner, body: { status: 'closed' } };
    const talking = await guestBy(scene, await newLink(scene));
    await scene.write(owner, { content: 'Mine', note_type: 'went_well' });
    await scene.write(talking, { content: 'From outside', note_type: 'went_well' });
    expect((await call('PUT', '', close)).status).toBe(200);
    expect(await badges()).toEqual([]);

    // A guest without notes does not prevent a badge.
    const next = await buildMeeting(app, { owner, team, phase: 'grouping' });
    const path = `${api}/meetings/${next.id}`;
    const asked = { as: owner, body: { settings: { guests: true } } };
    expect((await app.request('PUT', path, asked)).status).toBe(200);
    const link = await app.post(owner, `${path}/guest-link`, { admit: false });
    const quiet = await guestBy(scene, NewGuestLink.parse(link.body).secret);
    for (const as of [owner, member]) {
      const note = { as, body: { content: 'Hello', note_type: 'went_well' } };
      const { id } = Note.parse((await app.request('POST', `${path}/notes`, note)).body);
      const reaction = `${path}/notes/${id}/reactions/👍`;
      expect((await app.put(quiet, reaction)).status).toBe(204);
    }
    expect((await app.request('PUT', path, close)).status).toBe(200);
    expect(await badges()).toEqual(['every_voice_heard', 'first_retro']);
  });

  it('is not asked for anonymous scores: two guests would reveal a third person’s', async () => {
    await using scene = await admittedScene({ phase: 'discussing' });
    const { guest } = scene;
    for (const asked of ['/mood', '/worth']) {
      const given = { as: guest, body: { score: 4 }, authorKey: newSecret() };
      expect((await scene.call('PUT', asked, given)).status).toBe(404);
    }
  });

  it('sees no address and no earlier meetings', async () => {
    await using scene = await guestScene({ phase: 'joining' });
    const { app, call, owner, member, team, meeting } = scene;
    await using _present = await app.live(member, meeting.id);
    const body = { text: 'Earlier promise' };
    await call('PUT', '', { as: owner, body: { settings: { guests: false } } });
    const ofTeam = {
      action: `${api}/teams/${team.id}/actions`,
      agreement: `${api}/teams/${team.id}/agreements`,
    };
    for (const path of Object.values(ofTeam)) {
      expect((await app.post(owner, path, body)).status).toBe(201);
    }
    const before = Board.parse((await call('GET', '/board', { as: owner })).body);
    expect(before.agreements).toHaveLength(1);
    expect(before.since_last_time).toHaveLength(1);
    const edited = { as: owner, body: { text: 'Earlier promise, edited' } };
    for (const { id } of before.since_last_time ?? []) {
      expect((await app.request('PUT', `${api}/actions/${id}`, edited)).status).toBe(200);
    }
    await call('PUT', '', { as: owner, body: { settings: { guests: true } } });
    const guest = await guestBy(scene, await newLink(scene));
    for (const below of ['/board', '/records', '/events?since=0', '/names']) {
      const text = JSON.stringify((await call('GET', below, { as: guest })).body);
      expect([below, text.includes('@'), text.includes('Earlier')]).toEqual([below, false, false]);
    }
    const { you, seq } = RecordedBoard.parse((await call('GET', '/records', { as: guest })).body);
    expect(you).toMatchObject({ role: 'guest' });
    // Reads from every seq, including those before the guest joined.
    for (let since = 0; since < seq; since += 1) {
      const events = await call('GET', `/events?since=${since}`, { as: guest });
      await using live = await app.live(guest, meeting.id, since);
      await live.until((frame) =>
        frame.type === 'board_changed' ? frame.seq === seq : frame.type === 'resync',
      );
      const told = [events.text, live.received.join()].map((text) => text.includes('Earlier'));
      expect([since, ...told]).toEqual([since, false, false]);
    }
    await call('PUT', '', { as: owner, body: { settings: { guests: false } } });
    const after = await call('GET', '/board', { as: owner });
    expect(Board.parse(after.body).since_last_time).toHaveLength(1);
  });

  it('writes under their key only in an anonymous meeting', async () => {
    await using scene = await guestScene({ phase: 'writing' });
    const { app, call, owner } = scene;
    await call('PUT', '', { as: owner, body: { settings: { anonymous: true } } });
    const guest = await guestBy(scene, await newLink(scene));
    const content = 'From nobody';
    const sent = { as: guest, body: { content } };
    expect((await call('POST', '/notes', sent)).problem?.code).toBe('AUTHOR_KEY_MISSING');
    const authorKey = newSecret();
    expect((await call('POST', '/notes', { ...sent, authorKey })).status).toBe(201);
    const rows = await app.db.execute(
      sql`select (select json_agg(n) from notes n) as notes, (select json_agg(c) from board_changes c) as changes`,
    );
    expect(JSON.stringify(rows.rows)).toContain(content);
    expect(JSON.stringify(rows.rows)).not.toContain(guest.id);
  });
});

describe('R-322: waiting guests', () => {
  it('are limited, so that link holders cannot flood the owner', async () => {
    await using scene = await guestScene();
    const secret = await newLink(scene, { max: 100 });
    for (let asked = 0; asked < guestLimits.waiting; asked += 1) {
      expect((await ask(scene, secret)).status).toBe(201);
    }
    expect((await ask(scene, secret)).problem?.code).toBe('GUESTS_WAITING');
    // A guest who has waited for an hour is replaced.
    const { db } = scene.app;
    await db.execute(sql`update users set created_at = now() - interval '59 minutes'`);
    expect((await ask(scene, secret)).problem?.code).toBe('GUESTS_WAITING');
    await db.execute(sql`update users set created_at = now() - interval '61 minutes'`);
    expect((await ask(scene, secret)).status).toBe(201);
    expect(await listed(scene)).toHaveLength(1);
  });

  it('leave no data and no place when refused', async () => {
    await using scene = await guestScene();
    const refused = await guestBy(scene, await newLink(scene, { max: 1 }), 'Eve');
    const open = await newLink(scene, { max: 1, admit: false });
    const answer = await update(scene, refused, { state: 'removed' });
    expect([answer.status, answer.body]).toMatchObject([200, { name: 'Eve', state: 'removed' }]);
    const left = await scene.app.db.execute(
      sql`select (select json_agg(u) from users u) as users, (select json_agg(s) from sessions s) as sessions`,
    );
    expect(JSON.stringify(left.rows)).not.toContain(refused.id);
    expect((await ask(scene, open)).body).toMatchObject({ state: 'admitted' });
  });

  it('do not count as failed guesses for their address if there is no place', async () => {
    await using app = await buildTestApp({ RATE_LIMITS: 'on' });
    await using scene = await guestScene({ app });
    const secret = await newLink(scene, { max: 1 });
    expect((await ask(scene, secret)).status).toBe(201);
    for (let asked = 0; asked < 21; asked += 1) {
      expect((await ask(scene, secret)).problem?.code).toBe('GUESTS_FULL');
    }
  });

  it('change their name thirty times a minute; an unchanged one sends nothing', async () => {
    await using app = await buildTestApp({ RATE_LIMITS: 'on' });
    await using scene = await guestScene({ app });
    const guest = await guestBy(scene, await newLink(scene, {}));
    await using live = await app.live(scene.owner, scene.meeting.id);
    const rename = (name: string) => app.put(guest, `${api}/guest/session`, { name });
    for (let sent = 0; sent < 29; sent += 1) expect((await rename('Sven')).status).toBe(200);
    await rename('Svenja');
    await live.untilType('guests_changed');
    await live.roundTrip();
    expect(live.frames.filter(({ type }) => type === 'guests_changed')).toHaveLength(1);
    expect((await rename('Sven')).problem?.code).toBe('TOO_MANY_REQUESTS');
  });
});

it('A-51: no search by address finds a guest', async () => {
  await using scene = await guestScene();
  const { app } = scene;
  const guest = await guestBy(scene, await newLink(scene));
  const register = (email: string) => {
    const body = { email, password: 'Retro2026now' };
    return app.request('POST', `${api}/auth/register`, { body });
  };
  expect((await register(`${guest.id}@guest.invalid`)).status).toBe(201);
  expect((await register(guest.id)).status).toBe(422);
  expect((await scene.call('GET', '/records', { as: guest })).status).toBe(200);
});

describe('R-324: an editor', () => {
  it('mutes a guest, who then reads only', async () => {
    await using scene = await admittedScene({ phase: 'writing' });
    const { app, call, meeting, guest } = scene;
    const write = () => call('POST', '/notes', { as: guest, body: { content: 'Mine' } });
    expect((await update(scene, guest, { muted: true })).body).toMatchObject({ muted: true });
    expect((await write()).problem?.code).toBe('GUEST_MUTED');
    expect((await call('GET', '/records', { as: guest })).status).toBe(200);
    await using live = await app.live(guest, meeting.id);
    await update(scene, guest, { muted: false });
    expect(await live.closedWith).toEqual({ code: 1001, reason: 'Come back with the new rights' });
    expect((await write()).status).toBe(201);
  });

  it('shows everybody that a guest is muted, until unmuted', async () => {
    await using scene = await admittedScene();
    const { app, member, meeting, guest } = scene;
    await using live = await app.live(member, meeting.id);
    for (const muted of [true, false]) {
      await update(scene, guest, { muted });
      await using _theirs = await app.live(guest, meeting.id);
      const isTheirs = (entry: { userId: string }) => entry.userId === guest.id;
      await live.until(
        (frame) =>
          frame.type === 'presence_update' &&
          frame.data.find(isTheirs)?.isMuted === (muted || undefined),
      );
    }
  });

  it('renames a guest for everybody', async () => {
    await using scene = await admittedScene();
    const { app, member, meeting, guest } = scene;
    await using theirs = await app.live(guest, meeting.id);
    await update(scene, guest, { name: 'Sven of Acme' });
    expect(await theirs.closed).toBe(1001);
    await using live = await app.live(member, meeting.id);
    await using _again = await app.live(guest, meeting.id);
    const { data } = await live.untilType('user_joined');
    expect(data).toMatchObject({ userName: 'Sven of Acme' });
  });

  it('removes a guest immediately and permanently', async () => {
    await using scene = await admittedScene();
    const { app, call, meeting, guest } = scene;
    await using live = await app.live(guest, meeting.id);
    await update(scene, guest, { state: 'removed' });
    expect(await live.closed).toBe(4401);
    expect((await call('GET', '/records', { as: guest })).status).toBe(401);
    expect((await update(scene, guest, { state: 'admitted' })).status).toBe(404);
    expect(await listed(scene)).toEqual([]);
    // The session does not reveal the meeting either.
    const me = await app.get(guest, `${api}/guest/session`);
    expect([me.status, me.text.includes(meeting.name)]).toEqual([401, false]);
  });

  it.each([
    [
      'removed',
      (scene: MeetingScene, guest: TestUser) => update(scene, guest, { state: 'removed' }),
    ],
    [
      'out by the link',
      ({ call, owner }: MeetingScene) => call('DELETE', '/guest-link', { as: owner }),
    ],
    [
      'out by the settings',
      ({ call, owner }: MeetingScene) =>
        call('PUT', '', { as: owner, body: { settings: { guests: false } } }),
    ],
  ])('R-88: lowers the hand of a guest who is %s', async (_what, leave) => {
    await using scene = await admittedScene();
    const { call, owner, guest } = scene;
    expect((await call('PUT', '/hand', { as: guest, body: { raised: true } })).status).toBe(200);
    const raised = Board.parse((await call('GET', '/board', { as: owner })).body);
    expect(raised.hands).toEqual([guest.id]);
    await leave(scene, guest);
    const lowered = Board.parse((await call('GET', '/board', { as: owner })).body);
    expect(lowered.hands).toEqual([]);
    expect(lowered.seq).toBe(raised.seq + 1);
  });

  it.each([{ state: 'removed' }, { muted: true }])(
    'requires admission by the same link after a guest was changed to %j',
    async (change) => {
      await using scene = await guestScene();
      const secret = await newLink(scene, { admit: false });
      await update(scene, await guestBy(scene, secret), change);
      expect((await ask(scene, secret)).body).toMatchObject({ state: 'waiting' });
    },
  );

  it.each([
    ['removed', false],
    ['muted', true],
  ])('has %s a guest before their concurrent write', async (state, isActive) => {
    await using scene = await admittedScene({ phase: 'writing' });
    const { app, call, owner, guest, meeting } = scene;
    await using held = await holdTable(app, 'meetings', meeting.id);
    const written = call('POST', '/notes', { as: guest, body: { content: 'Too late' } });
    // By now the session has been read.
    await held.untilWaiting(1);
    await held.run(
      `update users set guest_state = '${state}', is_active = ${isActive} where id = '${guest.id}'`,
    );
    await held.release();
    expect((await written).status).toBe(isActive ? 403 : 404);
    expect(Board.parse((await call('GET', '/board', { as: owner })).body).notes).toEqual([]);
  });
});
