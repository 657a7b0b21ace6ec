// docs/retro.md R-22: no call reveals a hidden note's text or length to others.
import type { Note } from '@wentwell/contract/notes/notes';
import { describe, expect, it } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { follow } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

const app = await fileApp();

const canary = 'canary-7d1f';
const texts = [canary, `${canary} ${'long '.repeat(300)}`];

/** All responses to a user about a board with one hidden note, as texts. */
async function everything(
  { app, path, notes, call }: MeetingScene,
  as: MeetingScene['owner'],
  note: Note,
) {
  const at = `/notes/${note.id}`;
  const stale = { 'If-Match': '"0"' };
  const key = { 'Idempotency-Key': 'one' };
  const answers = {
    list: await app.get(as, notes),
    single: await call('GET', at, { as }),
    snapshot: await app.get(as, `${path}/board`),
    events: await app.get(as, `${path}/events?since=0`),
    mine: await app.get(as, '/api/v1/notes/me'),
    'stale edit': await call('PUT', at, { as, body: { content: 'x' }, headers: stale }),
    'stale move': await call('PUT', at, { as, body: { note_type: 'action' }, headers: stale }),
    'stale deletion': await call('DELETE', at, { as, headers: stale }),
    edit: await call('PUT', at, { as, body: { content: 'x' } }),
    'right guess': await call('PUT', at, { as, body: { content: note.content } }),
    move: await call('PUT', at, { as, body: { note_type: 'action' } }),
    deletion: await call('DELETE', at, { as }),
    'same id': await app.post(as, notes, { id: note.id, content: 'x' }),
    'same key': await app.request('POST', notes, { as, body: { content: 'x' }, headers: key }),
  };
  return Object.entries(answers).map(([name, { status, body }]) => ({ name, status, body }));
}

/** Removes the question of the day, which differs between the compared meetings. */
function withoutQuestion(key: string, value: unknown): unknown {
  return key === 'question' ? null : value;
}

describe('a face-down note', () => {
  it.each(['owner', 'admin', 'member', 'superuser'] as const)(
    'shows nothing to the %s: no text, no length',
    async (viewer) => {
      const shapes: unknown[] = [];
      for (const content of texts) {
        const scene = await buildMeetingScene({ app, phase: 'writing' });
        const { team } = scene;
        const author = await buildUser(app);
        const join = { teamId: team.id, userId: author.id, role: 'member' as const };
        await app.db.insert(memberships).values(join);
        const as =
          viewer === 'superuser' ? await buildUser(app, { isSuperuser: true }) : scene[viewer];
        await using live = await follow(app, as, scene.meeting.id);
        const body = { content: 'first', note_type: 'went_well' };
        const headers = { 'Idempotency-Key': 'one' };
        const made = await app.request('POST', scene.notes, { as: author, body, headers });
        const { id } = made.body as Note;
        const edited = await scene.call('PUT', `/notes/${id}`, { as: author, body: { content } });
        const note = edited.body as Note;
        await live.until(
          (frame) => frame.type === 'board_changed' && frame.data.command === 'note.update',
        );
        const seen = await everything(scene, as, note);
        for (const { name, body: answer } of seen) {
          expect(JSON.stringify(answer), name).not.toContain(canary);
        }
        expect(JSON.stringify(live.frames)).not.toContain(canary);
        const single = seen.find(({ name }) => name === 'single')?.body;
        expect(single).toMatchObject({ content: '', hidden: true });
        const guess = seen.find(({ name }) => name === 'right guess');
        expect(guess?.status).toBe(403);
        shapes.push(
          seen.map(({ name, status, body: answer }) => [
            name,
            status,
            JSON.stringify(answer, withoutQuestion).length,
          ]),
        );
      }
      // Responses for a short and a long note are identical.
      expect(shapes[1]).toEqual(shapes[0]);
    },
  );

  it('is complete for its author, everywhere', async () => {
    const { member, path, notes, call, write } = await buildMeetingScene({ app, phase: 'writing' });
    const note = await write(member, { content: canary });
    const stale = { as: member, body: { content: 'x' }, headers: { 'If-Match': '"0"' } };
    const answers = [
      await app.get(member, notes),
      await call('GET', `/notes/${note.id}`, { as: member }),
      await app.get(member, `${path}/board`),
      await app.get(member, `${path}/events?since=0`),
      await app.get(member, '/api/v1/notes/me'),
      await call('PUT', `/notes/${note.id}`, stale),
    ];
    for (const { body } of answers) expect(JSON.stringify(body)).toContain(canary);
  });

  it('shows others that it was edited, moved and deleted, but no text', async () => {
    const scene = await buildMeetingScene({ app, phase: 'writing' });
    const { owner, member, meeting, call, write } = scene;
    await using live = await app.live(owner, meeting.id);
    const { id } = await write(member, { content: 'x', note_type: 'went_well' });
    await call('PUT', `/notes/${id}`, { as: member, body: { content: canary } });
    await call('PUT', `/notes/${id}`, { as: member, body: { note_type: 'to_improve' } });
    await call('DELETE', `/notes/${id}`, { as: member });
    await expect
      .poll(() => live.noteMessages.map(({ type }) => type))
      .toEqual(['note_created', 'note_updated', 'note_moved', 'note_deleted']);
    expect(live.received.join()).not.toContain(canary);
  });
});
