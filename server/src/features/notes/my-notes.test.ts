// GET /notes/me: the caller's notes on boards they can still see, newest first.
import { Note } from '@wentwell/contract/notes/notes';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { memberships } from '#server/features/teams/teams.table';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting } from '#test/factories';
import { buildMeetingScene } from '#test/meeting-scene';

const app = await fileApp();

async function mine(app: TestApp, as: TestUser, query = '') {
  const answer = await app.get(as, `/api/v1/notes/me${query}`);
  const contents = z
    .array(Note)
    .parse(answer.body)
    .map(({ content }) => content);
  return { contents, total: answer.headers.get('x-total-count') };
}

describe('a person’s notes', () => {
  it("come newest first, from all their boards, without anybody else's", async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, member, team, write } = scene;
    const other = await buildMeeting(app, { owner, team, phase: 'writing' });
    await write(member, { content: 'one' });
    await write(owner, { content: 'not mine' });
    const at = `/api/v1/meetings/${other.id}/notes`;
    await app.post(member, at, { content: 'two, face down' });
    await write(member, { content: 'three' });
    const all = { contents: ['three', 'two, face down', 'one'], total: '3' };
    expect(await mine(app, member)).toEqual(all);
    const page = { contents: ['two, face down'], total: '3' };
    expect(await mine(app, member, '?skip=1&limit=1')).toEqual(page);
  });

  it('exclude deleted notes, meetings and teams, and teams that the person has left', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, admin, member, team, call, write } = scene;
    const gone = await write(member, { content: 'deleted' });
    await call('DELETE', `/notes/${gone.id}`, { as: member });
    const other = await buildMeeting(app, { owner, team, phase: 'grouping' });
    const path = `/api/v1/meetings/${other.id}`;
    await app.post(member, `${path}/notes`, { content: 'with it' });
    await write(member, { content: 'kept' });
    await app.delete(owner, path);
    expect(await mine(app, member)).toEqual({ contents: ['kept'], total: '1' });
    await app.db.delete(memberships).where(eq(memberships.userId, member.id));
    expect(await mine(app, member)).toEqual({ contents: [], total: '0' });
    await write(owner, { content: 'of the team' });
    await app.delete(admin, `/api/v1/teams/${team.id}`);
    expect(await mine(app, owner)).toEqual({ contents: [], total: '0' });
  });
});
