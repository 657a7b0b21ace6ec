// Measures the bytes that a change adds to its text per receiver. No frame may contain the board.
import { expect, it } from 'vitest';

import { buildBoard } from './board-scene.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';

const mostBytes: Readonly<Record<string, number>> = {
  create: 700,
  edit: 700,
  move: 700,
  react: 300,
  // With both notes.
  group: 1300,
  ready: 250,
  delete: 250,
  // With the meeting and its columns.
  phase: 1300,
  vote: 200,
};
const text = 'A text of forty characters, and no more.';

/** Bytes of each change's frames with a seq, by name. */
async function bytesOf(app: TestApp, notesBefore: number): Promise<Record<string, number>> {
  const { owner, member, path, topic, follow } = await buildBoard(app);
  for (let n = 0; n < notesBefore; n += 1) await topic(owner, `Before ${n}`);
  const { id } = await topic(owner, text);
  const others = [await topic(owner, text), await topic(owner, text)];
  const voted = await topic(owner, text);
  await using live = await follow(member);
  await live.untilType('welcome');
  const bytes: Record<string, number> = {};
  let seen = live.received.length;

  async function measure(name: string, [method, at]: [string, string], body?: object) {
    const answer = await app.request(method, `${path}${at}`, { as: owner, ...(body && { body }) });
    expect(answer.status, name).toBeLessThan(300);
    const change = () =>
      live.received.slice(seen).filter((each) => each.includes('"board_changed"'));
    await live.until(() => change().length > 0);
    bytes[name] = change().reduce((sum, each) => sum + Buffer.byteLength(each), 0);
    await live.roundTrip();
    seen = live.received.length;
  }

  await measure('create', ['POST', '/notes'], { content: text, note_type: 'went_well' });
  await measure('edit', ['PUT', `/notes/${id}`], { content: text.toUpperCase() });
  await measure('move', ['PUT', `/notes/${id}`], { note_type: 'to_improve' });
  await measure('react', ['PUT', `/notes/${id}/reactions/${encodeURIComponent('🎉')}`]);
  await measure('group', ['POST', '/groups'], { note_ids: others.map((note) => note.id) });
  await measure('ready', ['PUT', '/ready'], { ready: true });
  await measure('delete', ['DELETE', `/notes/${id}`]);
  await measure('phase', ['POST', '/phase/transition'], { phase: 'voting' });
  await measure('vote', ['PUT', `/topics/${voted.id}/votes`], { count: 1 });
  return bytes;
}

it('a change sends a few hundred bytes to each other client, however many notes exist', async () => {
  await using app = await buildTestApp();
  const few = await bytesOf(app, 0);
  const full = await bytesOf(app, 60);
  for (const [name, bytes] of Object.entries(few)) {
    expect(bytes, name).toBeLessThan(mostBytes[name] ?? 0);
    // Allows for longer numbers.
    expect(full[name], name).toBeLessThan(bytes + 20);
  }
});
