// docs/api.md A-31: every board mutation accepts an Idempotency-Key; a repeated command changes nothing and returns the
// present state.
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { Note } from '@wentwell/contract/notes/notes';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { OutdatedRead } from '#server/platform/db/database-errors';
import { recordTo } from '#server/platform/metrics/measure';
import { buildMeeting } from '#test/factories';
import { buildMeetingScene } from '#test/meeting-scene';

import { receipts } from './receipts.table.ts';
import { receiptBook } from './receipts.ts';

const key = (value: string) => ({ 'Idempotency-Key': value });

describe('the same request with the same key', () => {
  it('A-31: gets the first status and the present note, and 404 once that is deleted', async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, member, notes, call } = scene;
    const request = { as: member, body: { content: 'canary' }, headers: key('a') };
    const add = () => app.request('POST', notes, request);
    const { id } = Note.parse((await add()).body);
    const edited = await call('PUT', `/notes/${id}`, { as: member, body: { content: 'edited' } });
    for (const again of await Promise.all([add(), add()])) {
      expect(again).toMatchObject({ status: 201, body: edited.body });
      expect(again.headers.get('etag')).toBe('"2"');
      expect(again.headers.get('x-board-seq')).toBe(edited.headers.get('x-board-seq'));
    }
    expect(JSON.stringify(await app.db.select().from(receipts))).not.toContain('canary');
    await call('DELETE', `/notes/${id}`, { as: member });
    expect((await add()).status).toBe(404);
    expect((await app.get(member, notes)).body).toEqual([]);
  });

  it('creates one meeting, edits, hands over and deletes once', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, member, team, path } = scene;
    const body = { name: 'Sprint 13', team_id: team.id };
    const commands = [
      ['POST', '/api/v1/meetings', body],
      ['PUT', path, { name: 'renamed' }],
      ['POST', `${path}/owner`, { owner_id: owner.id }],
      ['POST', `${path}/phase/transition`, { phase: 'grouping' }],
      ['DELETE', path, undefined],
    ] as const;
    for (const [index, [method, address, sent]] of commands.entries()) {
      const request = { as: owner, body: sent, headers: key(`c-${index}`) };
      const first = await app.request(method, address, request);
      const again = await app.request(method, address, request);
      expect(first.status, address).toBeLessThan(300);
      expect([again.status, again.body], address).toEqual([first.status, first.body]);
    }
    expect((await app.get(member, '/api/v1/meetings')).body).toMatchObject([{ name: 'Sprint 13' }]);
  });

  it('waits for a concurrent first one and gets its answer', async () => {
    await using scene = await buildMeetingScene();
    const { owner, call } = scene;
    const next = () => call('POST', '/phase/next', { as: owner, headers: key('g') });
    const answers = await Promise.all(Array.from({ length: 8 }, next));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await call('GET', '/phase', { as: owner })).body).toMatchObject({ phase: 'writing' });
  });

  it('counts as repeated once, even if its transaction runs again', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner } = scene;
    const holder = { id: owner.id, isAnonymous: false };
    const command = { userId: owner.id, once: { key: 'r', requestHash: 'r', holder } };
    const { once } = receiptBook(app.db, (_, write) => write());
    const answer = () => Promise.resolve({ status: 204, body: null });
    const again = vi.fn(answer).mockRejectedValueOnce(new OutdatedRead());
    const repeated: string[] = [];
    const stop = recordTo({ count: (name) => repeated.push(name), time: () => undefined });
    const change = { load: answer, work: answer, again };
    await once(command, change);
    await once(command, change);
    stop();
    expect(again).toHaveBeenCalledTimes(2);
    expect(repeated).toEqual(['commands_repeated']);
  });

  it('is answered like the first even if the version has increased since', async () => {
    await using scene = await buildMeetingScene({ status: 'planned' });
    const { owner, call, meeting } = scene;
    const headers = { ...key('h'), 'If-Match': `"${meeting.version}"` };
    const rename = () => call('PUT', '', { as: owner, body: { name: 'renamed' }, headers });
    const first = await rename();
    const again = await rename();
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
  });

  it('is a new request after 24 hours', async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, member, notes } = scene;
    const add = (value: string, content: string) =>
      app.request('POST', notes, { as: member, body: { content }, headers: key(value) });
    await add('old', 'one');
    const dayAgo = new Date(Date.now() - 24 * 3600 * 1000 - 1);
    await app.db.update(receipts).set({ createdAt: dayAgo });
    expect((await add('old', 'another body')).status).toBe(201);
    expect(await add('old', 'another body')).toMatchObject({ status: 201 });
    expect((await add('old', 'one')).problem).toMatchObject({ code: 'KEY_REUSED' });
  });

  it('on two boards at once is executed on one of them', async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, owner, team, notes } = scene;
    const other = await buildMeeting(app, { owner, team, phase: 'grouping' });
    for (let round = 0; round < 5; round += 1) {
      const request = { as: owner, body: { content: 'one' }, headers: key(`both-${round}`) };
      const answers = await Promise.all(
        [notes, `/api/v1/meetings/${other.id}/notes`].map((path) =>
          app.request('POST', path, request),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    }
  });
});

