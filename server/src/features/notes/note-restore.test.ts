// docs/api.md A-94: the user who deleted a note may restore it.
import { noteType } from '@wentwell/contract/board/notes';
import { describe, expect, it } from 'vitest';

import { follow, recordsPut } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

const app = await fileApp();

async function deleted(scene: MeetingScene, by: 'owner' | 'member' = 'member') {
  const { call, write, member } = scene;
  const note = await write(member, { content: 'Keep me', note_type: 'to_improve' });
  const at = `/notes/${note.id}`;
  expect((await call('DELETE', at, { as: scene[by] })).status).toBe(204);
  return { note, at, restore: (as = scene[by]) => call('POST', `${at}/restore`, { as }) };
}

describe('A-94: a deleted note', () => {
  it('is restored unchanged, visible to everybody', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, meeting, call } = scene;
    const { note, at, restore } = await deleted(scene);
    await using live = await follow(app, owner, meeting.id);
    const back = await restore();
    const { id, author_id, content, note_type, position, created_at } = note;
    const kept = { id, author_id, content, note_type, position, created_at };
    expect(back).toMatchObject({ status: 200, body: { ...kept, version: 3 } });
    expect((await call('GET', at, { as: owner })).body).toEqual(back.body);
    const change = await live.untilType('board_changed');
    expect(recordsPut(change, noteType)).toMatchObject([Object(back.body)]);
  });

  it('is restored in a phase without adding, and keeps its author if the owner deleted it', async () => {
    const scene = await buildMeetingScene({ app, phase: 'discussing' });
    const { owner, member, call } = scene;
    await call('POST', '/phase/transition', { as: owner, body: { phase: 'grouping' } });
    const { restore } = await deleted(scene, 'owner');
    await call('POST', '/phase/transition', { as: owner, body: { phase: 'discussing' } });
    expect(await restore()).toMatchObject({ status: 200, body: { author_id: member.id } });
  });

  it('is 404 except for its deleter, also for its author', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { admin, member, outsider } = scene;
    const { restore } = await deleted(scene, 'owner');
    for (const other of [admin, member, outsider]) {
      expect((await restore(other)).status).toBe(404);
    }
  });

  it('that was hidden is restored hidden to its author, and open after the reveal', async () => {
    const scene = await buildMeetingScene({ app, phase: 'writing' });
    const { owner, call } = scene;
    const { at, restore } = await deleted(scene);
    expect((await restore()).body).toMatchObject({ hidden: true, content: 'Keep me' });
    expect((await call('GET', at, { as: owner })).body).toMatchObject({ content: '' });
    await call('DELETE', at, { as: scene.member });
    await call('POST', '/phase/next', { as: owner });
    expect((await restore()).body).toMatchObject({ hidden: false });
  });
});
