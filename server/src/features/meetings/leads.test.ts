// docs/retro.md R-33: co-leads have the owner's permissions, except naming leads.
import { meetingType } from '@wentwell/contract/board/meeting';
import { UserId } from '@wentwell/contract/ids';
import { MeetingForCaller } from '@wentwell/contract/meetings/meetings';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { newId } from '#server/platform/ids';
import { follow, recordsPut } from '#test/board-scene';
import { fileApp, said, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { emptyExport } from '#test/import-scene';
import { buildMeetingScene, type MeetingScene, type SceneOptions } from '#test/meeting-scene';
import { leaveTeam, leavings } from '#test/team-scene';

const app = await fileApp();

interface Naming {
  as: TestUser;
  who: Pick<TestUser, 'id'>;
}

const name = ({ call }: MeetingScene, { as, who }: Naming) =>
  call('PUT', '/co-leads', { as, body: { user_id: who.id, is_co_lead: true } });

const takeBack = ({ call }: MeetingScene, { as, who }: Naming) =>
  call('PUT', '/co-leads', { as, body: { user_id: who.id, is_co_lead: false } });

/** Builds a meeting with the member as co-lead. */
async function buildCoLed(options: SceneOptions = {}): Promise<MeetingScene> {
  const scene = await buildMeetingScene({ app, ...options });
  const { owner: as, member: who } = scene;
  expect((await name(scene, { as, who })).status).toBe(200);
  return scene;
}

async function coLeadsOf({ call, owner }: MeetingScene): Promise<UserId[]> {
  return MeetingForCaller.parse((await call('GET', '', { as: owner })).body).co_lead_ids;
}

async function mayLead({ call }: MeetingScene, as: TestUser): Promise<number> {
  return (await call('POST', '/phase/transition', { as, body: { phase: 'grouping' } })).status;
}

describe('a co-lead', () => {
  it('leads beside the owner until removed, visible to everybody', async () => {
    const scene = await buildMeetingScene({ app });
    const { owner, member, admin, meeting } = scene;
    expect(await mayLead(scene, member)).toBe(403);
    await using live = await follow(app, admin, meeting.id);
    expect(await name(scene, { as: owner, who: member })).toMatchObject({
      status: 200,
      body: { owner_id: owner.id, co_lead_ids: [member.id], abilities: { lead: true } },
    });
    const change = await live.untilType('board_changed');
    expect(recordsPut(change, meetingType)).toMatchObject([{ co_lead_ids: [member.id] }]);
    expect(await Promise.all([owner, member, admin].map((who) => mayLead(scene, who)))).toEqual([
      200, 200, 403,
    ]);
    const back = await takeBack(scene, { as: owner, who: member });
    expect(back).toMatchObject({ status: 200, body: { co_lead_ids: [] } });
    expect(await mayLead(scene, member)).toBe(403);
  });

  it('has the owner’s rights', async () => {
    const { call, member: as, write, owner, path } = await buildCoLed({ phase: 'joining' });
    const statuses = async (...calls: [string, string, object?][]) => {
      const found = [];
      for (const [method, below, body] of calls) {
        found.push((await call(method, below, { as, body })).status);
      }
      return found;
    };
    expect(
      await statuses(
        ['PUT', '/check-in', { question_hidden: false }],
        ['POST', '/check-in/next-question'],
        ['PUT', '/check-in/turn', { user_id: owner.id, done: true }],
        ['PUT', '', { name: 'Renamed', settings: { hide_notes: false } }],
        ['POST', '/phase/next'],
        ['PUT', '/timer', { action: 'start', seconds: 300 }],
      ),
    ).toEqual([200, 200, 200, 200, 200, 200]);
    const note = await write(owner, { content: 'The owner’s', note_type: 'went_well' });
    const other = await write(owner, { content: 'Another one' });
    expect(
      await statuses(
        ['PUT', `/notes/${note.id}`, { content: 'Edited' }],
        ['POST', '/phase/transition', { phase: 'grouping' }],
        ['GET', '/group-suggestions'],
        ['DELETE', `/notes/${other.id}`],
        ['POST', '/phase/transition', { phase: 'discussing' }],
        ['PUT', '/discussion', { current: note.id }],
        ['POST', '/spectator-link'],
        ['PUT', '', { status: 'closed' }],
        ['GET', '/summary-mail'],
        ['DELETE', ''],
      ),
    ).toEqual([200, 200, 200, 204, 200, 200, 201, 200, 200, 204]);
    expect((await app.get(owner, path)).status).toBe(404);
  });

  it('names neither a co-lead nor a new owner', async () => {
    const scene = await buildCoLed();
    const { call, member, admin } = scene;
    const refused = { status: 403, code: 'CO_LEADS_OWNER_ONLY' };
    expect((await name(scene, { as: member, who: admin })).problem).toMatchObject(refused);
    expect((await takeBack(scene, { as: member, who: member })).problem).toMatchObject(refused);
    const handOver = { as: member, body: { owner_id: member.id } };
    const notTheirs = { status: 403, code: 'HAND_OVER_OWNER_OR_ADMIN' };
    expect((await call('POST', '/owner', handOver)).problem).toMatchObject(notTheirs);
  });

  it('does not become the owner when the meeting moves to a team without its owner', async () => {
    const { call, owner, member: as } = await buildCoLed({ status: 'planned' });
    const other = await buildTeam(app, { members: [as] });
    expect((await call('PUT', '', { as, body: { team_id: other.id } })).status).toBe(403);
    expect((await call('GET', '', { as: owner })).body).toMatchObject({ owner_id: owner.id });
  });

  it('becomes the owner by a handover and stops being a co-lead, like the former owner', async () => {
    const scene = await buildCoLed();
    const { call, owner, member, admin } = scene;
    await name(scene, { as: owner, who: admin });
    const handed = await call('POST', '/owner', { as: owner, body: { owner_id: member.id } });
    expect(handed.body).toMatchObject({ owner_id: member.id, co_lead_ids: [admin.id] });
    expect(await mayLead(scene, owner)).toBe(403);
    const back = await call('POST', '/owner', { as: member, body: { owner_id: owner.id } });
    expect(back.body).toMatchObject({ owner_id: owner.id, co_lead_ids: [admin.id] });
    expect(await mayLead(scene, member)).toBe(403);
  });

  it('is reported by screens they have opened, which close when the lead is withdrawn', async () => {
    const scene = await buildCoLed();
    const { call, owner, member } = scene;
    expect((await call('POST', '/spectator-link', { as: member })).status).toBe(201);
    const link = async () => (await call('GET', '/spectator-link', { as: owner })).body;
    expect(await link()).toMatchObject({ link: { created_by: member.id } });
    await takeBack(scene, { as: owner, who: member });
    expect(await link()).toEqual({ link: null });
  });
});

describe('naming co-leads', () => {
  it('changes nothing if it is already so: repeated, of the owner, or removing a non-lead', async () => {
    const scene = await buildCoLed();
    const { owner, member, admin, commands } = scene;
    const before = await commands();
    const answers = [
      await name(scene, { as: owner, who: member }),
      await name(scene, { as: owner, who: owner }),
      await takeBack(scene, { as: owner, who: owner }),
      await takeBack(scene, { as: owner, who: admin }),
    ];
    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([200, { co_lead_ids: [member.id] }]);
    }
    expect(await commands()).toEqual(before);
  });

  it('is possible before a meeting starts, and not after its end', async () => {
    const scene = await buildCoLed({ status: 'planned' });
    const { call, owner, member, admin } = scene;
    expect((await call('PUT', '', { as: member, body: { status: 'live' } })).status).toBe(200);
    await call('PUT', '', { as: member, body: { status: 'closed' } });
    const refused = { status: 409, code: 'MEETING_NOT_EDITABLE' };
    expect((await name(scene, { as: owner, who: admin })).problem).toMatchObject(refused);
    expect((await takeBack(scene, { as: owner, who: member })).problem).toMatchObject(refused);
  });

  it('starts over for an imported meeting, or one moved to another team', async () => {
    const { call, owner, member, team } = await buildCoLed({ status: 'planned' });
    const other = await buildTeam(app, { members: [owner, member] });
    const moved = await call('PUT', '', { as: owner, body: { team_id: other.id } });
    expect(moved.body).toMatchObject({ team_id: other.id, co_lead_ids: [] });
    const at = `/api/v1/teams/${team.id}/imports`;
    expect((await app.post(owner, at, emptyExport)).body).toMatchObject({ co_lead_ids: [] });
  });
});

