import { YearReview } from '@wentwell/contract/health/year-review';
import type { MeetingId } from '@wentwell/contract/ids';
import { Group } from '@wentwell/contract/notes/groups';
import { Note } from '@wentwell/contract/notes/notes';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { makeKey } from '#test/anonymous-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const app = await fileApp();

async function buildYear() {
  const build = (firstName: string) => buildUser(app, { firstName, lastName: '' });
  const [owner, bob, eve] = [await build('Ada'), await build('Bob'), await build('Eve')];
  const team = await buildTeam(app, { admin: owner, members: [bob, eve] });
  const read = (year: number | string, as: TestUser = bob) =>
    app.get(as, `/api/v1/teams/${team.id}/years/${year}`);

  /** Holds a retro closed at `closedAt`, with notes by two users, `moods` mood scores, and an action item. */
  async function hold(
    closedAt: string,
    { texts, moods, title }: { texts: readonly string[]; moods: number; title?: string },
  ): Promise<{ path: string; id: MeetingId }> {
    const { id } = await buildMeeting(app, { owner, team, phase: 'joining', name: closedAt });
    const path = `/api/v1/meetings/${id}`;
    const enter = (phase: string) => app.post(owner, `${path}/phase/transition`, { phase });
    for (const [at, as] of [owner, bob, eve].slice(0, moods).entries()) {
      await app.request('PUT', `${path}/mood`, {
        as,
        body: { score: 4 },
        authorKey: makeKey(at + 1),
      });
    }
    await enter('grouping');
    const notes: Note[] = [];
    for (const [at, content] of texts.entries()) {
      const body = { content, note_type: 'to_improve' };
      const answer = await app.post([owner, bob, eve][at % 3] ?? owner, `${path}/notes`, body);
      notes.push(Note.parse(answer.body));
    }
    await app.post(owner, `${path}/notes`, { content: 'Ask the operators', note_type: 'action' });
    const grouped = notes.slice(0, 2).map((note) => note.id);
    const group = await app.post(bob, `${path}/groups`, { note_ids: grouped, title });
    const { id: topic } = Group.parse(group.body);
    await enter('discussing');
    await app.put(owner, `${path}/discussion`, { current: topic });
    await app.post(bob, `${path}/actions`, { text: `Mend it (${closedAt})`, topic_id: topic });
    await enter('closing_ready');
    const thanks = { to_user_id: eve.id, text: `For all that (${closedAt})` };
    await app.post(bob, `${path}/thanks`, thanks);
    await app.put(owner, path, { status: 'closed' });
    await app.db
      .update(meetings)
      .set({ endTime: new Date(closedAt) })
      .where(eq(meetings.id, id));
    return { path, id };
  }
  return { owner, bob, eve, team, read, hold };
}

it('R-341 to R-343 a year contains the results of its counted retros', async () => {
  const { owner, team, read, hold } = await buildYear();
  await hold('2025-12-31T23:59:59Z', { texts: ['Old builds', 'Older builds'], moods: 3 });
  const texts = ['Builds are slow', 'Slow builds again', 'Lunch was late'];
  await hold('2026-01-01T00:00:00Z', { texts, moods: 3 });
  await hold('2026-11-20T10:00:00Z', { texts: ['The builds crawl', 'Good talks'], moods: 2 });
  // A retro with one participant does not count.
  const alone = await buildMeeting(app, { owner, team, phase: 'grouping' });
  const own = `/api/v1/meetings/${alone.id}`;
  await app.post(owner, `${own}/notes`, { content: 'Builds, builds' });
  await app.put(owner, own, { status: 'closed' });
  const agreement = { text: 'No releases on Fridays' };
  await app.post(owner, `/api/v1/teams/${team.id}/agreements`, agreement);

  const answer = await read(2026);
  const review = YearReview.parse(answer.body);
  expect(review).toMatchObject({
    year: 2026,
    years: [2026, 2025],
    answers_min: 3,
    retros: 2,
    // Three took part in the first retro, two in the other.
    full_attendance: { retros: 1, of: 2, named: 2 },
    notes: 7,
    topics: 2,
    actions: { agreed: 2, done: 0 },
    made_difference: null,
    themes: [
      { title: 'Builds are slow', tone: 'warning', months: [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0] },
    ],
    // Two answers are below the minimum.
    morale: [
      { closed_at: '2026-01-01T00:00:00.000Z', mean: 4 },
      { closed_at: '2026-11-20T10:00:00.000Z', mean: null },
    ],
    thanks: [{ text: 'For all that (2026-11-20T10:00:00Z)', to: 'Eve' }],
  });
  // “First retro” and one “every voice” were earned in the year before.
  expect(review.badges.map(({ badge, times }) => [badge, times])).toEqual([
    ['every_voice_heard', 2],
  ]);
  const thisYear = new Date().getUTCFullYear();
  expect(YearReview.parse((await read(thisYear)).body).agreements).toMatchObject([agreement]);
  expect(YearReview.parse((await read(2024)).body)).toMatchObject({ retros: 0, thanks: [] });
  // Only thanks contain names.
  expect(answer.text.replaceAll(/"thanks":\[.*?\]/g, '')).not.toMatch(/\b(?:Ada|Bob|Eve)\b/);
});

