// Every route and every socket by ten actors and odd tokens, from one table (docs/api.md ).
import { NewSpectatorLink, SpectatorSession } from '@wentwell/contract/guests/spectators';
import { MeetingId } from '@wentwell/contract/ids';
import { ClientFrame, LiveTicket } from '@wentwell/contract/live/live';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { auditEntries } from '#server/features/admin/audit.table';
import { sessions } from '#server/features/auth/sessions.table';
import { newSecret } from '#server/platform/secrets';
import { addressOf, ask, paramsOf } from '#test/authz-ask';
import { authzMatrix, socketActors, socketCommands, withoutData } from '#test/authz-matrix';
import { type Actor, actors, buildScene, canary, type Scene, stateOf } from '#test/authz-scene';
import type { MatrixRow } from '#test/authz/statuses';
import { fileApp } from '#test/build-test-app';
import { openLiveClient } from '#test/live-client';

const app = await fileApp();

/** Show superusers team names, mail subjects, and the content of invitation links without an audit entry. */
const untraced = [
  /^GET \/api\/v1\/teams$/,
  /^GET \/api(\/v1)?\/admin\/(teams|mails|mails\/:mailId)$/,
  /^GET \/api\/v1\/teams\/invitations\/token\/:token$/,
];
const needsLogin = authzMatrix.filter(({ statuses }) => statuses.anonymous === 401);
const withIds = authzMatrix.filter(({ route }) => /:(\w*[iI]d|token)\b/.test(route));

const tokenOf = (scene: Scene, actor: Actor) =>
  actor === 'anonymous' ? undefined : scene.actors[actor].token;

/** If the row's meeting has a guest, the token of that guest. */
function tokenFor(row: MatrixRow, scene: Scene, actor: Actor): string | undefined {
  const meetingId = MeetingId.parse(paramsOf(row, scene)['meetingId']);
  const guest = actor === 'guest' && scene.guests[meetingId];
  return guest ? guest.token : tokenOf(scene, actor);
}

describe('the matrix is complete', () => {
  it('has a row for every route and a route for every row', () => {
    const registered = app.routes
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !withoutData.test(route));
    expect(authzMatrix.map(({ route }) => route).toSorted()).toEqual(registered.toSorted());
  });

  it('has a row for every socket command', () => {
    const types = ClientFrame.options.map(({ shape }) => shape.type.value);
    expect(Object.keys(socketCommands).toSorted()).toEqual(types.toSorted());
  });
});

/** The scene as it was built, with its state: what was done to it was refused or only read. */
let untouched: { scene: Scene; before: string } | null = null;

let built = 0;

async function takeScene(): Promise<{ scene: Scene; before: string }> {
  const taken = untouched;
  untouched = null;
  if (taken) return taken;
  const scene = await buildScene(app);
  // Like autovacuum: with the statistics of empty tables some statements reach their time limit among so many scenes.
  if ((built += 1) % 100 === 0) {
    await app.db.execute('analyze users, sessions, teams, memberships, invitations, meetings');
  }
  return { scene, before: await stateOf(app, scene) };
}

/** For tests that only read, or are refused everything: the scene goes to the next test unless something has changed. */
async function inUntouchedScene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const { scene, before } = await takeScene();
  await work(scene);
  expect(await stateOf(app, scene)).toBe(before);
  untouched = { scene, before };
}

/** Expects the row's answer to this actor. */
async function expectAnswer(row: MatrixRow, scene: Scene, actor: Actor): Promise<void> {
  if (actor === 'superuser') return expectTracedAnswers(row, scene);
  const answer = await ask(app, row, { scene, token: tokenFor(row, scene, actor) });
  expect([actor, answer.status]).toEqual([actor, row.statuses[actor]]);
  if (answer.status >= 400) expect(JSON.stringify(answer.body)).not.toContain(canary);
}

/** Each answer that shows the superuser another team's text has an audit entry. */
async function expectTracedAnswers(row: MatrixRow, scene: Scene): Promise<void> {
  const { token, id } = scene.actors.superuser;
  const statuses: number[] = [];
  // A stale version returns the present one; the second change finds nothing to do.
  for (const headers of row.route.startsWith('GET ') ? [{}] : [{ 'if-match': '"0"' }, {}, {}]) {
    await app.db.delete(auditEntries);
    const answer = await ask(app, row, { scene, token, headers });
    statuses.push(answer.status);
    if (!answer.text.includes(canary) || untraced.some((each) => each.test(row.route))) continue;
    const [entry] = await app.db.select().from(auditEntries);
    const requestId = answer.headers.get('x-request-id');
    expect([answer.status, entry]).toMatchObject([answer.status, { actorId: id, requestId }]);
  }
  expect(statuses.find((status) => status !== 412)).toBe(row.statuses.superuser);
}