describe('a co-lead who leaves', () => {
  it.each(Object.entries(leavings))('is no longer a co-lead after: %s', async (_way, leave) => {
    const scene = await buildCoLed();
    const { owner, member, admin, meeting, team } = scene;
    await name(scene, { as: owner, who: admin });
    await using live = await follow(app, owner, meeting.id);
    expect((await leave(app, team, member)).status).toBeLessThan(300);
    const change = await live.untilType('board_changed');
    expect(recordsPut(change, meetingType)).toMatchObject([{ co_lead_ids: [admin.id] }]);
    expect(await coLeadsOf(scene)).toEqual([admin.id]);
    expect(await mayLead(scene, member)).toBeGreaterThanOrEqual(401);
  });

  it('does not lead after returning', async () => {
    const scene = await buildCoLed();
    const { member, team } = scene;
    await leaveTeam(app, team, member);
    const again = { teamId: team.id, userId: member.id, role: 'member' as const };
    await app.db.insert(memberships).values(again);
    expect(await mayLead(scene, member)).toBe(403);
  });

  it('is none if named at the same time: one of both happens first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const scene = await buildMeetingScene({ app });
      const { owner: as, member: who, team } = scene;
      const [named, left] = await Promise.all([
        name(scene, { as, who }),
        leaveTeam(app, team, who),
      ]);
      expect([200, 409]).toContain(named.status);
      expect(left.status).toBe(204);
      expect(await coLeadsOf(scene)).toEqual([]);
    }
  });
});