describe('the same key', () => {
  it('is refused for another method, path or body, and changes nothing', async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, owner, team, notes, path } = scene;
    const body = { content: 'one' };
    const first = await app.request('POST', notes, { as: owner, body, headers: key('a') });
    const note = Note.parse(first.body);
    const other = await buildMeeting(app, { owner, team, phase: 'grouping' });
    const attempts = [
      ['POST', notes, { content: 'two' }],
      ['POST', `/api/v1/meetings/${other.id}/notes`, body],
      ['PUT', `${notes}/${note.id}`, body],
      ['DELETE', `${notes}/${note.id}`, undefined],
      ['POST', `${path}/phase/next`, undefined],
    ] as const;
    for (const [method, address, sent] of attempts) {
      const request = { as: owner, body: sent, headers: key('a') };
      const answer = await app.request(method, address, request);
      expect(answer.problem, `${method} ${address}`).toMatchObject({
        status: 409,
        code: 'KEY_REUSED',
      });
    }
    expect((await app.get(owner, notes)).body).toEqual([note]);
  });

  it("has no effect when it is another person's (A-31)", async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, owner, member, notes } = scene;
    const add = (as: typeof owner) =>
      app.request('POST', notes, { as, body: { content: 'mine' }, headers: key('same') });
    const [mine, theirs] = [await add(owner), await add(member)];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(Note.parse(theirs.body).author_id).toBe(member.id);
    expect(Note.parse(theirs.body).id).not.toBe(Note.parse(mine.body).id);
  });

  it('is free again after a refusal', async () => {
    await using scene = await buildMeetingScene({ phase: 'voting' });
    const { app, owner, call, notes } = scene;
    const add = () =>
      app.request('POST', notes, { as: owner, body: { content: 'x' }, headers: key('a') });
    expect((await add()).status).toBe(409);
    expect(await app.db.$count(receipts)).toBe(0);
    await call('POST', '/phase/transition', { as: owner, body: { phase: 'grouping' } });
    expect((await add()).status).toBe(201);
  });

  it('is 422 if it is no key', async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, owner, notes } = scene;
    const request = { as: owner, body: { content: 'x' }, headers: key('a b') };
    expect(await app.request('POST', notes, request)).toMatchObject({
      status: 422,
      body: { errors: [{ loc: ['headers', 'idempotency-key'] }] },
    });
    expect((await app.get(owner, notes)).body).toEqual([]);
  });
});

describe('the answer to a repeated request', () => {
  it('is hidden from a person removed from the team meanwhile', async () => {
    await using scene = await buildMeetingScene({ phase: 'writing' });
    const { app, member, team, notes } = scene;
    const request = { as: member, body: { content: 'canary' }, headers: key('a') };
    await app.request('POST', notes, request);
    const mine = and(eq(memberships.teamId, team.id), eq(memberships.userId, member.id));
    await app.db.delete(memberships).where(mine);
    const answer = await app.request('POST', notes, request);
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).not.toContain('canary');
  });

  it('is hidden for a deleted note or meeting', async () => {
    await using scene = await buildMeetingScene({ phase: 'grouping' });
    const { app, owner, team, path, notes } = scene;
    const add = { as: owner, body: { content: 'canary' }, headers: key('a') };
    const note = Note.parse((await app.request('POST', notes, add)).body);
    await app.delete(owner, `${notes}/${note.id}`);
    const make = { as: owner, body: { name: 'canary', team_id: team.id }, headers: key('b') };
    const meeting = Meeting.parse((await app.request('POST', '/api/v1/meetings', make)).body);
    await app.delete(owner, `/api/v1/meetings/${meeting.id}`);
    const answers = [
      await app.request('POST', notes, add),
      await app.request('POST', '/api/v1/meetings', make),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(JSON.stringify(answer.body)).not.toContain('canary');
    }
    expect((await app.get(owner, path)).status).toBe(200);
  });
});
