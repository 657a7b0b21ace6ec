import { expect, it } from 'vitest';

import { buildBoard, fillHistory } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';

const app = await fileApp();

it('a full hourly history refuses votes on time and the next topic, but no phase change', async () => {
  const { owner, member, meeting, path, topic, enter, boardOf } = await buildBoard(app);
  const [first, second] = [await topic(member, 'First'), await topic(member, 'Second')];
  const lead = (current: string) => app.put(owner, `${path}/discussion`, { current });
  await enter('discussing');
  await lead(first.id);
  await fillHistory(app, meeting);
  const refused = { status: 429, body: { code: 'BOARD_HISTORY_FULL' } };
  expect(await app.put(member, `${path}/discussion/extend`, { more: true })).toMatchObject(refused);
  expect(await lead(second.id)).toMatchObject(refused);
  expect((await enter('closing_ready')).status).toBe(200);
  expect((await boardOf()).discussion).toMatchObject({
    current: first.id,
    current_since: null,
    more_time: [],
  });
});
