// A large export is complete and streamed.
import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { holdTable } from '#test/held-table';

const many = 2500;
const path = '/api/v1/me/export';

/** Builds a user with many records, inserted directly because thousands of API calls are slow. */
async function buildScene() {
  const app = await buildTestApp();
  const owner = await buildUser(app);
  const team = await buildTeam(app, { admin: owner });
  const meeting = await buildMeeting(app, { owner, team, phase: 'grouping' });
  const [meetingId, teamId, userId] = [meeting.id, team.id, owner.id].map((id) => sql`${id}::uuid`);
  const ids = sql`select gen_random_uuid(), ${meetingId}, ${teamId}`;
  const numbers = sql`generate_series(1, ${many}::int) as number`;
  // Several rows share a millisecond.
  const time = sql`'2026-01-01'::timestamptz + (number / 7) * interval '1 ms'`;
  for (const statement of [
    sql`insert into notes (id, meeting_id, team_id, author_id, content, note_type, hidden, position, created_at)
      ${ids}, ${userId}, 'Note ' || number, 'went_well', false, number, ${time} from ${numbers}`,
    sql`insert into comments (id, meeting_id, team_id, note_id, author_id, content, created_at)
      select gen_random_uuid(), meeting_id, team_id, id, author_id, 'Comment ' || position, created_at from notes`,
    sql`insert into actions (id, meeting_id, team_id, text, status, meetings_seen, created_by, created_at)
      ${ids}, 'Action ' || number, 'open', 0, ${userId}, ${time} from ${numbers}`,
    sql`insert into votes (meeting_id, team_id, user_id, note_id, count)
      select meeting_id, team_id, author_id, id, 1 from notes`,
    sql`insert into reactions (meeting_id, team_id, user_id, note_id, emoji)
      select meeting_id, team_id, author_id, id, emoji from notes, (values ('👍'), ('🎉')) as given(emoji)
      where position <= ${many / 2}`,
    sql`insert into audit_entries (id, at, actor_id, action, target_kind, target_id, address, request_id)
      select gen_random_uuid(), ${time}, ${userId}, 'restore', 'teams', gen_random_uuid(), '127.0.0.1', 'request-' || number
      from ${numbers}`,
  ]) {
    await app.db.execute(statement);
  }
  return { app, owner, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const numbered = (word: string) => Array.from({ length: many }, (_, at) => `${word} ${at + 1}`);

it('contains each of thousands of items once', async () => {
  await using scene = await buildScene();
  const { status, body } = await scene.app.get(scene.owner, path);
  expect(status).toBe(200);
  const data = PersonalData.parse(body);
  const texts = (rows: readonly { text: string }[]) => rows.map(({ text }) => text).toSorted();
  expect(texts(data.notes)).toEqual(numbered('Note').toSorted());
  expect(texts(data.comments)).toEqual(numbered('Comment').toSorted());
  expect(texts(data.action_items)).toEqual(numbered('Action').toSorted());
  const times = data.notes.map((note) => note.created_at);
  expect(times).toEqual(times.toSorted());
  const distinct = (rows: readonly object[]) =>
    new Set(rows.map((row) => JSON.stringify(row))).size;
  for (const rows of [data.votes, data.reactions, data.audit_log]) {
    expect([rows.length, distinct(rows)]).toEqual([many, many]);
  }
});

it('is streamed while being read, never held in memory', async () => {
  await using scene = await buildScene();
  const { app, owner } = scene;
  // Blocks the last part of the file.
  await using held = await holdTable(app, 'audit_entries');
  const headers = { authorization: `Bearer ${owner.token}` };
  const answer = await fetch(app.url + path, { headers });
  expect(answer.status).toBe(200);
  if (!answer.body) throw new Error('the export came without a body');
  let text = '';
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes('"Note 1"')) await held.release();
  }
  expect(PersonalData.parse(JSON.parse(text)).audit_log).toHaveLength(many);
});
