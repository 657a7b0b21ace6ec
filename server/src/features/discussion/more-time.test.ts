import { discussionType } from '@wentwell/contract/board/discussion';
import { describe, expect, it } from 'vitest';

import { follow, recordsPut } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';

const app = await fileApp();

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
