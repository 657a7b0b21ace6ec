// docs/api.md A-33: optimistic locking of meetings.
import { PhaseInfo } from '@wentwell/contract/phases';
import { describe, expect, it } from 'vitest';

import { fileApp } from '#test/build-test-app';
import { buildMeetingScene } from '#test/meeting-scene';

const app = await fileApp();

const seen = (etag: string | null) => ({ 'If-Match': etag ?? '' });

describe('the version of a meeting', () => {
  it('is the ETag of every answer, and increases with every change', async () => {
    const scene = await buildMeetingScene({ app, status: 'planned' });
    const { owner, call, meeting } = scene;
    const read = await call('GET', '', { as: owner });
    expect(read.headers.get('etag')).toBe(`"${meeting.version}"`);
    const renamed = await call('PUT', '', { as: owner, body: { name: 'renamed' } });
    expect(renamed.headers.get('etag')).toBe(`"${meeting.version + 1}"`);
    expect(renamed.body).toMatchObject({ version: meeting.version + 1 });
    const phase = await call('GET', '/phase', { as: owner });
    expect(phase.headers.get('etag')).toBe(renamed.headers.get('etag'));
  });

  it('admits only a change based on it: otherwise 412 with the current state', async () => {
    const scene = await buildMeetingScene({ app });
    const { owner, admin, call } = scene;
    const etag = (await call('GET', '', { as: owner })).headers.get('etag');
    const rename = (as: typeof owner, name: string) =>
      call('PUT', '', { as, body: { name }, headers: seen(etag) });
    const first = await rename(owner, 'first');
    expect(first.status).toBe(200);
    const second = await rename(admin, 'second');
    expect(second.problem).toMatchObject({ status: 412, code: 'STALE_VERSION' });
    // The caller's view: the admin does not lead.
    const { abilities: _, ...meeting } = first.body as Record<string, unknown>;
    expect(second.problem?.current).toEqual({
      ...meeting,
      abilities: { change: true, lead: false },
    });
    expect((await call('GET', '', { as: owner })).body).toMatchObject({ name: 'first' });
  });

  it('applies to its deletion as well', async () => {
    const { owner: as, call, meeting } = await buildMeetingScene({ app });
    const remove = (version: number) => call('DELETE', '', { as, headers: seen(`"${version}"`) });
    expect((await remove(meeting.version - 1)).problem).toMatchObject({
      status: 412,
      current: { id: meeting.id, version: meeting.version },
    });
    expect((await remove(meeting.version)).status).toBe(204);
  });

  it.each([
    ['*', 200],
    ['"0", "NOW"', 200],
    ['W/"NOW"', 412],
    ['NOW', 422],
  ])('If-Match %j answers %i', async (header, status) => {
    const scene = await buildMeetingScene({ app });
    const { owner, call, meeting } = scene;
    const headers = seen(header.replace('NOW', String(meeting.version)));
    const answer = await call('PUT', '', { as: owner, body: { name: 'x' }, headers });
    expect(answer.status).toBe(status);
    if (status === 422) {
      expect(answer.problem?.errors).toMatchObject([{ loc: ['headers', 'if-match'] }]);
    }
  });

  it('reveals no meeting that the caller may not see or change', async () => {
    const scene = await buildMeetingScene({ app });
    const { outsider, member, call } = scene;
    const headers = seen('"0"');
    const body = { name: 'x' };
    const unseen = await call('PUT', '', { as: outsider, body, headers });
    const forbidden = await call('PUT', '', { as: member, body, headers });
    expect([unseen.status, forbidden.status]).toEqual([404, 403]);
  });
});

describe('two `next` at once with the same If-Match (A-33)', () => {
  it('advance one phase: one 200, the other 412', async () => {
    const scene = await buildMeetingScene({ app });
    const { owner, call, meeting } = scene;
    const headers = seen(`"${meeting.version}"`);
    const next = () => call('POST', '/phase/next', { as: owner, headers });
    const answers = await Promise.all([next(), next()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const now = await call('GET', '/phase', { as: owner });
    expect(PhaseInfo.parse(now.body).phase).toBe('writing');
    const won = answers.find(({ status }) => status === 200);
    expect(won?.headers.get('etag')).toBe(now.headers.get('etag'));
  });
});