it('R-342 a theme has the typed title of the group of half of its notes', async () => {
  const { read, hold } = await buildYear();
  const title = 'What slows us down';
  const first = { texts: ['Slow builds', 'Flaky tests'], moods: 0, title: 'Two of many' };
  await hold('2026-03-01T10:00:00Z', first);
  const texts = ['Builds crawl', 'Builds fail', 'A test hung', 'The test again'];
  await hold('2026-05-01T10:00:00Z', { texts, moods: 0, title });
  expect(YearReview.parse((await read(2026)).body).themes).toMatchObject([
    { title },
    { title: 'Flaky tests' },
  ]);
});

it('R-341 a year reads the beginnings of its newest 20,000 notes', async () => {
  const { read, hold } = await buildYear();
  const long = (letter: string) =>
    `Builds ${Array.from({ length: 30 }, (_, at) => `${letter}${at}x`).join(' ')} canary`;
  await hold('2026-03-01T10:00:00Z', { texts: [long('a'), long('b')], moods: 0 });
  const { id } = await hold('2026-05-01T10:00:00Z', { texts: [long('c'), 'Lunch'], moods: 0 });
  expect(YearReview.parse((await read(2026)).body)).toMatchObject({
    notes: 6,
    themes: [{ title: expect.stringMatching(/^Builds a0x.+ a\d+x…$/) }],
  });
  await app.db
    .execute(sql`insert into notes select copy.* from notes, generate_series(1, 20000) as at,
    jsonb_populate_record(notes, jsonb_build_object('id', md5(at::text)::uuid)) as copy
    where notes.content = 'Lunch' and notes.meeting_id = ${id}`);
  expect(YearReview.parse((await read(2026)).body)).toMatchObject({ notes: 20_000, themes: [] });
});

it('R-344 a year counts full attendance as stored at each end, from the minimum of answers on', async () => {
  const { owner, bob, eve, team, read, hold } = await buildYear();
  const { id } = await hold('2026-03-01T10:00:00Z', { texts: ['One', 'Two', 'Three'], moods: 0 });
  // The third only answered without a name: nothing tells of them.
  const { id: other } = await hold('2026-04-01T10:00:00Z', { texts: ['One', 'Two'], moods: 3 });
  const attendance = async () => YearReview.parse((await read(2026)).body).full_attendance;
  await app.db.execute(
    sql`update notes set deleted_at = now() where meeting_id = ${id} and content = 'Three'`,
  );
  expect(await attendance()).toEqual({ retros: 1, of: 2, named: 2 });
  // Simulates a retro closed before the column existed.
  await app.db.execute(
    sql`update actions_counted_meetings set full_attendance = null where meeting_id = ${other}`,
  );
  expect(await attendance()).toEqual({ retros: 1, of: 1, named: 2 });
  const anonymous = await buildMeeting(app, { owner, team, phase: 'joining' });
  const path = `/api/v1/meetings/${anonymous.id}`;
  await app.put(owner, path, { settings: { anonymous: true } });
  await app.post(owner, `${path}/phase/transition`, { phase: 'writing' });
  for (const [at, as] of [owner, bob, eve].entries()) {
    const body = { content: 'From nobody' };
    await app.request('POST', `${path}/notes`, { as, body, authorKey: makeKey(at + 7) });
  }
  await app.put(owner, path, { status: 'closed' });
  const closedAt = { endTime: new Date('2026-05-01T10:00:00Z') };
  await app.db.update(meetings).set(closedAt).where(eq(meetings.id, anonymous.id));
  expect(YearReview.parse((await read(2026)).body).retros).toBe(3);
  // Everybody else’s silence would be known.
  expect(await attendance()).toEqual({ retros: 1, of: 1, named: 2 });
  await app.post(eve, `/api/v1/teams/${team.id}/leave`);
  expect(await attendance()).toBeNull();
});

it('R-343 a year has no thanks and badges while the team has disabled them', async () => {
  const { owner, team, read, hold } = await buildYear();
  await hold('2026-03-01T10:00:00Z', { texts: ['One', 'Two'], moods: 0 });
  const before = YearReview.parse((await read(2026)).body);
  expect(before.thanks).toHaveLength(1);
  expect(before.badges).not.toEqual([]);
  await app.put(owner, `/api/v1/teams/${team.id}`, { recognition: false });
  expect(YearReview.parse((await read(2026)).body)).toMatchObject({ thanks: [], badges: [] });
});

it('R-341 a year is for members, and has four digits', async () => {
  const { read } = await buildYear();
  expect((await read(2026, await buildUser(app))).status).toBe(404);
  for (const year of ['26', 'last', '99999']) expect((await read(year)).status).toBe(404);
});
