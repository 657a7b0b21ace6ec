import { Board } from '@wentwell/contract/board/snapshot';
import { ExportFormat } from '@wentwell/contract/exports/export-formats';
import { NewGuestLink } from '@wentwell/contract/guests/guests';
import { limits } from '@wentwell/contract/limits';
import { CarryOver } from '@wentwell/contract/meetings/carry-over';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { Note } from '@wentwell/contract/notes/notes';
import {
  AiDraft,
  AiRequest,
  AiSummary,
  AiSummaryState,
} from '@wentwell/contract/report/ai-summary';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';

import { users } from '#server/features/users/users.table';
import { saying, startAiServer } from '#test/ai-server';
import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { buildImporter, emptyExport, exported, exportedNote } from '#test/import-scene';

import { aiClient } from './ai-client.ts';

const ai = await startAiServer();
const app = await buildTestApp(ai.settings);
const plain = await buildTestApp();
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await plain[Symbol.asyncDispose]();
  await ai[Symbol.asyncDispose]();
});

const Asked = z.object({ model: z.string(), messages: z.array(z.object({ content: z.string() })) });

/** Builds an ended meeting in a team with AI enabled. */
async function buildFinished({ anonymous = false, agreed = false, on = app } = {}) {
  const owner = await buildUser(on, { firstName: 'Robin', lastName: 'Field' });
  const member = await buildUser(on, { firstName: 'Sasha', lastName: 'Brook' });
  const team = await buildTeam(on, { admin: owner, members: [member], name: 'Rocket' });
  await on.put(owner, `/api/v1/teams/${team.id}`, { ai: true });
  const meeting = await buildMeeting(on, { owner, team, name: 'Sprint 12' });
  const path = `/api/v1/meetings/${meeting.id}`;
  const put = (body: object) => on.put(owner, path, body);
  await put({ settings: { anonymous, ai_notes: agreed, guests: true } });
  const link = await on.post(owner, `${path}/guest-link`, { admit: false });
  const { secret } = NewGuestLink.parse(link.body);
  await on.request('POST', '/api/v1/guest/session', { body: { secret, name: 'Quentin' } });
  await on.post(owner, `${path}/phase/transition`, { phase: 'writing' });
  const content = 'Builds are slow, says sasha (sasha.b@example.com); ask Robin Field or Quentin';
  const headers = anonymous
    ? { 'X-Author-Key': Buffer.alloc(32, 7).toString('base64url') }
    : undefined;
  await on.request('POST', `${path}/notes`, {
    as: member,
    body: { content, note_type: 'to_improve' },
    ...(headers && { headers }),
  });
  const enter = (phase: string) => on.post(owner, `${path}/phase/transition`, { phase });
  await enter('grouping');
  await enter('closing_ready');
  await on.post(owner, `${path}/actions`, { text: 'Share a cache', assignee_id: member.id });
  const read = (as = owner) => on.get(as, `${path}/ai-request`);
  const draft = (digest: string, as = owner) => on.post(as, `${path}/ai-draft`, { digest });
  return { owner, member, team, path, put, read, draft };
}

it('R-301 a draft requires a lead, a finished meeting, and AI enabled by operator and team', async () => {
  const { owner, member, team, put, read, draft } = await buildFinished();
  expect((await read()).problem?.code).toBe('SUMMARY_NOT_OVER');
  await put({ status: 'closed' });
  expect((await read(member)).status).toBe(403);
  expect((await draft('x', member)).status).toBe(403);
  expect((await read()).status).toBe(200);
  await app.put(owner, `/api/v1/teams/${team.id}`, { ai: false });
  expect((await read()).problem?.code).toBe('AI_SWITCHED_OFF');

  const other = await buildFinished({ on: plain });
  await other.put({ status: 'closed' });
  expect((await other.read()).problem?.code).toBe('AI_SWITCHED_OFF');
  expect((await plain.get(other.owner, '/api/v1/ai-service')).body).toEqual({ service: null });
});

it('R-302 exactly the reviewed text is sent, without names and addresses', async () => {
  const { path, put, read, draft } = await buildFinished();
  await put({ status: 'closed' });
  const { text, digest, service } = AiRequest.parse((await read()).body);
  expect(service.model).toBe('small-1');
  expect(text).toContain('Builds are slow, says Person');
  expect(text).toContain('Share a cache (Person');
  expect(text).not.toMatch(/sasha|robin|brook|field|quentin|example\.com|Rocket/i);
  const asked = ai.questions.length;
  expect((await draft('another')).problem?.code).toBe('AI_TEXT_CHANGED');
  expect(ai.questions).toHaveLength(asked);
  expect(AiDraft.parse((await draft(digest)).body).text).toBe('Builds are too slow.');
  const question = ai.questions.at(-1);
  expect(question?.path).toBe('/v1/chat/completions');
  expect(question?.headers.authorization).toBe('Bearer canary-ai-key-0123456789');
  const sent = Asked.parse(JSON.parse(question?.body ?? ''));
  expect(sent.messages.map(({ content }) => content)).toEqual([text]);
  expect((await app.get(await buildUser(app), `${path}/ai-summary`)).status).toBe(404);
});

