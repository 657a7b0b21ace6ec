import { actionType } from '@wentwell/contract/board/actions';
import { limits } from '@wentwell/contract/limits';
import { describe, expect, it } from 'vitest';

import { boardHeads } from '#server/live/board-heads.table';
import { buildActionScene } from '#test/action-scene';
import { follow, recordsPut } from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { ownPassword } from '#test/factories';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

type Scene = Awaited<ReturnType<typeof buildActionScene>>;

describe('an assignee who leaves the team', () => {
  it.each<[string, (app: TestApp, scene: Scene, who: TestUser) => Promise<{ status: number }>]>([
    ['who leaves the team', (app, { team }, as) => app.post(as, `/api/v1/teams/${team.id}/leave`)],
    [
      'who is removed from the team',
      (app, { team, owner }, { id }) =>
        app.post(owner, `/api/admin/teams/${team.id}/remove-user/${id}`),
    ],
    [
      'who deletes their account',
      (app, _scene, as) => app.delete(as, `/api/v1/users/${as.id}`, { password: ownPassword }),
    ],
  ])(
    'R-124: %s gives the open ones back to nobody, and is named until somebody takes it',
    async (_who, leave) => {
      const scene = await buildActionScene(app);
      const { owner, member, meeting, agreed, change, next, board, path } = scene;
      const open = await agreed({ text: 'open', assignee_id: member.id });
      const done = await agreed({ text: 'done', assignee_id: member.id });
      await change(owner, done, { status: 'done' });
      const later = await next();
      await using live = await follow(app, owner, meeting.id);
      await using elsewhere = await follow(app, owner, later.meeting.id);
      expect((await leave(app, scene, member)).status).toBeLessThan(300);
      const released = {
        id: open.id,
        assignee_id: null,
        former_assignee_id: member.id,
        version: 2,
      };
      for (const page of [live, elsewhere]) {
        const change = await page.untilType('board_changed');
        expect(recordsPut(change, actionType)).toMatchObject([released]);
      }
      const { actions } = await board(path);
      expect(actions).toMatchObject([
        released,
        { id: done.id, assignee_id: member.id, former_assignee_id: null },
      ]);
      expect((await board(later.path)).since_last_time).toMatchObject([released]);
      expect(await change(owner, done, { status: 'open' })).toMatchObject({
        body: { assignee_id: null, former_assignee_id: member.id },
      });
      expect(await change(owner, open, { assignee_id: member.id })).toMatchObject({ status: 422 });
      expect(await change(owner, open, { assignee_id: owner.id })).toMatchObject({
        body: { assignee_id: owner.id, former_assignee_id: null },
      });
    },
  );

  it('R-124: costs a constant number of statements', async () => {
    // A stopped clock prevents sweeps, which would add statements.
    await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
    const costs = [];
    for (const count of [2, 9]) {
      const { member, team, agreed, next } = await buildActionScene(app);
      for (let n = 0; n < count; n += 1) await agreed({ text: `${n}`, assignee_id: member.id });
      await next();
      const before = app.db.traffic.statements;
      await app.post(member, `/api/v1/teams/${team.id}/leave`);
      costs.push(app.db.traffic.statements - before);
    }
    expect(costs[1]).toBe(costs[0]);
  });

  it('R-124: is not blocked by a board with a full history', async () => {
    const { member, owner, team, agreed, remove, list } = await buildActionScene(app);
    await agreed({ text: 'a', assignee_id: member.id });
    const deleted = await agreed({ text: 'b' });
    await app.db.update(boardHeads).set({ historyBytes: limits.boardHistoryBytesPerHour });
    expect((await remove(owner, deleted)).status).toBe(204);
    const at = `/api/admin/teams/${team.id}/remove-user/${member.id}`;
    expect((await app.post(owner, at)).status).toBe(204);
    expect(await list()).toMatchObject([{ assignee_id: null, former_assignee_id: member.id }]);
  });

  it('R-124: leaves concurrent changes unassigned, without a deadlock', async () => {
    const { owner, member, team, agreed, change, next, list } = await buildActionScene(app);
    await next();
    const owned = [];
    for (const text of ['a', 'b', 'c']) owned.push(await agreed({ text, assignee_id: member.id }));
    await Promise.all([
      app.post(member, `/api/v1/teams/${team.id}/leave`),
      ...owned.map((action) => change(owner, action, { text: `${action.text}!` })),
      ...owned.map((action) => change(owner, action, { assignee_id: member.id })),
    ]);
    expect((await list()).map(({ assignee_id }) => assignee_id)).toEqual([null, null, null]);
  });
});
