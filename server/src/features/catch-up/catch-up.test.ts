// Catch-up: additions of absent members to a retro (docs/retro.md ).
import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { Action } from '@wentwell/contract/actions/actions';
import { describeAnyError } from '@wentwell/contract/api/all-errors';
import { additionsType } from '@wentwell/contract/board/additions';
import { Board } from '@wentwell/contract/board/snapshot';
import { ImportedMeeting } from '@wentwell/contract/exports/meeting-export';
import { AnonymityEvidence } from '@wentwell/contract/meetings/anonymity';
import { AdditionId } from '@wentwell/contract/meetings/catch-up';
import {
  type AdditionInput,
  CatchUp,
  LeftAdditions,
  MissedRetro,
} from '@wentwell/contract/meetings/catch-up';
import { Note } from '@wentwell/contract/notes/notes';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { newTimelessId } from '#server/platform/ids';
import { makeKey } from '#test/anonymous-scene';
import { follow, recordsPut } from '#test/board-scene';
import { type Answer, buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { exported } from '#test/import-scene';
import { storedRows } from '#test/stored-rows';

import { additions } from './additions.table.ts';

const app = await fileApp();

const note: AdditionInput = { kind: 'note', text: 'The staging server was down, too.' };

/** Two members hold a retro while a third is absent. Anonymous retros use one author key per member. */
async function holdRetro({ anonymous = false, scored = false, on = app } = {}) {
  const [owner, member, away] = [await buildUser(on), await buildUser(on), await buildUser(on)];
  const team = await buildTeam(on, { admin: owner, members: [member, away] });
  const meeting = await buildMeeting(on, { owner, team });
  const path = `/api/v1/meetings/${meeting.id}`;
  const keyOf = (as: TestUser) =>
    anonymous ? makeKey([owner, member, away].indexOf(as) + 1) : undefined;
  /** `what` is the method and the path below the meeting's. */
  function call(as: TestUser, what: string, body?: object) {
    const [method = '', below = ''] = what.split(' ');
    return on.request(method, path + below, { as, authorKey: keyOf(as), ...(body && { body }) });
  }
  const enter = (phase: string, at = path) => on.post(owner, `${at}/phase/transition`, { phase });
  await on.put(owner, path, { settings: { anonymous } });
  if (scored) await call(away, 'PUT /mood', { score: 4 });
  await enter('writing');
  const write = async (as: TestUser, content: string) =>
    Note.parse((await call(as, 'POST /notes', { content, note_type: 'went_well' })).body);
  const topic = await write(owner, 'Builds are slow');
  await write(member, 'Pairing helped');
  await enter('discussing');
  const agreed = await on.post(owner, `${path}/actions`, { text: 'Buy a runner' });
  const action = Action.parse(agreed.body);
  const close = () => on.put(owner, path, { status: 'closed' });
  await close();
  return {
    owner,
    member,
    away,
    team,
    meeting,
    path,
    topic,
    action,
    enter,
    read: async (as: TestUser) => CatchUp.parse((await call(as, 'GET /catch-up')).body),
    add: (as: TestUser, body: AdditionInput) => call(as, 'POST /catch-up/additions', body),
    takeBack: (as: TestUser, id: string) => call(as, `DELETE /catch-up/additions/${id}`),
    endedHoursAgo: (hours: number) =>
      on.db
        .update(meetings)
        .set({ endTime: sql`now() - make_interval(hours => ${hours})` })
        .where(eq(meetings.id, meeting.id)),
    /** Starts the team's next retro, in the joining phase. */
    async next(settings: object = {}) {
      const following = await buildMeeting(on, { owner, team });
      const at = `/api/v1/meetings/${following.id}`;
      await on.put(owner, at, { settings });
      return {
        id: following.id,
        path: at,
        edit: (body: object) => on.put(owner, at, body),
        remove: () => on.delete(owner, at),
        reveal: (as = owner) => on.post(as, `${at}/additions/reveal`),
        left: async (as = member) => on.read(as, `${at}/additions`, LeftAdditions),
        board: async () => on.read(member, `${at}/board`, Board),
      };
    },
  };
}

const refusalOf = ({ status, problem }: Answer) => [status, problem?.code];
const missedBy = async (as: TestUser) => app.read(as, '/api/v1/me/catch-ups', MissedRetro.array());

describe('catch-up', () => {
  it('R-361 is for members without any trace in the retro, for 48 hours after its end', async () => {
    const { away, member, owner, meeting, read, add, endedHoursAgo } = await holdRetro();
    expect((await read(away)).open_until).not.toBeNull();
    expect(await missedBy(away)).toMatchObject([{ meeting_id: meeting.id }]);
    for (const as of [member, owner]) {
      expect(await read(as)).toEqual({ open_until: null, additions: [] });
      expect(await missedBy(as)).toEqual([]);
      expect(refusalOf(await add(as, note))).toEqual([409, 'CATCH_UP_TOOK_PART']);
    }
    await endedHoursAgo(47);
    expect((await add(away, note)).status).toBe(201);
    await endedHoursAgo(49);
    const late = await add(away, note);
    expect(refusalOf(late)).toEqual([409, 'CATCH_UP_OVER']);
    expect(late.problem?.detail).toBe(describeAnyError('CATCH_UP_OVER').detail);
    expect(await missedBy(away)).toEqual([]);
    expect(await read(away)).toMatchObject({ open_until: null, additions: [note] });
  });

  it('R-361 is not for a key that gave a score', async () => {
    const { away, read, add } = await holdRetro({ anonymous: true, scored: true });
    expect((await read(away)).open_until).toBeNull();
    expect(refusalOf(await add(away, note))).toEqual([409, 'CATCH_UP_TOOK_PART']);
  });

  it('R-361 a live retro and an import accept none', async () => {
    const { owner, away, team, path: held, next } = await holdRetro();
    const { path } = await next();
    const body = await exported(app, held, owner);
    const elsewhere = await buildTeam(app, { admin: owner, members: [away] });
    const imports = `/api/v1/teams/${elsewhere.id}/imports`;
    const copy = await app.request('POST', imports, { as: owner, body });
    for (const to of [path, `/api/v1/meetings/${ImportedMeeting.parse(copy.body).id}`]) {
      const answer = await app.post(away, `${to}/catch-up/additions`, note);
      expect(refusalOf(answer)).toEqual([409, 'CATCH_UP_NOT_OVER']);
    }
    expect(await missedBy(away)).toMatchObject([{ team_id: team.id }]);
  });

  it('R-362 accepts notes, one “me too” per topic, and objections to action items of this retro', async () => {
    const { away, topic, action, add, read } = await holdRetro();
    const other = await holdRetro();
    const meToo = { kind: 'me_too', topic_id: topic.id } as const;
    const objection = { kind: 'objection', action_id: action.id, text: 'No budget' } as const;
    expect((await add(away, note)).status).toBe(201);
    expect((await add(away, meToo)).status).toBe(201);
    expect((await add(away, meToo)).status).toBe(200);
    expect((await add(away, objection)).status).toBe(201);
    const { additions: own } = await read(away);
    expect(own).toHaveLength(3);
    expect(own).toEqual(expect.arrayContaining([expect.objectContaining(objection)]));
    const foreign = [
      await add(away, { ...meToo, topic_id: other.topic.id }),
      await add(away, { ...objection, action_id: other.action.id }),
      await add(away, { ...note, text: ' ' }),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([422, 404, 422]);
  });

  it('R-362 a person adds at most 20', async () => {
    const { away, add } = await holdRetro();
    for (let at = 0; at < 20; at += 1) expect((await add(away, note)).status).toBe(201);
    expect(refusalOf(await add(away, note))).toEqual([409, 'ADDITIONS_FULL']);
  });

  it('R-363 additions stay hidden until a lead of a later retro reveals them all', async () => {
    const { away, owner, member, topic, action, add, next, endedHoursAgo } = await holdRetro();
    await add(away, note);
    await add(away, { kind: 'me_too', topic_id: topic.id });
    await add(away, { kind: 'objection', action_id: action.id, text: 'No budget' });
    await endedHoursAgo(49);
    const { id, left, reveal, board, path } = await next();
    expect(await left()).toEqual({ waiting: 3, revealed: [] });
    expect((await exported(app, path, owner)).additions).toEqual([]);
    expect(refusalOf(await reveal(member))).toEqual([403, 'ADDITIONS_LEADS_ONLY']);
    await using live = await follow(app, away, id);
    expect((await reveal()).status).toBe(204);
    const change = await live.untilType('board_changed');
    expect(recordsPut(change, additionsType)).toMatchObject([{ revealed: 3 }]);
    expect(JSON.stringify(change)).not.toMatch(/budget|staging/);
    const { waiting, revealed } = await left();
    expect(waiting).toBe(0);
    const by = { user_id: away.id };
    expect(revealed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...note, about: null, ...by }),
        expect.objectContaining({ kind: 'me_too', about: 'Builds are slow', ...by }),
        expect.objectContaining({ kind: 'objection', about: 'Buy a runner', text: 'No budget' }),
      ]),
    );
    expect((await board()).additions_revealed).toBe(3);
    await app.post(owner, `${path}/phase/transition`, { phase: 'writing' });
    expect(refusalOf(await reveal())).toEqual([409, 'ADDITIONS_NOT_NOW']);
    expect((await left()).revealed).toHaveLength(3);
    const file = await exported(app, path, member);
    const author = file.additions[0]?.author;
    expect(file.people.find(({ id }) => id === author)?.name).toMatch(/^Person Number/);
    expect(file.additions).toEqual(
      revealed.map(({ kind, about, text }) => ({ kind, about, text, author })),
    );
    const table = await app.get(member, `${path}/export?format=csv`);
    expect(table.text).toContain('objection,,Buy a runner,No budget,Person Number');
    const report = await app.get(member, `${path}/export?format=markdown`);
    expect(report.text).toMatch(/- Objection: “Buy a runner” \(Person Number \d+\): No budget\n/);
    const superuser = await buildUser(app, { isSuperuser: true });
    expect((await exported(app, path, superuser)).additions, 'R-363').toEqual([]);
    expect(await (await next()).left()).toEqual({ waiting: 0, revealed: [] });
  });

  it('R-363 named additions wait in a retro of the same day, unless that one is anonymous', async () => {
    const { away, add, next } = await holdRetro();
    await add(away, note);
    expect((await (await next({ anonymous: true })).left()).waiting).toBe(0);
    const { left, reveal } = await next();
    expect((await left()).waiting).toBe(1);
    expect((await reveal()).status).toBe(204);
    await add(away, { ...note, text: 'Another one' });
    const { waiting, revealed } = await left();
    expect([waiting, revealed]).toMatchObject([1, [{ ...note, user_id: away.id }]]);
  });

  it('R-363 is visible to the team only, and in no meeting with guests', async () => {
    const { away, add, next, endedHoursAgo } = await holdRetro();
    const other = await holdRetro();
    await add(away, note);
    await endedHoursAgo(49);
    expect((await (await other.next()).left(other.member)).waiting).toBe(0);
    const guests = await next({ guests: true });
    expect((await guests.left()).waiting).toBe(0);
    expect(refusalOf(await guests.reveal())).toEqual([409, 'ADDITIONS_NOT_NOW']);
    expect((await app.get(other.member, `${guests.path}/additions`)).status).toBe(404);
  });

  it('R-363 only their writer withdraws them before', async () => {
    const { away, member, add, read, takeBack, next, endedHoursAgo } = await holdRetro();
    await add(away, note);
    await add(away, { ...note, text: 'Another one' });
    const [first, second] = (await read(away)).additions;
    if (!first || !second) return expect.unreachable();
    expect((await takeBack(member, first.id)).status).toBe(404);
    expect((await takeBack(away, first.id)).status).toBe(204);
    expect((await read(away)).additions).toEqual([second]);
    await endedHoursAgo(49);
    await (await next()).reveal();
    expect(refusalOf(await takeBack(away, second.id))).toEqual([409, 'ADDITION_REVEALED']);
    expect((await read(away)).additions).toEqual([]);
  });

  it('R-363 are hidden again once the revealing retro is deleted or canceled', async () => {
    const { away, add, read, takeBack, next, endedHoursAgo } = await holdRetro();
    await add(away, note);
    await endedHoursAgo(49);
    const [deleted, canceled, last] = [await next(), await next(), await next()];
    await deleted.reveal();
    expect((await last.left()).waiting).toBe(0);
    expect((await deleted.remove()).status).toBe(204);
    expect((await last.left()).waiting).toBe(1);
    const purge = `/api/v1/admin/permanent/meetings/${deleted.id}`;
    const superuser = await buildUser(app, { isSuperuser: true });
    expect((await app.delete(superuser, purge)).status).toBe(204);
    await canceled.reveal();
    expect((await last.left()).waiting).toBe(0);
    expect((await canceled.edit({ status: 'canceled' })).status).toBe(200);
    expect((await canceled.left()).revealed).toEqual([]);
    expect((await last.left()).waiting).toBe(1);
    const [own] = (await read(away)).additions;
    expect((await takeBack(away, own?.id ?? '')).status).toBe(204);
  });

  it('R-363 do not move to another team with the revealing retro', async () => {
    const { owner, away, add, next, endedHoursAgo } = await holdRetro();
    await add(away, note);
    await endedHoursAgo(49);
    const { id, reveal, left, edit } = await next();
    await reveal();
    const stranger = await buildUser(app);
    const other = await buildTeam(app, { admin: owner, members: [stranger] });
    for (const status of ['canceled', 'planned']) {
      expect((await edit({ status })).status).toBe(200);
    }
    expect(refusalOf(await edit({ team_id: other.id }))).toEqual([409, 'MEETING_TEAM_FIXED']);
    await app.db.update(meetings).set({ teamId: other.id }).where(eq(meetings.id, id));
    expect((await left(stranger)).revealed).toEqual([]);
  });

  it('R-363 an owner who has left the team cannot reveal them', async () => {
    const { owner, away, add, next, endedHoursAgo } = await holdRetro();
    await add(away, note);
    await endedHoursAgo(49);
    const { reveal } = await next();
    await app.db.update(users).set({ isSuperuser: true }).where(eq(users.id, owner.id));
    await app.db.delete(memberships).where(eq(memberships.userId, owner.id));
    expect(refusalOf(await reveal())).toEqual([403, 'ADDITIONS_LEADS_ONLY']);
  });

  it('R-363 a retro reveals at most 200, and leaves the others to the next', async () => {
    const { away, meeting, team, next, endedHoursAgo } = await holdRetro();
    const all = Array.from({ length: 201 }, () => ({
      ...note,
      id: newTimelessId(AdditionId),
      meetingId: meeting.id,
      teamId: team.id,
      userId: away.id,
    }));
    await app.db.insert(additions).values(all);
    await endedHoursAgo(49);
    const { left, reveal } = await next();
    expect((await left()).waiting).toBe(200);
    await reveal();
    await reveal();
    const { waiting, revealed } = await left();
    expect([waiting, revealed.length]).toEqual([0, 200]);
    expect((await (await next()).left()).waiting).toBe(1);
  });

  it('R-364 are neither counted nor revealed while others may still add', async () => {
    const { away, member, add, path, next, endedHoursAgo } = await holdRetro({ anonymous: true });
    await add(away, note);
    const { left, reveal } = await next();
    const counted = async () => {
      const { written } = await app.read(member, `${path}/anonymity`, AnonymityEvidence);
      return written.find(({ title }) => title === 'Added by people who were away')?.rows;
    };
    await endedHoursAgo(47);
    await reveal();
    expect([await left(), await counted()]).toEqual([{ waiting: 0, revealed: [] }, null]);
    await endedHoursAgo(49);
    expect([await left(), await counted()]).toEqual([{ waiting: 1, revealed: [] }, 1]);
  });

  it('R-364 of an anonymous retro contain no person, and one key each', async () => {
    const retro = await holdRetro({ anonymous: true });
    const { away, add, read, takeBack, next, meeting, path, endedHoursAgo } = retro;
    const withoutKey = await app.post(away, `${path}/catch-up/additions`, note);
    expect(refusalOf(withoutKey)).toEqual([422, 'AUTHOR_KEY_MISSING']);
    await add(away, note);
    const withOther = await app.request('POST', `${path}/catch-up/additions`, {
      as: away,
      body: note,
      authorKey: makeKey(9),
    });
    expect(refusalOf(withOther)).toEqual([409, 'SCORED_ELSEWHERE']);
    const rows = await app.db.select().from(additions).where(eq(additions.meetingId, meeting.id));
    expect(rows).toMatchObject([{ userId: null }]);
    expect(JSON.stringify(rows)).not.toContain(away.id);
    const { additions: own } = await read(away);
    expect(own).toHaveLength(1);
    await endedHoursAgo(49);
    const { left, reveal } = await next();
    await reveal();
    expect((await left()).revealed).toMatchObject([{ ...note, user_id: null }]);
    expect((await takeBack(away, own[0]?.id ?? '')).status).toBe(409);
  });

  it('R-364 an anonymous retro that reveals them names nobody', async () => {
    const { owner, away, add, next, endedHoursAgo } = await holdRetro();
    await add(away, note);
    await endedHoursAgo(49);
    const { left, reveal, path } = await next({ anonymous: true });
    await reveal();
    expect((await left()).revealed).toMatchObject([{ ...note, user_id: null }]);
    expect((await exported(app, path, owner)).additions).toMatchObject([{ ...note, author: null }]);
  });

  it('R-365 nothing stored and no log line says who catches up', async () => {
    const { log, lines } = collectLog('info');
    await using own = await buildTestApp({}, { log });
    const { away, path } = await holdRetro({ on: own });
    const before = lines().length;
    const written = await storedRows(own);
    const asked = { as: away, authorKey: makeKey(1) };
    for (const below of ['/catch-up', '/board']) {
      expect((await own.request('GET', path + below, asked)).status).toBe(200);
    }
    expect(await storedRows(own)).toEqual(written);
    expect(JSON.stringify(lines().slice(before))).not.toContain(away.id);
  });

  it('are in their writer’s export, and deleted with their account', async () => {
    const { away, add, meeting } = await holdRetro();
    await add(away, note);
    const data = await app.read(away, '/api/v1/me/export', PersonalData);
    expect(data.additions).toMatchObject([{ meeting: { id: meeting.id }, ...note }]);
    const superuser = await buildUser(app, { isSuperuser: true });
    await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, away.id));
    const purge = `/api/v1/admin/permanent/users/${away.id}`;
    expect((await app.delete(superuser, purge)).status).toBe(204);
    expect(await app.db.$count(additions, eq(additions.meetingId, meeting.id))).toBe(0);
  });
});