it('R-302 removes names in all letters, with accents, in parts and imported', async () => {
  const members = await Promise.all([
    buildUser(app, { firstName: 'Anna', lastName: 'Jos\u00E9 Ruiz' }),
    buildUser(app, { firstName: 'Rene', lastName: '\u0130pek' }),
    buildUser(app, { firstName: '太郎', lastName: '田中' }),
    buildUser(app, { firstName: '伟', lastName: '王' }),
    buildUser(app, { firstName: 'Łucja-Maud', lastName: 'O’Brady' }),
    buildUser(app, { firstName: 'In-Ho', lastName: 'علی\u200Cرضا' }),
  ]);
  const { owner, team, imported } = await buildImporter(app, members);
  await app.put(owner, `/api/v1/teams/${team.id}`, { ai: true });
  const words = [
    'Jose\u0301 and Jose',
    'RUIZ did',
    "kim said, lucja and Maud, o'brady, K\u00ADim, علی\u200Cرضا and in English",
    'Ren\u00E9 and ipek and \u0130PEK and IPEK',
    'Ａｎｎａ wrote to anna＠example.com',
    '田中さんが言った、田中太郎と太郎田中',
    '王伟来了，伟王也来了，王 伟和王・伟',
    'a'.repeat(2000),
  ];
  const notes = words.map((text, at) => exportedNote(`n${at}`, { text }));
  const people = [{ id: 'ann', name: 'Kim Osei' }];
  const { path } = await imported({ ...emptyExport, people, notes });
  const { text } = await app.read(owner, `${path}/ai-request`, AiRequest);
  expect(text).toContain('aaaa');
  expect(text.normalize('NFKD')).not.toMatch(
    /jos|ruiz|anna|kim|osei|rene|pek|田中|太郎|王伟|伟王|lucja|maud|brady/i,
  );
  expect(text).toMatch(/Person \d+さんが言った/);
});

it('R-303 sends nothing of an anonymous meeting’s notes', async () => {
  const { put, read } = await buildFinished({ anonymous: true });
  await put({ status: 'closed' });
  const { text } = AiRequest.parse((await read()).body);
  expect(text).not.toContain('Builds');
  expect(text).toContain('Share a cache');
});

it('R-303 sends the notes without authors if the meeting agreed before its first note', async () => {
  const { owner, team, put, read } = await buildFinished({ anonymous: true, agreed: true });
  const refused = await put({ settings: { ai_notes: false } });
  expect(refused).toMatchObject({ status: 409, problem: { code: 'AI_NOTES_FIXED' } });
  await put({ status: 'closed' });
  const { text } = AiRequest.parse((await read()).body);
  expect(text).toContain('Builds are slow, says Person');
  expect(text).not.toMatch(/^By Person|not sent|sasha|field/im);
  // The next meeting starts without consent.
  const start = await app.get(owner, `/api/v1/teams/${team.id}/meeting-start`);
  expect(start.body).toMatchObject({ settings: { anonymous: true, ai_notes: false } });
});

it('R-303 never sends topics carried over from an anonymous meeting, also not when imported again', async () => {
  const { owner, team, path } = await buildFinished({ anonymous: true });
  const topic_ids = (await app.read(owner, `${path}/board`, Board)).notes.map(({ id }) => id);
  const next = await buildMeeting(app, { owner, team, phase: 'grouping' });
  const there = `/api/v1/meetings/${next.id}`;
  const post = (at: string, body: object) => app.post(owner, at, body);
  const carried = await post(`${path}/carry-over`, { topic_ids, to_meeting_id: next.id });
  const { note_ids } = CarryOver.parse(carried.body);
  const { id } = Note.parse((await post(`${there}/notes`, { content: 'Tests are fast' })).body);
  await post(`${there}/groups`, { note_ids: [...note_ids, id], title: 'Builds and tests' });
  await app.put(owner, there, { status: 'closed' });
  const { text } = await app.read(owner, `${there}/ai-request`, AiRequest);
  expect(text).toContain('Tests are fast');
  expect(text).not.toContain('Builds');

  const { body: exported } = await app.get(owner, `${there}/export?format=json`);
  const imports = `/api/v1/teams/${team.id}/imports?as_live=true`;
  const again = Meeting.parse((await app.post(owner, imports, exported)).body);
  await app.put(owner, `/api/v1/meetings/${again.id}`, { status: 'closed' });
  const imported = await app.read(owner, `/api/v1/meetings/${again.id}/ai-request`, AiRequest);
  expect(imported.text).toContain('Tests are fast');
  expect(imported.text).not.toContain('Builds');
});

it('R-303 a meeting with notes can no longer agree', async () => {
  const { put, read } = await buildFinished({ anonymous: true });
  const refused = await put({ settings: { ai_notes: true } });
  expect(refused).toMatchObject({ status: 409, problem: { code: 'AI_NOTES_FIXED' } });
  await put({ status: 'closed' });
  expect(AiRequest.parse((await read()).body).text).not.toContain('Builds');
});

