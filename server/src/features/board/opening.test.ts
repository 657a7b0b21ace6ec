// Opening a board: one request returns the board and a socket ticket. Concurrent readers share the public part, but
// never private data.
import { BoardWithTicket } from '@wentwell/contract/board/snapshot';
import type { LiveTicket } from '@wentwell/contract/live/live';
import { describe, expect, it } from 'vitest';

import { buildBoard } from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';
import { holdTable } from '#test/held-table';
import { type LiveClient, openLiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

function opener(node: TestApp) {
  return async (path: string, as: TestUser, query = '') =>
    node.read(as, `${path}/board${query}`, BoardWithTicket);
}

const open = opener(app);

function requireTicket(ticket: LiveTicket | undefined): string {
  if (!ticket) throw new Error('the board came without a ticket');
  return ticket.ticket;
}

/** The admitted user, or null. */
function outcomeOf(live: LiveClient): Promise<string | null> {
  const welcomed = live.untilType('welcome').then(({ data }) => data.you);
  return Promise.race([welcomed, live.closed.then(() => null)]);
}

/** Users who request the same board while another request is reading it. */
async function newCrowd() {
  // A stopped clock prevents sweeps and keeps the board cached.
  const app = await buildTestApp({}, { clock: manualClock(new Date()) });
  const board = await buildBoard(app, 'writing');
  const outsider = await buildUser(app);
  const get = (as: TestUser) => app.get(as, `${board.path}/board`);
  return {
    ...board,
    app,
    outsider,
    get,
    /**
     * Returns the responses, queued behind the owner's blocked request, and the number of statements without
     * authentication.
     */
    async ask(people: readonly TestUser[], isReleased = true) {
      for (const each of [board.owner, ...people]) await get(each);
      await using held = await holdTable(app, 'check_ins');
      const first = get(board.owner);
      await held.untilWaiting(1);
      const { traffic } = app.db;
      const before = traffic.statements;
      const asked = [];
      for (const each of people) {
        asked.push(get(each));
        // Sequential, because concurrent requests are authenticated in one batch.
        await expect.poll(() => traffic.statements - before).toBe(asked.length);
      }
      const known = traffic.statements;
      await (isReleased ? held.release() : held.failWaiting());
      const answers = await Promise.all(asked);
      expect((await first).status).toBe(isReleased ? 200 : 503);
      return { answers, statements: traffic.statements - known };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** A member with many pages that request the board with a ticket while storing one ticket is blocked. */
async function newTicketCrowd() {
  // A stopped clock prevents sweeps and keeps the board cached.
  const app = await buildTestApp({}, { clock: manualClock(new Date()) });
  const { member, meeting, path } = await buildBoard(app);
  const get = (query = '') => app.get(member, `${path}/board${query}`);
  const { traffic } = app.db;
  return {
    app,
    member,
    meeting,
    get,
    /** Returns all responses, and the number of statements that the other pages needed after the block. */
    async ask(others: number, isReleased = true) {
      await get();
      const before = traffic.statements;
      await get();
      const withoutTicket = traffic.statements - before;
      await using held = await holdTable(app, 'live_tickets');
      const asked = [get('?ticket=true')];
      await held.untilWaiting(1);
      const { statements } = traffic;
      for (let other = 1; other <= others; other += 1) {
        asked.push(get('?ticket=true'));
        // Sequential, because concurrent requests are authenticated in one batch.
        await expect.poll(() => traffic.statements - statements).toBe(other * withoutTicket);
      }
      await (isReleased ? held.release() : held.failWaiting());
      const answers = await Promise.all(asked);
      return { answers, statements: traffic.statements - statements - others * withoutTicket };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

describe('a board', () => {
  it('S-12: includes a socket ticket if requested and the meeting is live', async () => {
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

  it('is read once for all who open it at one seq, and again after a change', async () => {
    // A separate app with a stopped clock: no closing rooms of other tests, no sweeps.
    await using quiet = await buildTestApp({}, { clock: manualClock(new Date()) });
    const open = opener(quiet);
    const { owner, member, path, note } = await buildBoard(quiet);
    await note(owner, 'First');
    async function statementsOf(as: TestUser): Promise<number> {
      const before = quiet.db.traffic.statements;
      await open(path, as);
      return quiet.db.traffic.statements - before;
    }
    const [alone, after] = [await statementsOf(owner), await statementsOf(member)];
    expect(alone).toBeGreaterThan(10);
    // The caller, and the meeting with role and scores.
    expect(after).toBe(2);
    await note(owner, 'Second');
    const { notes } = await open(path, member);
    expect(notes.map(({ content }) => content)).toEqual(['First', 'Second']);
  });

  it('S-12: is joined in four statements shortly after it was read', async () => {
    // A stopped clock prevents sweeps and keeps the board cached.
    await using quiet = await buildTestApp({}, { clock: manualClock(new Date()) });
    const { owner, member, meeting, path } = await buildBoard(quiet);
    await using first = await openLiveClient(quiet.liveAddress(meeting.id, owner.token));
    await first.untilType('welcome');
    await opener(quiet)(path, owner);
    const before = quiet.db.traffic.statements;
    const { live_ticket, seq } = await opener(quiet)(path, member, '?ticket=true');
    const address = `${quiet.liveAddress(meeting.id, requireTicket(live_ticket))}&since=${seq}`;
    await using live = await openLiveClient(address);
    await live.untilType('welcome');
    // The caller, the meeting with role and scores, storing the ticket, redeeming it with permissions.
    expect(quiet.db.traffic.statements - before).toBe(4);
  });

  it('is read once for all waiting callers, each with their own rights and notes', async () => {
    await using crowded = await newCrowd();
    const { owner, member, outsider, note } = crowded;
    await note(owner, 'Of the owner');
    await note(member, 'Of the member');
    const { answers, statements } = await crowded.ask([owner, member, outsider, member]);
    // The meeting with roles and scores.
    expect(statements).toBe(1);
    const [ofOwner, ofMember, ofOutsider, again] = answers;
    expect(ofOutsider?.status).toBe(404);
    for (const [answer, user, content] of [
      [ofOwner, owner, 'Of the owner'],
      [ofMember, member, 'Of the member'],
      [again, member, 'Of the member'],
    ] as const) {
      const { notes, you } = BoardWithTicket.parse(answer?.body);
      expect(you.user_id).toBe(user.id);
      expect(notes.map((each) => each.content).toSorted()).toEqual(['', content]);
    }
  });

  it('is refused to all waiting callers after one query if the database does not answer', async () => {
    await using crowded = await newCrowd();
    const { owner, member } = crowded;
    const { answers, statements } = await crowded.ask([owner, member, member], false);
    for (const { status, headers } of answers) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statements).toBe(0);
    expect((await crowded.get(member)).status).toBe(200);
  });

  it('is refused to outsiders who wait together', async () => {
    await using crowded = await newCrowd();
    const { answers } = await crowded.ask([crowded.outsider, crowded.outsider]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('S-12: admits one socket per ticket, also in a crowd', async () => {
    const { owner, member, meeting, path } = await buildBoard(app);
    const ticketOf = async (as: TestUser) =>
      requireTicket((await open(path, as, '?ticket=true')).live_ticket);
    const enter = (ticket: string) => openLiveClient(app.liveAddress(meeting.id, ticket));
    const [early, shared, own] = [
      await ticketOf(owner),
      await ticketOf(member),
      await ticketOf(owner),
    ];
    await using held = await holdTable(app, 'live_tickets');
    const first = enter(early);
    await held.untilWaiting(1);
    const crowd = [shared, shared, own, 'unknown'].map(enter);
    const entered = await Promise.all(crowd);
    await held.release();
    await using _first = await first;
    const outcomes = await Promise.all(entered.map(outcomeOf));
    for (const live of entered) await live[Symbol.asyncDispose]();
    expect(outcomes).toEqual([member.id, null, owner.id, null]);
  });

  it('S-12: stores a crowd’s tickets in one statement, each for its own person', async () => {
    await using crowd = await newTicketCrowd();
    const { app, member, meeting } = crowd;
    const { answers, statements } = await crowd.ask(5);
    expect(statements).toBe(1);
    const tickets = answers.map(({ body }) =>
      requireTicket(BoardWithTicket.parse(body).live_ticket),
    );
    expect(new Set(tickets).size).toBe(answers.length);
    for (const ticket of tickets) {
      await using live = await openLiveClient(app.liveAddress(meeting.id, ticket));
      expect(await live.untilType('welcome')).toMatchObject({ data: { you: member.id } });
    }
  });

  it('is refused to all after one statement if the database does not store the tickets', async () => {
    await using crowd = await newTicketCrowd();
    const { answers, statements } = await crowd.ask(3, false);
    expect(statements).toBe(0);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect((await crowd.get('?ticket=true')).status).toBe(200);
  });

  it('shows each person their own hidden notes and votes, at one seq', async () => {
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

  it('is refused to a former member, even if others have just read it', async () => {
    const { owner, member, team, path } = await buildBoard(app);
    await open(path, member);
    await open(path, owner);
    expect((await app.post(member, `/api/v1/teams/${team.id}/leave`)).status).toBe(204);
    expect((await app.get(member, `${path}/board`)).status).toBe(404);
  });
});
