// docs/api.md A-33: optimistic locking of notes.
import { describe, expect, it } from 'vitest';

import { fileApp } from '#test/build-test-app';
import { buildMeetingScene } from '#test/meeting-scene';

const app = await fileApp();

const seen = (version: number) => ({ 'If-Match': `"${version}"` });

describe('the version of a note', () => {
  it('is the ETag of every answer, and increases with every change', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, notes, call } = scene;
    const made = await app.post(owner, notes, { content: 'x' });
    expect(made.headers.get('etag')).toBe('"1"');
    const { id } = made.body as { id: string };
    const edit = await call('PUT', `/notes/${id}`, { as: owner, body: { content: 'y' } });
    expect(edit.headers.get('etag')).toBe('"2"');
    const read = await call('GET', `/notes/${id}`, { as: owner });
    expect(read).toMatchObject({ body: { content: 'y', version: 2 } });
    expect(read.headers.get('etag')).toBe('"2"');
  });

  it('of two edits of one version, the second gets 412 and the current note', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, member, call, write, commands } = scene;
    const { id } = await write(owner, { content: 'as seen', note_type: 'action' });
    const edit = (as: typeof owner, content: string) =>
      call('PUT', `/notes/${id}`, { as, body: { content }, headers: seen(1) });
    const [one, two] = await Promise.all([edit(owner, 'one'), edit(member, 'two')]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 412]);
    const [won, lost] = one.status === 200 ? [one, two] : [two, one];
    expect(lost.problem).toMatchObject({ code: 'STALE_VERSION', current: won.body });
    expect((await commands()).filter((command) => command === 'note.update')).toHaveLength(1);
  });
});