it('R-304 errors, slowness, invalid and oversized answers are one refusal, and nothing is logged', async () => {
  const { put, read, draft } = await buildFinished();
  await put({ status: 'closed' });
  const { digest } = AiRequest.parse((await read()).body);
  const answers = [
    (response) => response.writeHead(500).end('secret words'),
    (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    (response) => response.end('secret words'),
    (response) => response.end('{"choices":[]}'),
    saying('\u200B\u3164'),
    saying(7),
    (response) => response.destroy(),
    (response) => response.end('x'.repeat(1_100_000)),
  ] satisfies (typeof ai.answer)[];
  for (const answer of answers) {
    ai.answer = answer;
    expect((await draft(digest)).problem?.code).toBe('AI_UNAVAILABLE');
  }
  ai.answer = saying('y'.repeat(9000));
  const cut = AiDraft.parse((await draft(digest)).body);
  expect([cut.text.length, cut.is_cut]).toEqual([limits.aiSummaryMax, true]);
  ai.answer = saying('Fine.');
  // Ten a day, without the failed ones.
  for (let at = 1; at < 10; at += 1) {
    expect((await draft(digest)).body).toEqual({ text: 'Fine.', is_cut: false });
  }
  expect((await draft(digest)).problem?.code).toBe('AI_DRAFTS_TODAY');

  const next = await buildFinished();
  await next.put({ status: 'closed' });
  const asked = AiRequest.parse((await next.read()).body);
  ai.answer = (response) =>
    void app.db
      .execute(sql`alter table quotas rename to quotas_gone`)
      .then(() => response.writeHead(500).end());
  expect((await next.draft(asked.digest)).problem?.code).toBe('AI_UNAVAILABLE');
  await app.db.execute(sql`alter table quotas_gone rename to quotas`);

  ai.answer = (response) => response.writeHead(500).end();
  for (let at = 1; at < 30; at += 1) {
    expect((await next.draft(asked.digest)).problem?.code).toBe('AI_UNAVAILABLE');
  }
  expect((await next.draft(asked.digest)).problem?.code).toBe('AI_DRAFTS_TODAY');

  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const slow = aiClient(
    { url: ai.settings['AI_URL'] ?? '', model: 'm', key: undefined },
    { log, withinMs: 20 },
  );
  ai.answer = () => undefined;
  await expect(slow.complete('secret words')).rejects.toThrow();
  ai.answer = (response) => response.end('secret words');
  await expect(slow.complete('x')).rejects.toThrow();
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain('secret');
});

it('R-305 a published summary is in the report with its source, until withdrawn', async () => {
  const { owner, member, team, path, put } = await buildFinished();
  await put({ status: 'closed' });
  const address = `${path}/ai-summary`;
  const publish = (text: string, as = owner, origin = 'edited') =>
    app.put(as, address, { text, origin });
  expect((await publish('Fine', member)).status).toBe(403);
  expect((await publish(' ')).status).toBe(422);
  expect((await app.put(owner, address, { text: 'First' })).body).toMatchObject({
    origin: 'edited',
  });
  const published = AiSummary.parse((await publish('The builds need a cache.')).body);
  expect(published).toMatchObject({ model: 'small-1', published_by: owner.id });
  const see = async () => (await app.read(member, address, AiSummaryState)).summary;
  expect(await see()).toEqual(published);
  for (const [origin, source] of [
    ['own', 'Written and published by Robin Field'],
    ['draft', 'Drafted by small-1, published by Robin Field'],
    ['edited', 'Drafted by small-1, edited and published by Robin Field'],
  ] as const) {
    await publish('The builds need a cache.', owner, origin);
    const file = await app.get(member, `${path}/export?format=markdown`);
    expect(file.text).toContain(`## Summary\n\nThe builds need a cache.\n\n_${source}_`);
    const { summary } = await exported(app, path, member);
    expect(summary).toMatchObject({ text: 'The builds need a cache.', origin, model: 'small-1' });
    const table = await app.get(member, `${path}/export?format=csv`);
    expect(table.text).toContain('summary,,,The builds need a cache.,Robin Field');
  }
  expect((await app.get(owner, '/api/v1/me/export')).text).toContain('The builds need a cache.');
  // Their board and files have the board alone.
  const superuser = await buildUser(app, { isSuperuser: true });
  for (const format of ExportFormat.options) {
    const file = await app.get(superuser, `${path}/export?format=${format}`);
    expect(file.status).toBe(200);
    expect(file.text).not.toContain('The builds need a cache.');
  }
  await app.put(owner, `/api/v1/teams/${team.id}`, { ai: false });
  expect(await see()).toBeNull();
  await app.put(owner, `/api/v1/teams/${team.id}`, { ai: true });
  expect((await app.delete(owner, address)).status).toBe(204);
  expect(await see()).toBeNull();

  await publish('Ours.', owner, 'own');
  await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, owner.id));
  const erased = `/api/v1/admin/permanent/users/${owner.id}`;
  expect((await app.delete(superuser, erased)).status).toBe(204);
  expect(await see()).toMatchObject({ text: 'Ours.', published_by: null });
});
