// docs/retro.md: the owner leads, may hand over to any member, and a team admin may take over.
import { meetingType } from '@wentwell/contract/board/meeting';
import { UserId } from '@wentwell/contract/ids';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { newId } from '#server/platform/ids';
import { follow, recordsPut } from '#test/board-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

const app = await fileApp();

function handOver({ call }: MeetingScene, as: TestUser, to: TestUser) {
  return call('POST', '/owner', { as, body: { owner_id: to.id } });
}

async function mayLead({ call }: MeetingScene, as: TestUser): Promise<number> {
  const body = { phase: 'grouping' };
  return (await call('POST', '/phase/transition', { as, body })).status;
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

describe('a handover', () => {
  it('is possible before a meeting starts, and not after its end', async () => {
    const scene = await buildMeetingScene({ app, status: 'planned' });
    const { owner, member, admin, call } = scene;
    expect((await handOver(scene, owner, member)).status).toBe(200);
    await call('PUT', '', { as: member, body: { status: 'canceled' } });
    expect((await handOver(scene, admin, admin)).problem).toMatchObject({
      status: 409,
      code: 'MEETING_NOT_EDITABLE',
    });
  });
});