// docs/retro.md: the owner leads, may hand over to any member, and a team admin may take over.
function handOver({ call }: MeetingScene, as: TestUser, to: TestUser) {
  return call('POST', '/owner', { as, body: { owner_id: to.id } });
}

describe('the owner', () => {
  it('hands over to any member, who then leads alone; everybody on the board is notified', async () => {
    const scene = await buildMeetingScene({ app });
    const { owner, member, admin, meeting } = scene;
    await using live = await follow(app, admin, meeting.id);
    expect(await handOver(scene, owner, member)).toMatchObject({
      status: 200,
      body: { owner_id: member.id, abilities: { change: false, lead: false } },
    });
    const change = await live.untilType('board_changed');
    expect(change.userId).toBe(owner.id);
    expect(recordsPut(change, meetingType)).toMatchObject([{ owner_id: member.id }]);
    expect(change.data.put[0]).not.toHaveProperty('abilities');
    expect(await mayLead(scene, owner)).toBe(403);
    expect(await mayLead(scene, admin)).toBe(403);
    expect(await mayLead(scene, member)).toBe(200);
  });

  it('shares and hands over no lead to people outside the team, deactivated, deleted, or nobody', async () => {
    const scene = await buildMeetingScene({ app });
    const { owner, outsider, team, commands } = scene;
    const before = await commands();
    const [inactive, gone] = [
      await buildUser(app, { isActive: false }),
      await buildUser(app, { deletedAt: new Date() }),
    ];
    await app.db.insert(memberships).values(
      [inactive, gone].map(({ id }) => ({
        teamId: team.id,
        userId: id,
        role: 'member' as const,
      })),
    );
    const nobody = { ...outsider, id: newId(UserId) };
    const refused = { status: 409, code: 'NOT_A_MEMBER' };
    for (const to of [outsider, inactive, gone, nobody]) {
      expect((await handOver(scene, owner, to)).problem).toMatchObject(refused);
      const body = { user_id: to.id, is_co_lead: true };
      const shared = await scene.call('PUT', '/co-leads', { as: owner, body });
      expect(shared.problem).toMatchObject(refused);
    }
    expect(await commands()).toEqual(before);
  });

  it('handing over to themselves changes nothing', async () => {
    const scene = await buildMeetingScene({ app });
    const { owner, meeting, commands } = scene;
    const before = await commands();
    const answer = await handOver(scene, owner, owner);
    expect(answer).toMatchObject({ status: 200, body: { version: meeting.version } });
    expect(await commands()).toEqual(before);
  });
});

describe('other people', () => {
  it('a team admin takes over a meeting and leads it', async () => {
    const scene = await buildMeetingScene({ app });
    const { admin, owner } = scene;
    expect(await mayLead(scene, admin)).toBe(403);
    expect((await handOver(scene, admin, admin)).body).toMatchObject({ owner_id: admin.id });
    expect(await mayLead(scene, admin)).toBe(200);
    expect(await mayLead(scene, owner)).toBe(403);
  });

  it('a superuser outside the team can hand it over but not take it, and never leads', async () => {
    const scene = await buildMeetingScene({ app });
    const { member } = scene;
    const root = await buildUser(app, { isSuperuser: true });
    expect((await handOver(scene, root, root)).problem?.code).toBe('NOT_A_MEMBER');
    expect(await mayLead(scene, root)).toBe(403);
    expect((await handOver(scene, root, member)).status).toBe(200);
  });

  it('a superuser in the team takes over and leads', async () => {
    const scene = await buildMeetingScene({ app });
    const { member } = scene;
    await app.db.update(users).set({ isSuperuser: true }).where(eq(users.id, member.id));
    expect((await handOver(scene, member, member)).status).toBe(200);
    expect(await mayLead(scene, member)).toBe(200);
  });

  it('an owner who has left the team no longer leads; an admin takes over', async () => {
    const scene = await buildMeetingScene({ app });
    const { owner, admin } = scene;
    await app.db.delete(memberships).where(eq(memberships.userId, owner.id));
    expect(await mayLead(scene, owner)).toBe(404);
    expect((await handOver(scene, admin, admin)).status).toBe(200);
    expect(await mayLead(scene, admin)).toBe(200);
  });
});

it('a handover is possible before a meeting starts, and not after its end', async () => {
  const scene = await buildMeetingScene({ app, status: 'planned' });
  const { owner, member, admin, call } = scene;
  expect((await handOver(scene, owner, member)).status).toBe(200);
  await call('PUT', '', { as: member, body: { status: 'canceled' } });
  expect(said(await handOver(scene, admin, admin))).toEqual([409, 'MEETING_NOT_EDITABLE']);
});
