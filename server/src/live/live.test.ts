// The live channel through its front door: real sockets, a real log.
import { NoteId } from '@wentwell/contract/ids';
import { EventsPage, LiveTicket } from '@wentwell/contract/live';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { openLiveClient } from '#test/live-client';

async function buildBoard(app: TestApp) {
  const [owner, member] = [await buildUser(app), await buildUser(app)];
  const team = await buildTeam(app, { admin: owner, members: [member] });
  const meeting = await buildMeeting(app, { owner, team, phase: 'grouping' });
  const path = `/api/v1/meetings/${meeting.id}`;
  const note = (as: TestUser, content: string) =>
    app.request('POST', `${path}/notes`, { as, body: { content, id: newId(NoteId) } });
  return { owner, member, team, meeting, path, note };
}

describe('coming in', () => {
  it('is welcomed with where the board stands, and told who is there', async () => {
    await using app = await buildTestApp();
    const { owner, meeting } = await buildBoard(app);
    await using live = await app.live(owner, meeting.id);
    const welcome = await live.untilType('welcome');
    expect(live.frames[0]).toBe(welcome);
    expect(welcome.data).toMatchObject({ you: owner.id, phase: 'grouping', status: 'live' });
    const presence = await live.untilType('presence_update');
    expect(presence.data).toMatchObject([{ userId: owner.id, isOnline: true }]);
  });

  it('takes the access token as well as a ticket, and a ticket only once', async () => {
    await using app = await buildTestApp();
    const { owner, meeting, path } = await buildBoard(app);
    const answer = await app.request('POST', `${path}/live-ticket`, { as: owner });
    const { ticket } = LiveTicket.parse(answer.body);
    await using byToken = await openLiveClient(app.liveAddress(meeting.id, owner.token));
    await byToken.untilType('welcome');
    await using first = await openLiveClient(app.liveAddress(meeting.id, ticket));
    await first.untilType('welcome');
    await using second = await openLiveClient(app.liveAddress(meeting.id, ticket));
    expect(await second.closed).toBe(4403);
  });

  it('is closed with 4403 for outsiders and bad tokens, 4409 when the meeting is not live', async () => {
    await using app = await buildTestApp();
    const { owner, meeting, team } = await buildBoard(app);
    const outsider = await buildUser(app);
    const planned = await buildMeeting(app, { owner, team, status: 'planned' });
    const code = async (meetingId: typeof meeting.id, token: string) => {
      await using live = await openLiveClient(app.liveAddress(meetingId, token));
      return await live.closed;
    };
    expect(await code(meeting.id, outsider.token)).toBe(4403);
    expect(await code(meeting.id, 'nonsense')).toBe(4403);
    expect(await code(planned.id, owner.token)).toBe(4409);
  });

  it('is refused before the upgrade when a browser comes from another site', async () => {
    await using app = await buildTestApp();
    const { owner, meeting } = await buildBoard(app);
    const address = app.liveAddress(meeting.id, owner.token);
    for (const origin of ['https://evil.test', 'null', `${app.url}.evil.test`]) {
      await expect(openLiveClient(address, { origin })).rejects.toThrow('403');
    }
  });
});

describe('catching up', () => {
  it('gets what it missed in order, then live events, none twice', async () => {
    await using app = await buildTestApp();
    const { owner, member, meeting, note } = await buildBoard(app);
    const start = (
      await app.live(owner, meeting.id).then(async (live) => {
        const { data } = await live.untilType('welcome');
        await live[Symbol.asyncDispose]();
        return data;
      })
    ).seq;
    await note(owner, 'one');
    await note(member, 'two');
    await using back = await app.live(owner, meeting.id, start);
    await back.untilType('welcome');
    await note(member, 'three');
    await back.until((frame) => frame.type === 'note_created' && frame.seq === start + 3);
    const seqs = back.frames.flatMap((frame) => ('seq' in frame ? [frame.seq] : []));
    expect(seqs).toEqual([start + 1, start + 2, start + 3]);
  });

  it('gets the same events by polling', async () => {
    await using app = await buildTestApp();
    const { owner, member, path, note } = await buildBoard(app);
    const poll = async (since: number) => {
      const answer = await app.request('GET', `${path}/events?since=${since}`, { as: member });
      return EventsPage.parse(answer.body);
    };
    const { seq } = await poll(0);
    await note(owner, 'one');
    const page = await poll(seq);
    expect(page.events.map((event) => [event.seq, event.type])).toEqual([
      [seq + 1, 'note_created'],
    ]);
    expect(await poll(seq + 100)).toMatchObject({ resync: true, events: [] });
  });
});

describe('presence', () => {
  it('tells the others who comes and goes; two tabs are one person', async () => {
    await using app = await buildTestApp();
    const { owner, member, meeting } = await buildBoard(app);
    await using watching = await app.live(owner, meeting.id);
    await watching.untilType('welcome');
    await using tab = await app.live(member, meeting.id);
    await using second = await app.live(member, meeting.id);
    await second.untilType('welcome');
    const joined = await watching.untilType('user_joined');
    expect(joined.data).toMatchObject({ userId: member.id, email: member.email, isOnline: true });
    await tab[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
    const left = await watching.untilType('user_left');
    expect(left.data).toMatchObject({ userId: member.id, isOnline: false });
    expect(watching.frames.filter(({ type }) => type === 'user_joined')).toHaveLength(1);
  });
});

describe('what a client sends', () => {
  it('answers ping with pong, and nonsense with an error that changes nothing', async () => {
    await using app = await buildTestApp();
    const { owner, meeting } = await buildBoard(app);
    await using live = await app.live(owner, meeting.id);
    await live.untilType('welcome');
    live.send({ type: 'ping', data: {} });
    await live.untilType('pong');
    live.send('{ no json');
    await live.untilType('error');
  });

  it('is closed with 1008 when it is a flood or too large, 1003 when it is no text', async () => {
    await using app = await buildTestApp();
    const { owner, meeting } = await buildBoard(app);
    await using flooding = await app.live(owner, meeting.id);
    await flooding.untilType('welcome');
    for (let sent = 0; sent < 100; sent += 1) flooding.send({ type: 'pong' });
    expect(await flooding.closed).toBe(1008);
    await using large = await app.live(owner, meeting.id);
    await large.untilType('welcome');
    large.send({ type: 'ping', data: 'x'.repeat(20_000) });
    expect(await large.closed).toBe(1008);
  });
});

describe('the end', () => {
  it('tells everybody that the meeting is closed, then closes with 1000', async () => {
    await using app = await buildTestApp();
    const { owner, member, meeting, path } = await buildBoard(app);
    await using live = await app.live(member, meeting.id);
    await live.untilType('welcome');
    await app.request('PUT', path, { as: owner, body: { status: 'closed' } });
    expect(await live.closed).toBe(1000);
    expect(live.frames.at(-1)).toMatchObject({ data: { meeting: { status: 'closed' } } });
  });

  it('closes the sockets of a session that logs out, and no other', async () => {
    await using app = await buildTestApp();
    const { owner, member, meeting } = await buildBoard(app);
    await using staying = await app.live(owner, meeting.id);
    await using leaving = await app.live(member, meeting.id);
    await leaving.untilType('welcome');
    await app.request('POST', '/api/v1/auth/logout', { as: member });
    expect(await leaving.closed).toBe(4401);
    staying.send({ type: 'ping' });
    await staying.untilType('pong');
  });
});
