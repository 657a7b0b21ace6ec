// Opening a board: one request brings the board and the way into its socket. Many who open it share what they all see,
// and nobody sees what is another's.
import { BoardWithTicket } from '@wentwell/contract/board';
import type { LiveTicket } from '@wentwell/contract/live';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';

import { buildBoard } from '#test/board-scene';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting } from '#test/factories';
import { openLiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';

const app = await buildTestApp();
afterAll(() => app[Symbol.asyncDispose]());

function opener(node: TestApp) {
  return async (path: string, as: TestUser, query = '') =>
    BoardWithTicket.parse((await node.request('GET', `${path}/board${query}`, { as })).body);
}

const open = opener(app);

function requireTicket(ticket: LiveTicket | undefined): string {
  if (!ticket) throw new Error('the board came without a ticket');
  return ticket.ticket;
}

describe('a board', () => {
  it('S-12: comes with a ticket for its socket where that is asked for and the meeting is live', async () => {
    const { owner, member, team, meeting, path } = await buildBoard(app);
    const { live_ticket, seq } = await open(path, member, '?ticket=true');
    const address = `${app.liveAddress(meeting.id, requireTicket(live_ticket))}&since=${seq}`;
    await using live = await openLiveClient(address);
    expect(await live.untilType('welcome')).toMatchObject({ data: { you: member.id } });
    expect((await open(path, member)).live_ticket).toBeUndefined();
    const planned = await buildMeeting(app, { owner, team, status: 'planned' });
    const early = await open(`/api/v1/meetings/${planned.id}`, owner, '?ticket=true');
    expect(early.live_ticket).toBeUndefined();
  });

  it('is read once for all who open it at one seq, and anew after a change', async () => {
    const { owner, member, path, note } = await buildBoard(app);
    await note(owner, 'First');
    async function statementsOf(as: TestUser): Promise<number> {
      const before = app.db.traffic.statements;
      await open(path, as);
      return app.db.traffic.statements - before;
    }
    const [alone, after] = [await statementsOf(owner), await statementsOf(member)];
    expect(alone).toBeGreaterThan(10);
    // Who they are, the transaction, the meeting with their role, and the scores.
    expect(after).toBeLessThanOrEqual(5);
    await note(owner, 'Second');
    const { notes } = await open(path, member);
    expect(notes.map(({ content }) => content)).toEqual(['First', 'Second']);
  });

  it('S-12: comes with tickets that are stored together where a crowd opens it, each for its own person', async () => {
    // On a clock that stands still nothing sweeps beside the requests, and the board is kept.
    await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
    const openThere = opener(app);
    const { member, meeting, path } = await buildBoard(app);
    await openThere(path, member);
    const before = app.db.traffic.statements;
    await openThere(path, member, '?ticket=true');
    const alone = app.db.traffic.statements - before;
    const holder = new pg.Client(app.connection);
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table live_tickets in access exclusive mode');
    const first = openThere(path, member, '?ticket=true');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    const { statements } = app.db.traffic;
    const crowd = [];
    for (let person = 1; person <= 5; person += 1) {
      crowd.push(openThere(path, member, '?ticket=true'));
      // All but the ticket. One after another, because those of one moment are recognised together.
      const others = person * (alone - 1);
      await expect.poll(() => app.db.traffic.statements - statements).toBe(others);
    }
    await holder.query('commit');
    await holder.end();
    const opened = await Promise.all([first, ...crowd]);
    expect(app.db.traffic.statements - statements).toBe(crowd.length * (alone - 1) + 1);
    const tickets = opened.map(({ live_ticket }) => requireTicket(live_ticket));
    expect(new Set(tickets).size).toBe(opened.length);
    for (const ticket of tickets) {
      await using live = await openLiveClient(app.liveAddress(meeting.id, ticket));
      expect(await live.untilType('welcome')).toMatchObject({ data: { you: member.id } });
    }
  });

  it('shows each person their own hidden notes and votes, at the same seq', async () => {
    const { owner, member, path, note } = await buildBoard(app, 'writing');
    await note(owner, 'Of the owner');
    await note(member, 'Of the member');
    for (const [as, own] of [
      [owner, 'Of the owner'],
      [member, 'Of the member'],
      [owner, 'Of the owner'],
    ] as const) {
      const { notes, you } = await open(path, as);
      expect(notes.map(({ content }) => content).toSorted()).toEqual(['', own]);
      expect(you.user_id).toBe(as.id);
    }
  });

  it('is refused to who has left the team, although others have just read it', async () => {
    const { owner, member, team, path } = await buildBoard(app);
    await open(path, member);
    await open(path, owner);
    const leaving = await app.request('POST', `/api/v1/teams/${team.id}/leave`, { as: member });
    expect(leaving.status).toBe(204);
    expect((await app.request('GET', `${path}/board`, { as: member })).status).toBe(404);
  });
});
