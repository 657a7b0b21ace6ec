import { discussionType } from '@wentwell/contract/board/discussion';
import { timerType } from '@wentwell/contract/board/meeting';
import { Discussion } from '@wentwell/contract/discussion/discussion';
import type { Phase } from '@wentwell/contract/phases';
import { describe, expect, it } from 'vitest';

import { follow, recordsPut } from '#test/board-scene';
import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';
import { FollowedBoard } from '#test/followed-board';
import { sendTogether } from '#test/held-board';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

describe('the order of the topics', () => {
  it('R-111: is made from the votes when the phase begins, not before', async () => {
    const scene = await buildDiscussion(app, 'voting');
    const { owner, member, first, second, third, vote, enter, seen } = scene;
    await vote(second, 2, owner);
    await vote(third, 1, owner);
    await vote(third, 1, member);
    expect((await seen()).discussion).toBeNull();
    await using live = await follow(app, member, scene.meeting.id);
    await enter('discussing');
    const change = await live.untilType('board_changed');
    const discussion = await scene.discussion();
    expect(recordsPut(change, discussionType)).toMatchObject([discussion]);
    // The third topic has two voters, and as many votes as the second has from one.
    expect(discussion).toEqual({
      order: [third, second, first],
      current: third,
      current_since: expect.any(String),
      parked: [],
      discussed: {},
      more_time: [],
      go_on: [],
    });
  });

  it('R-111: opens with its first topic that is neither parked nor discussed', async () => {
    const { first, second, third, lead, enter, discussion } = await buildDiscussion(app);
    expect((await discussion()).current).toBe(first);
    await lead({ current: null, parked: [second] });
    await enter('grouping');
    await enter('discussing');
    expect(await discussion()).toMatchObject({ current: third, parked: [second] });
    await lead({ current: null });
    await enter('closing_ready');
    await enter('discussing');
    expect(await discussion()).toMatchObject({ current: null, current_since: null });
  });

  it('R-111: opens once if two leads enter phases in one transaction, and ends with the second', async () => {
    await using quiet = await buildTestApp({}, { clock: manualClock(new Date()) });
    const scene = await buildDiscussion(quiet, 'grouping');
    const { owner, member, first, path, discussion } = scene;
    await quiet.put(owner, `${path}/co-leads`, { user_id: member.id, is_co_lead: true });
    const rename = () => quiet.put(owner, path, { name: 'Held' });
    const enter = (as: TestUser, phase: Phase) => () =>
      quiet.post(as, `${path}/phase/transition`, { phase });
    await sendTogether(quiet, scene, [rename, enter(owner, 'voting'), enter(member, 'discussing')]);
    expect(await discussion()).toMatchObject({ current: first });
    const leave = [enter(owner, 'discussing'), enter(member, 'closing_ready')] as const;
    await sendTogether(quiet, scene, [rename, ...leave]);
    expect(await discussion()).toMatchObject({ current: first, current_since: null });
  });

  it('R-111: is made again when coming from an earlier phase; discussed and parked topics stay so', async () => {
    const scene = await buildDiscussion(app);
    const { owner, first, second, third, lead, letPass, enter, vote, discussion } = scene;
    await lead({ order: [third, second, first], current: first, parked: [second] });
    await letPass(60);
    await enter('voting');
    await vote(second, 3, owner);
    await enter('discussing');
    const after = await discussion();
    expect(after).toMatchObject({
      order: [second, first, third],
      current: first,
      parked: [second],
    });
    expect(after.discussed[first]).toBeGreaterThanOrEqual(60);
    expect(after.current_since).not.toBeNull();
    await lead({ order: [third] });
    await enter('closing_ready');
    await enter('discussing');
    expect((await discussion()).order).toEqual([third, second, first]);
  });

  it('R-111: is made again even if Discussing is skipped', async () => {
    const { owner, first, second, third, lead, enter, vote, discussion } =
      await buildDiscussion(app);
    await lead({ current: first });
    await enter('voting');
    await vote(third, 3, owner);
    await enter('closing_ready');
    const passed = await discussion();
    expect(passed).toMatchObject({ current: first, current_since: null });
    expect(passed.order[0]).toBe(third);
    await enter('discussing');
    expect((await discussion()).order).toEqual(passed.order);
    expect(passed.order.toSorted()).toEqual([first, second, third].toSorted());
  });
});

