// Concurrent votes are queued per board and committed in one transaction.
import pg from 'pg';
import { describe, expect, it } from 'vitest';

import { changesOf, follow } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';

import { buildVoting } from './votes-scene.suite.ts';

describe('votes in one COMMIT', () => {
  it('are a change each, and everybody gets their own; a refused one changes nothing', async () => {
    // A stopped clock prevents sweeps, because the test counts statements.
    await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
    const scene = await buildVoting(app);
    const { owner, member, meeting, topics, vote, addMember, seen } = scene;
    const [topic = '', other = ''] = topics;
    const others = [await addMember(), await addMember(), await addMember()];
    const [greedy, repeating, late] = others;
    if (!greedy || !repeating || !late) throw new Error('unreachable');
    const outsider = await buildUser(app);
    const headers = { 'Idempotency-Key': 'before' };
    await vote(repeating, [topic, 1], { headers });
    await using live = await follow(app, member, meeting.id);
    const holder = new pg.Client(app.connection);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from meetings where id = $1 for update', [meeting.id]);
    const first = vote(owner, [topic, 1]);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    const { statements } = app.db.traffic;
    const together = [
      vote(member, [topic, 2], { headers: { 'Idempotency-Key': 'of-the-member' } }),
      vote(greedy, [topic, 4], { headers }),
      vote(repeating, [topic, 1], { headers }),
      vote(outsider, [topic, 1]),
      vote(late, [other, 3]),
      vote(late, [topic, 3]),
    ];
    // All are authenticated. After the next request, all are queued.
    await expect.poll(() => app.db.traffic.statements - statements).toBe(together.length);
    await app.get(owner, '/api/v1/users/me');
    await holder.query('commit');
    await holder.end();
    expect((await first).status).toBe(200);
    const answers = await Promise.all(together);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 4)).toEqual([200, 409, 200, 404]);
    // Two votes of one user are decided sequentially, and only one is within the limit.
    expect(new Set(statuses.slice(4))).toEqual(new Set([200, 409]));
    expect(answers[0]?.body).toEqual({ topic_id: topic, count: 2, left: 3 });
    // A refusal does not store its key.
    expect((await vote(greedy, [topic, 3], { headers })).status).toBe(200);
    await live.roundTrip();
    const emptyChange = { command: null, put: [], remove: [] };
    const mine = { type: 'vote', note_id: topic, user_id: member.id, count: 2 };
    expect(changesOf(live).map(({ data }) => data)).toEqual([
      emptyChange,
      expect.objectContaining({ own: { put: [expect.objectContaining(mine)], remove: [] } }),
      emptyChange,
      emptyChange,
    ]);
    expect((await seen(late)).left).toBe(2);
    expect((await seen(greedy)).mine).toEqual({ [topic]: 3 });
  });
});