describe('each route answers each actor', () => {
  it.each(authzMatrix)('$route', async (row) => {
    const refused = actors.filter((actor) => row.statuses[actor] >= 400);
    // Refused sign-ins are counted, so each has its own scene.
    for (const together of row.form ? refused.map((actor) => [actor]) : [refused]) {
      await inUntouchedScene(async (scene) => {
        for (const actor of together) await expectAnswer(row, scene, actor);
      });
      if (row.form) untouched = null;
    }
    const allowed = actors.filter((actor) => !refused.includes(actor));
    // Calls that strangers may make are about the caller or answer all alike, so they do not affect each other.
    const isOwn = row.statuses.stranger < 400;
    for (const together of isOwn ? [allowed] : allowed.map((actor) => [actor])) {
      const { scene, before } = await takeScene();
      for (const actor of together) await expectAnswer(row, scene, actor);
      if (row.route.startsWith('GET ') && (await stateOf(app, scene)) === before) {
        untouched = { scene, before };
      }
    }
  });
});

/** The token of a screen that shows the scene's meeting. */
async function screenSession({ meetingId, actors: { superuser } }: Scene): Promise<string> {
  const path = `/api/v1/meetings/${meetingId}/spectator-link`;
  const { secret } = NewSpectatorLink.parse((await app.post(superuser, path)).body);
  const entered = await app.request('POST', '/api/v1/spectator/session', { body: { secret } });
  return SpectatorSession.parse(entered.body).access_token;
}

/** A scene with invalid tokens. They cannot change anything, so all tests share it. */
async function sceneOfOddTokens() {
  const scene = await buildScene(app);
  const { admin, owner, superuser } = scene.actors;
  await app.db
    .update(sessions)
    .set({ expiresAt: new Date() })
    .where(eq(sessions.id, admin.sessionId));
  await app.db.delete(sessions).where(eq(sessions.id, owner.sessionId));
  const ticketPath = `/api/v1/meetings/${scene.meetingId}/live-ticket`;
  const ticket = await app.post(superuser, ticketPath);
  const odd = {
    expired: admin.token,
    revoked: owner.token,
    unknown: newSecret(),
    malformed: '../../etc/passwd',
    'a socket ticket': LiveTicket.parse(ticket.body).ticket,
    'an invitation link': scene.invitationToken,
    'a session id': superuser.sessionId,
    'a screen session': await screenSession(scene),
  };
  return { scene, odd: Object.entries(odd), before: await stateOf(app, scene) };
}

