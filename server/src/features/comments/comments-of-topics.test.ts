// Comments follow their notes in and out of groups.
import { limits } from '@wentwell/contract/limits';
import { describe, expect, it } from 'vitest';

import { fillHistory } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';

import { buildComments } from './comments-scene.suite.ts';

const app = await fileApp();

describe('the comments of a topic', () => {
  it('R-132: are those of its notes, grouped and ungrouped, in writing order', async () => {
    const scene = await buildComments(app);
    const { owner, member, path, first, second, third, comment, group, contents } = scene;
    const followed = await scene.followed();
    await comment(member, second, 'on the second');
    await comment(owner, first, 'on the first');
    await comment(owner, third, 'on the third');
    const id = await group([first, second]);
    await comment(member, id, 'on the group');
    expect(await contents()).toEqual({
      [id]: ['on the second', 'on the first', 'on the group'],
      [third]: ['on the third'],
    });
    await followed.catchUp();
    await app.delete(owner, `${path}/groups/${id}`);
    expect(await contents()).toEqual({
      [first]: ['on the first', 'on the group'],
      [second]: ['on the second'],
      [third]: ['on the third'],
    });
    await followed.catchUp();
  });

  it('R-132: include one written before its note joined the group', async () => {
    const { member, first, second, comment, group, contents } = await buildComments(app);
    const id = await group([first, second]);
    await comment(member, second, 'late');
    expect(await contents()).toEqual({ [id]: ['late'] });
  });

  it('R-134: stay with the group when their note is deleted', async () => {
    const scene = await buildComments(app);
    const { member, first, second, third, comment, edit, group, removeNote, restoreNote } = scene;
    const { contents, history, seen } = scene;
    const followed = await scene.followed();
    const id = await group([first, second, third]);
    const kept = await comment(member, id, 'canary kept');
    await comment(member, id, 'also kept');
    await removeNote(first);
    expect(await contents()).toEqual({ [id]: ['canary kept', 'also kept'] });
    expect((await seen()).comments[id]?.map(({ note_id }) => note_id)).toEqual([second, second]);
    await followed.catchUp();
    expect((await edit(member, kept, { content: 'canary edited' })).status).toBe(200);
    await removeNote(second);
    expect(await contents()).toEqual({ [third]: ['canary edited', 'also kept'] });
    await followed.catchUp();
    await restoreNote(first);
    expect(await contents()).toEqual({ [third]: ['canary edited', 'also kept'] });
    await removeNote(third);
    expect(await contents()).toEqual({});
    expect(JSON.stringify(await history())).not.toContain('canary');
    await followed.catchUp();
    await restoreNote(third);
    expect(await contents()).toEqual({ [third]: ['canary edited', 'also kept'] });
    await followed.catchUp();
  });

  it('R-134: a full hourly history refuses restoring them, but not deleting their note', async () => {
    const { meeting, member, first, second, comment, group, removeNote, restoreNote, seen } =
      await buildComments(app);
    const fillBut = (left: number) => fillHistory(app, meeting, { left });
    const content = 'x'.repeat(limits.commentContentMax);
    await comment(member, first, content);
    await removeNote(first);
    await fillBut(limits.commentContentMax);
    expect(await restoreNote(first)).toMatchObject({
      status: 429,
      body: { code: 'BOARD_HISTORY_FULL' },
    });
    await fillBut(limits.boardHistoryBytesPerHour);
    expect((await restoreNote(first)).status).toBe(200);
    await group([first, second]);
    await fillBut(0);
    expect((await removeNote(first)).status).toBe(204);
    expect((await seen()).comments[second]).toMatchObject([{ content }]);
  });

  it('R-134: after a purge of a person and their notes are only others’', async () => {
    const scene = await buildComments(app);
    const { owner, member, first, second, comment, group, contents, history, topic } = scene;
    const followed = await scene.followed();
    const own = await topic(owner, 'Of the owner');
    await comment(member, own.id, 'canary on the owner’s');
    const id = await group([first, own.id]);
    await comment(owner, id, 'on the group');
    await comment(owner, second, 'on a note that goes');
    await comment(member, id, 'canary on the group');
    const root = await buildUser(app, { isSuperuser: true });
    await app.delete(root, `/api/v1/users/${member.id}`);
    expect((await app.delete(root, `/api/v1/admin/permanent/users/${member.id}`)).status).toBe(204);
    expect(await contents()).toEqual({ [own.id]: ['on the group'] });
    expect(JSON.stringify(await history())).not.toContain('canary');
    await followed.catchUp();
  });
});