describe('leading the discussion', () => {
  it('R-112: shows everybody the topic and later', async () => {
    const { member, first, second, third, lead, seen } = await buildDiscussion(app);
    const { body } = await lead({ current: second, order: [third, first], parked: [first] });
    const shown = Discussion.parse(body);
    expect(shown).toMatchObject({
      order: [third, first, second],
      current: second,
      parked: [first],
      discussed: {},
    });
    expect((await seen(member)).discussion).toEqual(shown);
  });

  it('R-112: a chosen topic is undone, and a parked one is left', async () => {
    const { first, second, lead } = await buildDiscussion(app);
    await lead({ parked: [first] });
    const chosen = Discussion.parse((await lead({ current: first })).body);
    expect(chosen).toMatchObject({ current: first, parked: [] });
    const parked = Discussion.parse((await lead({ parked: [first, second] })).body);
    expect(parked).toMatchObject({ current: null, current_since: null, parked: [first, second] });
    expect(parked.discussed).toHaveProperty(first);
    expect(Discussion.parse((await lead({ discussed: {} })).body).discussed).toEqual({});
  });

  it('R-113: counts each topic’s seconds until the next one or the end of the phase', async () => {
    const scene = await buildDiscussion(app);
    const { first, second, lead, letPass, enter, discussion, owner, path } = scene;
    await lead({ current: first });
    await letPass(90);
    await lead({ current: second });
    const counted = (await discussion()).discussed[first] ?? 0;
    expect(counted).toBeGreaterThanOrEqual(90);
    expect(counted).toBeLessThan(120);
    await letPass(30);
    await enter('closing_ready');
    const left = await discussion();
    expect(left).toMatchObject({ current: second, current_since: null });
    expect(left.discussed[second]).toBeGreaterThanOrEqual(30);
    await enter('discussing');
    await letPass(45);
    await app.put(owner, path, { status: 'closed' });
    const finished = await discussion();
    expect(finished.current_since).toBeNull();
    expect(finished.discussed[second]).toBeGreaterThanOrEqual(75);
    expect(finished.discussed[first]).toBe(counted);
  });

  it('R-112: the owner’s closed tab changes nothing; a handover keeps timer and topic', async () => {
    const { owner, member, meeting, path, first, second, lead, seen } = await buildDiscussion(app);
    await using live = await follow(app, member, meeting.id);
    {
      await using _tab = await app.live(owner, meeting.id);
      await lead({ current: first });
      await app.put(owner, `${path}/timer`, { action: 'start', seconds: 300 });
    }
    await live.until(
      (frame) => frame.type === 'board_changed' && recordsPut(frame, timerType).length > 0,
    );
    await live.roundTrip();
    const before = await seen(member);
    await app.post(owner, `${path}/owner`, { owner_id: member.id });
    const after = await seen(member);
    expect(after.timer).toEqual(before.timer);
    expect(after.timer).toMatchObject({ state: 'running', started_by: owner.id });
    expect(after.discussion).toEqual(before.discussion);
    expect(after.discussion).toMatchObject({ current: first });
    expect(await lead({ current: second })).toMatchObject({
      status: 403,
      body: { detail: 'Only leads can run the discussion.' },
    });
    expect((await lead({ current: second }, member)).status).toBe(200);
  });

  it('R-115: follows notes that are added, moved, deleted and restored', async () => {
    const scene = await buildDiscussion(app);
    const { owner, member, path, first, second, third, lead, enter, discussion } = scene;
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await lead({ current: second, parked: [third] });
    const at = (id: string) => `${path}/notes/${id}`;
    await app.delete(member, at(second));
    expect(await discussion()).toMatchObject({ order: [first, third], current: null });
    await app.post(member, `${at(second)}/restore`);
    expect((await discussion()).order).toEqual([first, third, second]);
    await app.put(owner, at(third), { note_type: 'action' });
    expect(await discussion()).toMatchObject({ order: [first, second], parked: [] });
    await enter('grouping');
    const { id } = await scene.topic(owner, 'Fourth');
    expect((await discussion()).order).toEqual([first, second, id]);
    await followed.catchUp();
  });

  it('has more time only for a topic', async () => {
    const { lead, extend } = await buildDiscussion(app);
    await lead({ current: null });
    expect(await extend({ more: true })).toMatchObject({
      status: 409,
      body: { detail: 'No topic is being discussed.' },
    });
  });
});

describe('asking for more time', () => {
  it('R-114: is visible to everybody, one vote per person, and ends with the topic', async () => {
    const scene = await buildDiscussion(app);
    const { owner, member, meeting, first, second, lead, extend, discussion } = scene;
    await lead({ current: first });
    await using live = await follow(app, owner, meeting.id);
    await extend({ more: true });
    await extend({ more: true, topic_id: first }, owner);
    const both = [owner.id, member.id].toSorted();
    await live.until(
      (frame) =>
        frame.type === 'board_changed' &&
        recordsPut(frame, discussionType)[0]?.more_time.length === 2,
    );
    expect(await discussion()).toMatchObject({ more_time: both, go_on: [] });
    await extend({ more: false });
    expect(await discussion()).toMatchObject({ more_time: [owner.id], go_on: [member.id] });
    await lead({ order: [second] });
    expect(await discussion()).toMatchObject({ more_time: [owner.id], go_on: [member.id] });
    await lead({ current: second });
    expect(await discussion()).toMatchObject({ more_time: [], go_on: [] });
    expect(await extend({ more: true, topic_id: first })).toMatchObject({
      status: 409,
      body: { detail: 'The discussion has moved to another topic.' },
    });
    expect(await discussion()).toMatchObject({ more_time: [], go_on: [] });
  });

  it.each(['start', 'add'])('R-114: ends when the owner gives more time by %s', async (action) => {
    const { owner, member, path, meeting, first, lead, extend, discussion } =
      await buildDiscussion(app);
    const setTimer = (body: object) => app.put(owner, `${path}/timer`, body);
    await lead({ current: first });
    await setTimer({ action: 'start', seconds: 60 });
    await extend({ more: true });
    await extend({ more: false }, owner);
    await setTimer({ action: 'pause' });
    await setTimer({ action: 'resume' });
    expect(await discussion()).toMatchObject({ more_time: [member.id], go_on: [owner.id] });
    await using live = await follow(app, member, meeting.id);
    expect(await setTimer({ action, seconds: 120 })).toMatchObject({ status: 200 });
    const told = recordsPut(await live.untilType('board_changed'), discussionType);
    expect(told).toMatchObject([{ current: first, more_time: [], go_on: [] }]);
    expect(await discussion()).toMatchObject({ current: first, more_time: [], go_on: [] });
  });
});