describe('an invalid token gets 401 and changes nothing', () => {
  let made: ReturnType<typeof sceneOfOddTokens> | undefined;

  it.each(needsLogin)('$route', async (row) => {
    const { scene, odd, before } = await (made ??= sceneOfOddTokens());
    for (const [kind, token] of odd) {
      // Reads one board as nobody, and opens none of the other routes.
      if (kind === 'a screen session' && row.route.includes('/spectator/')) continue;
      const answer = await ask(app, row, { scene, token });
      expect([kind, answer.status]).toEqual([kind, 401]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(await stateOf(app, scene)).toBe(before);
  });
});

describe('an id unknown to the caller', () => {
  const hostile = {
    random: crypto.randomUUID(),
    injection: "' OR 1=1 --",
    long: 'a'.repeat(10_240),
    array: '["a","b"]',
    dots: '..%2f..%2f',
  };

  it.each(withIds)('$route', (row) => inUntouchedScene((scene) => expectUnknown(row, scene)));

  async function expectUnknown(row: MatrixRow, scene: Scene): Promise<void> {
    const token = scene.actors.superuser.token;
    // An invalid emoji is explained instead of returning 404, because emojis reveal no hidden resource.
    const names = [...row.route.matchAll(/:(\w+)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => name !== 'emoji');
    for (const name of names) {
      for (const [kind, id] of Object.entries({ ...hostile, deleted: deletedFor(name, scene) })) {
        if (id === null) continue;
        // Restoring and ending are about deleted things, and the admin's view of a user shows them too.
        if (kind === 'deleted' && row.route.includes('/admin/')) continue;
        const answer = await ask(app, row, { scene, token, params: { [name]: id } });
        expect([name, kind, answer.status]).toEqual([name, kind, 404]);
      }
    }
  }

  function deletedFor(name: string, { deleted }: Scene): string | null {
    switch (name) {
      case 'teamId':
        return deleted.teams;
      case 'meetingId':
        return deleted.meetings;
      case 'noteId':
        return deleted.notes;
      case 'invitationId':
        return deleted.invitations;
      case 'userId':
        return deleted.users;
      default:
        return null;
    }
  }
});

describe('a hidden object is answered like a missing one', () => {
  const hidden = authzMatrix.filter(
    ({ statuses }) => statuses.stranger === 404 && statuses.anonymous === 401,
  );

  it.each(hidden)('$route', (row) => inUntouchedScene((scene) => expectSameAnswers(row, scene)));

  async function expectSameAnswers(row: MatrixRow, scene: Scene): Promise<void> {
    const token = scene.actors.otherAdmin.token;
    const first = /:(\w+)/.exec(row.route)?.[1];
    const unknown = first
      ? { params: { [first]: crypto.randomUUID() } }
      : { body: { name: 'Fresh', team_id: crypto.randomUUID() } };
    const answers = [
      await ask(app, row, { scene, token }),
      // A list that the caller may not know returns the same 404 as an unknown route.
      first || !row.route.startsWith('GET ')
        ? await ask(app, row, { scene, token, ...unknown })
        : await app.request('GET', '/api/v1/nothing', { token }),
    ];
    const [existing, missing] = answers.map(({ status, body, headers }) => ({
      status,
      body: { ...Object(body), request_id: null },
      headers: [...headers.entries()]
        .filter(([name]) => name !== 'x-request-id' && name !== 'date')
        .map((pair) => pair.join(': '))
        .toSorted((a, b) => a.localeCompare(b)),
    }));
    expect(existing).toEqual(missing);
  }
});

describe('a foreign id in an allowed call has no effect (A-41)', () => {
  it('moves no meeting or note into another team', async () => {
    const scene = await buildScene(app);
    const { owner, otherAdmin } = scene.actors;
    const meeting = `/api/v1/meetings/${scene.plannedId}`;
    expect((await app.put(owner, meeting, { team_id: scene.foreignTeamId })).status).toBe(404);
    const foreign = await app.post(otherAdmin, '/api/v1/meetings', {
      name: 'Theirs',
      team_id: scene.foreignTeamId,
    });
    const { id } = Object(foreign.body);
    const note = `/api/v1/meetings/${scene.meetingId}/notes/${scene.noteId}`;
    await app.put(owner, note, {
      content: 'Mine',
      meeting_id: id,
      meetingId: id,
      team_id: scene.foreignTeamId,
    });
    expect((await app.get(otherAdmin, `/api/v1/meetings/${id}/notes`)).body).toEqual([]);
  });

  it('opens no other board by one’s own note', async () => {
    const scene = await buildScene(app);
    const { owner } = scene.actors;
    const other = `/api/v1/meetings/${scene.plannedId}/notes/${scene.noteId}`;
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { content: 'Mine' } : undefined;
      expect((await app.request(method, other, { as: owner, body })).status).toBe(404);
    }
  });

  const lists = authzMatrix.filter(
    ({ route, statuses }) => route.startsWith('GET') && statuses.stranger === 200,
  );

  it.each(lists)('as a filter of $route', (row) =>
    inUntouchedScene((scene) => expectNothingOfTheTeam(row, scene)),
  );

  async function expectNothingOfTheTeam(row: MatrixRow, scene: Scene): Promise<void> {
    const { otherAdmin } = scene.actors;
    if (row.route.includes(':token')) return;
    const filters = new URLSearchParams([
      ['team_id', scene.teamId],
      ['teamId', scene.teamId],
      ['meeting_id', scene.meetingId],
      ['user_id', scene.actors.colleague.id],
      ['email_pattern', '@example.com'],
      ['name_pattern', canary],
      ['search', canary],
      ['q', canary],
      ['include_deleted', 'true'],
    ]);
    const address = `${addressOf(row, paramsOf(row, scene))}?${filters.toString()}`;
    const answer = await app.get(otherAdmin, address);
    const text = JSON.stringify(answer.body);
    expect(text).not.toContain(canary);
    expect(text).not.toContain(scene.teamId);
    expect(text).not.toContain(scene.actors.colleague.id);
  }
});

describe('a socket to the board', () => {
  it.each(actors)('%s', (actor) => inUntouchedScene((scene) => expectAdmission(actor, scene)));

  async function expectAdmission(actor: Actor, scene: Scene): Promise<void> {
    const token = tokenOf(scene, actor) ?? '';
    await using live = await openLiveClient(app.liveAddress(scene.meetingId, token));
    const expected = socketActors[actor];
    if (expected === 'welcome') await live.untilType('welcome');
    else {
      expect(await live.closed).toBe(expected);
      expect(live.received.join()).not.toContain(canary);
    }
  }

  it('commands of one board do not affect another', async () => {
    const scene = await buildScene(app);
    const { member, owner, otherAdmin } = scene.actors;
    await using watcher = await app.live(owner, scene.meetingId);
    await using own = await app.live(member, scene.meetingId);
    const foreign = await app.post(otherAdmin, '/api/v1/meetings', {
      name: 'Theirs',
      team_id: scene.foreignTeamId,
    });
    const { id } = Object(foreign.body);
    await app.put(otherAdmin, `/api/v1/meetings/${id}`, { status: 'live' });
    await using theirs = await app.live(otherAdmin, id);
    theirs.send({ type: 'note_updated', data: { note_id: scene.noteId } });
    theirs.send({ type: 'ping' });
    await theirs.untilType('pong');
    own.send({ type: 'ping' });
    await own.untilType('pong');
    expect(theirs.received.join()).not.toContain(canary);
    expect(watcher.noteMessages).toEqual([]);
  });
});
