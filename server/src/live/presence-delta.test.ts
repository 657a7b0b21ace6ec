// Presence differences for clients that name their known version.
import { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import { SpectatorRecords } from '@wentwell/contract/guests/spectators';
import { UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { LiveTicket, type PresenceDelta } from '@wentwell/contract/live/live';
import { describe, expect, it } from 'vitest';

import { newLink, session, ticketOf } from '#server/features/spectators/spectator-scene.suite';
import { letPass } from '#test/board-scene';
import type { TestApp, TestUser } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { holdSocket } from '#test/held-socket';
import { type LiveClient, openLiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';
import { hasRedis } from '#test/redis';
import { buildTwoNodes } from '#test/two-nodes';

type Meeting = MeetingScene['meeting'];

interface Follower extends AsyncDisposable {
  live: LiveClient;
  deltas(): PresenceDelta[];
  /** The people shown and who is online, by the snapshot and later frames. */
  shown(): Map<UserId, boolean>;
}

function idsIn(people: PresenceDelta['people'] = {}): UserId[] {
  return Object.keys(people).map((id) => UserId.parse(id));
}

function deltasTo({ frames }: LiveClient): PresenceDelta[] {
  return frames.flatMap((frame) => (frame.type === 'presence_changed' ? [frame.data] : []));
}

async function recordsOf(app: TestApp, { id }: Meeting, as: TestUser): Promise<RecordedBoard> {
  return app.read(as, `/api/v1/meetings/${id}/records?ticket=true`, RecordedBoard);
}

/** Joins like our page: with its snapshot's version, which may be another node's. */
async function follow(app: TestApp, meeting: Meeting, records: RecordedBoard): Promise<Follower> {
  const { seq, presence, presence_version = '', live_ticket } = records;
  const address = app.liveAddress(meeting.id, LiveTicket.parse(live_ticket).ticket, seq);
  const live = await openLiveClient(`${address}&presence=${presence_version}`);
  await live.untilType('presence_changed');
  return {
    live,
    deltas: () => deltasTo(live),
    shown() {
      const shown = new Map(presence.map(({ userId, isOnline }) => [userId, isOnline]));
      for (const { people, left, gone } of deltasTo(live)) {
        if (gone === null) shown.clear();
        for (const userId of gone ?? []) shown.delete(userId);
        for (const id of idsIn(people)) shown.set(id, !(id in left));
      }
      return shown;
    },
    [Symbol.asyncDispose]: () => live[Symbol.asyncDispose](),
  };
}

async function join(app: TestApp, meeting: Meeting, as: TestUser): Promise<Follower> {
  return follow(app, meeting, await recordsOf(app, meeting, as));
}

async function storedPresence(app: TestApp, meeting: Meeting, as: TestUser) {
  const { presence } = await recordsOf(app, meeting, as);
  return new Map(presence.map(({ userId, isOnline }) => [userId, isOnline]));
}

const listTypes = ['presence_update', 'user_joined', 'user_left'];

describe('S-49: a client that names its known presence', () => {
  it('gets arrivals, departures and removals, and no lists', async () => {
    const clock = manualClock(new Date());
    await using scene = await buildMeetingScene({ clock });
    const { app, owner, member, admin, meeting, team } = scene;
    await using watching = await join(app, meeting, owner);
    await letPass(clock, liveLimits.presenceEvery, [watching.live]);
    const theirs = await join(app, meeting, member);
    expect(theirs.shown()).toEqual(new Map([owner, member].map(({ id }) => [id, true])));
    await letPass(clock, liveLimits.presenceEvery, [watching.live, theirs.live]);
    await expect.poll(() => idsIn(watching.deltas().at(-1)?.people)).toEqual([member.id]);
    await theirs[Symbol.asyncDispose]();
    await expect
      .poll(async () => {
        await letPass(clock, liveLimits.presenceLinger, [watching.live]);
        return watching.shown().get(member.id);
      })
      .toBe(false);
    expect(watching.shown()).toEqual(await storedPresence(app, meeting, owner));
    const removal = `/api/v1/admin/teams/${team.id}/remove-user/${member.id}`;
    await app.post(admin, removal);
    await expect
      .poll(async () => {
        await letPass(clock, liveLimits.presenceEvery, [watching.live]);
        return watching.deltas().at(-1)?.gone;
      })
      .toEqual([member.id]);
    expect(watching.shown()).toEqual(await storedPresence(app, meeting, owner));
    expect(watching.live.frames.filter(({ type }) => listTypes.includes(type))).toEqual([]);
  });

  it('gets one frame for all arrivals within a quarter of a second, beside clients with lists', async () => {
    const clock = manualClock(new Date());
    await using scene = await buildMeetingScene({ clock });
    const { app, owner, member, admin, meeting } = scene;
    await using watching = await join(app, meeting, owner);
    await using basic = await app.live(owner, meeting.id);
    await letPass(clock, liveLimits.presenceEvery, [watching.live, basic]);
    const before = watching.deltas().length;
    await using first = await join(app, meeting, member);
    await using second = await join(app, meeting, admin);
    const all = [watching.live, basic, first.live, second.live];
    await letPass(clock, liveLimits.presenceEvery, all);
    await expect.poll(() => watching.deltas().length).toBe(before + 1);
    expect(idsIn(watching.deltas().at(-1)?.people)).toEqual([member.id, admin.id]);
    for (const each of [watching, first, second]) expect(each.shown().size).toBe(3);
    expect(basic.frames.some(({ type }) => type === 'presence_changed')).toBe(false);
    expect(basic.frames.filter(({ type }) => type === 'user_joined')).toHaveLength(2);
  });

  it('gets what it missed after reconnecting', async () => {
    const clock = manualClock(new Date());
    await using scene = await buildMeetingScene({ clock });
    const { app, owner, member, admin, meeting } = scene;
    await using _there = await join(app, meeting, owner);
    const away = await join(app, meeting, member);
    const known = away.deltas().at(-1)?.version;
    await away[Symbol.asyncDispose]();
    await using _new = await join(app, meeting, admin);
    const { ticket } = LiveTicket.parse((await recordsOf(app, meeting, member)).live_ticket);
    const address = app.liveAddress(meeting.id, ticket, 0);
    await using back = await openLiveClient(`${address}&presence=${known}`);
    const { data } = await back.untilType('presence_changed');
    expect([idsIn(data.people), data.gone]).toEqual([[admin.id], []]);
  });

  it('gets the whole list with a crowd’s others if its version is another room’s', async () => {
    const clock = manualClock(new Date());
    await using scene = await buildMeetingScene({ clock });
    const { app, owner, meeting } = scene;
    const held = Array.from({ length: 20 }, () => holdSocket(app, { user: owner, meeting }));
    for (const { session: each } of held) {
      await each.start({ token: '', since: null, presence: 'of another room', from: '127.0.0.1' });
    }
    const told = () =>
      held.map(({ frames }) =>
        frames.flatMap((frame) => (frame.type === 'presence_changed' ? [frame.data] : [])),
      );
    expect(told().filter((deltas) => deltas.length === 0)).not.toHaveLength(0);
    clock.advance(liveLimits.presenceEvery);
    await expect.poll(() => told().filter((deltas) => deltas.length === 0)).toHaveLength(0);
    for (const deltas of told()) {
      expect([deltas[0]?.gone, idsIn(deltas[0]?.people)]).toEqual([null, [owner.id]]);
    }
  });

  it('gets no address, except in the team the part before the @', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, meeting } = scene;
    const root = { isSuperuser: true, firstName: '', lastName: '', email: 'root.okri@example.com' };
    const nameless = await buildUser(app, root);
    const token = await session(app, await newLink(scene, owner));
    const records = await app.request('GET', '/api/v1/spectator/records', { token });
    const { seq } = SpectatorRecords.parse(records.body);
    const address = app.liveAddress(meeting.id, await ticketOf(app, token), seq);
    await using screen = await openLiveClient(`${address}&presence=`);
    await using watching = await join(app, meeting, owner);
    await using _nameless = await join(app, meeting, nameless);
    const nameIn = (live: LiveClient): string | undefined =>
      deltasTo(live).find(({ people }) => nameless.id in people)?.people[nameless.id];
    await expect.poll(() => nameIn(screen)).toBe('Participant');
    await expect.poll(() => nameIn(watching.live)).toBe('root.okri');
    expect([...screen.received, ...watching.live.received].join()).not.toContain('@');
  });

  it('misses no difference, however slowly it reads', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, member, meeting } = scene;
    const slow = holdSocket(app, { user: owner, meeting });
    await slow.session.start({ token: '', since: null, presence: '', from: '127.0.0.1' });
    slow.waitingBytes = liveLimits.waitingBytes - 1;
    await using _theirs = await join(app, meeting, member);
    const told = () =>
      slow.frames.flatMap((frame) =>
        frame.type === 'presence_changed' ? idsIn(frame.data.people) : [],
      );
    await expect.poll(told).toContain(member.id);
  });
});

it.skipIf(!hasRedis)(
  'S-49: a client with another node’s snapshot gets the whole list',
  async () => {
    await using nodes = await buildTwoNodes();
    const { here, there } = nodes;
    await using scene = await buildMeetingScene({ app: here });
    const { owner, member, admin, meeting } = scene;
    await using near = await join(here, meeting, owner);
    await using far = await follow(there, meeting, await recordsOf(here, meeting, member));
    expect(far.deltas()[0]?.gone).toBeNull();
    await using _third = await join(here, meeting, admin);
    const all = new Map([owner, member, admin].map(({ id }) => [id, true]));
    for (const each of [near, far]) {
      await expect.poll(() => each.shown()).toEqual(all);
    }
  },
);
