// Hourly and daily quotas of an account, team or board. Each refusal says what to do and changes nothing.
import { InvitationId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { invitations } from '#server/features/invitations/invitations.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { boardHeads } from '#server/live/board-heads.table';
import { newId } from '#server/platform/ids';
import { quotaKey } from '#server/platform/quotas';
import { quotas } from '#server/platform/quotas.table';
import { buildBoard } from '#test/board-scene';
import {
  type Answer,
  buildTestApp,
  fileApp,
  type TestApp,
  type TestUser,
} from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { buildImporter, emptyExport } from '#test/import-scene';

import { fillHistory } from './board-scene.ts';

const app = await fileApp();

const hour = 3_600_000;
const api = '/api/v1';

function makeTeam(app: TestApp, as: TestUser): Promise<Answer> {
  return app.post(as, `${api}/teams`, { name: 'Rocket' });
}

function expectWait(answer: Answer, code: string): void {
  expect(answer.problem).toMatchObject({ status: 429, code });
  expect(answer.problem?.detail).toMatch(/^\w.*\.$/);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

it('teams made by one account are limited per day, also simultaneous ones; then the next day begins', async () => {
  const [robin, sasha] = [await buildUser(app), await buildUser(app)];
  await app.db.insert(quotas).values({
    name: quotaKey(`teams ${robin.id}`),
    used: limits.teamsPerAccountAndDay - 3,
    since: new Date(),
  });
  const answers = await Promise.all(Array.from({ length: 8 }, () => makeTeam(app, robin)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const answer of answers) if (answer.status !== 201) expectWait(answer, 'TEAMS_TODAY');
  expect((await makeTeam(app, sasha)).status).toBe(201);
  const yesterday = new Date(Date.now() - 24 * hour);
  const own = eq(quotas.name, quotaKey(`teams ${robin.id}`));
  await app.db.update(quotas).set({ since: yesterday }).where(own);
  expect((await makeTeam(app, robin)).status).toBe(201);
});

it('meetings made in one team are limited per day, whoever creates them', async () => {
  const [admin, member] = [await buildUser(app), await buildUser(app)];
  const team = await buildTeam(app, { admin, members: [member] });
  await app.db.insert(quotas).values({
    name: quotaKey(`meetings ${team.id}`),
    used: limits.meetingsPerTeamAndDay - 1,
    since: new Date(),
  });
  const make = (as: TestUser, id = team.id) =>
    app.post(as, `${api}/meetings`, { name: 'Sprint', team_id: id });
  expect((await make(admin)).status).toBe(201);
  expectWait(await make(member), 'MEETINGS_TODAY');
  const other = await buildTeam(app, { admin });
  expect((await make(admin, other.id)).status).toBe(201);
  const own = inArray(meetings.teamId, [team.id, other.id]);
  expect(await app.db.$count(meetings, own)).toBe(2);
});

it('files imported by one account are limited in bytes per day, in all teams', async () => {
  await using app = await buildTestApp();
  const { owner, imported } = await buildImporter(app);
  const used = () =>
    app.db
      .select()
      .from(quotas)
      .where(eq(quotas.name, importsOf(owner)));
  const importsOf = ({ id }: TestUser) => quotaKey(`import bytes ${id}`);
  await imported(emptyExport);
  const [count] = await used();
  expect(count?.used).toBe(JSON.stringify(emptyExport).length);
  await app.db
    .update(quotas)
    .set({ used: limits.importBytesPerAccountAndDay - 10 })
    .where(eq(quotas.name, importsOf(owner)));
  const other = await buildTeam(app, { admin: owner });
  const refused = await app.post(owner, `${api}/teams/${other.id}/imports`, emptyExport);
  expectWait(refused, 'IMPORTS_TODAY');
  expect(await app.db.$count(meetings)).toBe(1);
});

it('open invitations of one team are limited; a canceled one makes room', async () => {
  const admin = await buildUser(app);
  const team = await buildTeam(app, { admin });
  const rows = Array.from({ length: limits.openInvitationsPerTeam }, (_, n) => ({
    id: newId(InvitationId),
    teamId: team.id,
    senderId: admin.id,
    email: `guest-${n}@example.com`,
    tokenHash: `hash-${n}`,
    expiresAt: new Date(Date.now() + hour),
    // Not today, because the daily quota is another test's subject.
    createdAt: new Date(Date.now() - 48 * hour),
  }));
  await app.db.insert(invitations).values(rows);
  const invite = () =>
    app.post(admin, `${api}/teams/${team.id}/invitations`, {
      invited_user_email: 'one-more@example.com',
    });
  expect((await invite()).problem).toMatchObject({ status: 409, code: 'INVITATIONS_FULL' });
  await app.db
    .update(invitations)
    .set({ deletedAt: new Date() })
    .where(eq(invitations.email, 'guest-0@example.com'));
  expect((await invite()).status).toBe(201);
});

describe('a board’s history', () => {
  it('is limited in bytes per hour', async () => {
    const { note, member, path, meeting } = await buildBoard(app);
    const { id } = await note(member, 'mine');
    const edit = () => app.put(member, `${path}/notes/${id}`, { content: 'changed' });
    await fillHistory(app, meeting, { left: 100 });
    expectWait(await edit(), 'BOARD_HISTORY_FULL');
    await fillHistory(app, meeting, { left: 100, since: new Date(Date.now() - hour) });
    expect((await edit()).status).toBe(200);
  });

  it('counts added bytes: an edit costs its size', async () => {
    const board = await buildBoard(app);
    const bytes = async () => {
      const [row] = await app.db
        .select()
        .from(boardHeads)
        .where(eq(boardHeads.meetingId, board.meeting.id));
      return row?.historyBytes ?? 0;
    };
    const before = await bytes();
    await board.note(board.owner, 'x'.repeat(2000));
    expect((await bytes()) - before).toBeGreaterThan(2000);
  });
});
