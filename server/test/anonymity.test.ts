// docs/security.md, "Anonymous meetings": a whole anonymous retro, then a search through everything left: database, log, and
// all data sent to other clients.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

import { AnonymityEvidence, writtenTotals } from '@wentwell/contract/meetings/anonymity';
import { Comment } from '@wentwell/contract/notes/comments';
import { Group } from '@wentwell/contract/notes/groups';
import type { Phase } from '@wentwell/contract/phases';
import { eq, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';

import { runCommand, urlOf } from '#server/commands/command-scene.suite';
import { sessions } from '#server/features/auth/sessions.table';
import { notes } from '#server/features/notes/notes.table';
import { memberships } from '#server/features/teams/teams.table';
import { newId } from '#server/platform/ids';

import { people, type Writer, buildAnonymousMeeting, makeKey } from './anonymous-scene.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { collectLog } from './collect-log.ts';
import { buildMeeting, buildTeam, buildUser } from './factories.ts';
import { storedRows } from './stored-rows.ts';
import { makeFolder } from './temporary-folder.ts';

// The command starts processes, and machines may be busy.
vi.setConfig({ testTimeout: 60_000 });

const folder = await makeFolder();

/** Rows with a note's id and a person for another reason than authorship, with that reason. */
const otherTies: Readonly<Record<string, string>> = {
  votes: 'who voted on a topic',
  'vote.set change': 'who voted on a topic',
  meetings: 'the owner, and the order of the discussion',
  'discussion.update change': 'that the owner led the discussion',
  'phase.enter change':
    'that the owner led the meeting, which reveals notes and begins the discussion',
  'meeting.update change': 'that the owner ended the meeting, and with it the discussion',
  mail_outbox: 'to whom the summary of the topics went',
  actions: 'who agreed to do what, and who wrote that down',
  'action.agree change': 'who agreed to do what, and who wrote that down',
};

/** The change in a log row or frame. */
function changeOf(text: string): string {
  return `${/"command":"([\w.]+)"/.exec(text)?.[1] ?? 'unknown'} change`;
}

/** The subject of a row, as in `otherTies`. */
function kindOf(table: string, text: string): string {
  return table === 'board_changes' ? changeOf(text) : table;
}

/** Removes the signed note in every form in which it is stored and sent. */
function withoutSigned(text: string, signed: string): string {
  const isSigned = (value: unknown): boolean => {
    const { data } = z
      .looseObject({ id: z.string(), body: z.unknown() })
      .partial()
      .safeParse(value);
    return data?.id === signed || (data?.body !== undefined && isSigned(data.body));
  };
  const shown: unknown = JSON.parse(text, (_, value: unknown) =>
    Array.isArray(value) ? value.filter((each) => !isSigned(each)) : isSigned(value) ? null : value,
  );
  return JSON.stringify(shown);
}

const Row = z.looseObject({});
const Logged = z.object({ change: z.object({ put: z.array(Row), remove: z.array(Row) }) });

/** The records of a change without its author, or the row itself. */
function recordsOf({ table, text }: { table: string; text: string }): string[] {
  if (table !== 'board_changes') return [text];
  const { put, remove } = Logged.parse(JSON.parse(text)).change;
  return [...put, ...remove].map((record) => JSON.stringify(record));
}

/** A retro with every kind of change, each with an Idempotency-Key like our client's. */
async function holdRetro(app: TestApp) {
  const scene = await buildAnonymousMeeting(app, 'joining');
  const { ada, bob, eve, meeting, path, board } = scene;
  // Each phase erases the history before it.
  const earlier: LogRow[] = [];
  const rowsBefore: Awaited<ReturnType<typeof storedRows>> = [];
  async function collect(): Promise<void> {
    earlier.push(...(await readLog(app, meeting.id)));
    rowsBefore.push(...(await storedRows(app)));
  }
  async function enter(phase: Phase): Promise<void> {
    await collect();
    await scene.enter(phase);
  }
  const since = (await board(eve)).seq;
  await using eves = await app.live({ ...eve.as, authorKey: eve.authorKey }, meeting.id, since);
  await using bobs = await app.live({ ...bob.as, authorKey: bob.authorKey }, meeting.id, since);
  await using basic = await app.live({ ...ada.as, authorKey: ada.authorKey }, meeting.id);
  let sent = 0;
  /** `what` is the method, and the path below the meeting. */
  async function change(who: Writer, what: string, body?: object) {
    sent += 1;
    const [method = '', below = ''] = what.split(' ');
    const headers = { 'Idempotency-Key': `key-${sent}` };
    const answer = await app.request(method, path + below, {
      ...who,
      headers,
      ...(body && { body }),
    });
    expect([method, below, Math.floor(answer.status / 100)]).toEqual([method, below, 2]);
    return answer;
  }
  const written = new Set<string>();
  const noteIds: string[] = [];
  async function write(who: Writer, content: string): Promise<string> {
    const { body: note } = await change(who, 'POST /notes', { content, note_type: 'went_well' });
    const { id } = z.object({ id: z.string() }).parse(note);
    written.add(content);
    noteIds.push(id);
    return id;
  }

  await enter('writing');
  const first = await write(bob, 'canary-note-one');
  const second = await write(eve, 'canary-note-two');
  const third = await write(ada, 'canary-note-three');
  const fourth = await write(bob, 'canary-note-four');
  bobs.send({ type: 'note_editing', data: { note_id: first } });
  await change(bob, `PUT /notes/${first}`, { content: 'canary-note-one, changed' });
  await change(bob, `PUT /notes/${fourth}`, { note_type: 'to_improve' });
  await change(bob, `DELETE /notes/${fourth}`);
  await change(bob, `POST /notes/${fourth}/restore`);
  const fifth = await write(bob, 'canary-note-five');
  await change(bob, `DELETE /notes/${fifth}`);
  const root = await buildUser(app, { isSuperuser: true });
  expect((await app.post(root, `/api/admin/restore/notes/${fifth}`)).status).toBe(200);
  await change(bob, 'PUT /ready', { ready: true });
  await change(bob, 'PUT /hand', { raised: true });
  await enter('revealing');
  await change(bob, `PUT /notes/${second}/reactions/${encodeURIComponent('🎉')}`);
  const said = await change(bob, `POST /topics/${second}/comments`, {
    content: 'canary-comment',
  });
  const comment = Comment.parse(said.body);
  written.add(comment.content);
  await change(bob, `PUT /topics/${second}/comments/${comment.id}`, {
    content: 'canary-comment, changed',
  });
  // Tell us more: Ada asks about three notes, of which Bob signs one; he and Eve answer for theirs.
  const answerIds: string[] = [];
  for (const id of [first, second, fourth]) await change(ada, `POST /notes/${id}/question`);
  for (const [who, id] of [
    [bob, first],
    [eve, second],
  ] as const) {
    const content = `canary-answer ${id}`;
    const body = { content, from_author: true };
    answerIds.push(Comment.parse((await change(who, `POST /topics/${id}/comments`, body)).body).id);
    written.add(content);
  }
  await change(bob, `POST /notes/${first}/signature`);
  await change(bob, `PUT /notes/${first}`, { content: 'canary-note-one, signed' });
  await enter('grouping');
  bobs.send({ type: 'note_dragging', data: { note_id: first, over: second } });
  const grouped = await change(bob, 'POST /groups', { note_ids: [first, second] });
  const { id: groupId } = Group.parse(grouped.body);
  await change(ada, `PUT /groups/${groupId}`, { add: [third] });
  await change(eve, `PUT /groups/${groupId}`, { remove: [third] });
  await enter('voting');
  for (const who of [ada, bob, eve]) {
    await change(who, `PUT /topics/${groupId}/votes`, { count: 2 });
    await change(who, `PUT /topics/${third}/votes`, { count: 1 });
  }
  await enter('discussing');
  await change(ada, 'PUT /discussion', { current: third });
  const text = 'Split the pipeline';
  await change(ada, 'POST /actions', { text, topic_id: third, assignee_id: eve.as.id });
  await enter('closing_ready');
  const seen: unknown[] = [];
  for (const below of ['/notes', '/board', '/events?since=0', `/notes/${first}`]) {
    seen.push((await app.request('GET', path + below, { ...eve })).body);
  }
  await collect();
  await app.put(ada.as, path, { status: 'closed' });
  await eves.closed;
  const dan = { as: await buildUser(app), authorKey: makeKey(4) };
  await app.db
    .insert(memberships)
    .values({ teamId: scene.team.id, userId: dan.as.id, role: 'member' });
  await change(dan, 'POST /catch-up/additions', { kind: 'note', text: 'canary-addition' });
  await change(dan, 'POST /catch-up/additions', { kind: 'me_too', topic_id: third });
  written.add('canary-addition');
  expect((await app.post(ada.as, `${path}/summary-mail`)).status).toBe(202);
  const received = [...eves.received, ...basic.received];
  const after = await board(eve);
  return {
    ...scene,
    dan,
    signed: first,
    written,
    noteIds,
    commentIds: [comment.id, ...answerIds],
    groupId,
    earlier,
    rowsBefore,
    received,
    seen,
    after,
  };
}

const LogRow = z.object({
  seq: z.coerce.number(),
  at: z.coerce.date(),
  command: z.string(),
  changed: z.coerce.date(),
});
type LogRow = z.infer<typeof LogRow>;

async function readLog(app: TestApp, meetingId: string): Promise<LogRow[]> {
  const { rows } = await app.db.execute(
    sql`select seq, created_at as at, change ->> 'command' as command, change ->> 'changedAt' as changed
      from board_changes where meeting_id = ${meetingId} order by seq`,
  );
  return rows.map((row) => LogRow.parse(row));
}

it('R-173 to R-179 nothing left of an anonymous retro ties a person to a text', async () => {
  const { log, lines } = collectLog();
  await using app = await buildTestApp({}, { log });
  const retro = await holdRetro(app);
  const { ada, bob, eve, dan, signed, written, noteIds, commentIds } = retro;
  const persons = [ada, bob, eve, dan].flatMap(({ as }) => [as.id, as.email, as.sessionId]);
  const names = people.flatMap(({ firstName, lastName }) => [firstName, lastName]);
  const holdsPerson = (text: string) => [...persons, ...names].some((each) => text.includes(each));
  const ofNotes = [...written, ...noteIds, ...commentIds];
  const holdsNote = (text: string) => ofNotes.some((each) => text.includes(each));

  const left = await storedRows(app);
  const rows = [...retro.rowsBefore, ...left];
  const keys = [ada, bob, eve, dan].map(({ authorKey }) => authorKey);
  expect(rows.filter(({ text }) => keys.some((key) => text.includes(key)))).toEqual([]);
  // The search finds notes and people, so it works.
  expect(rows.filter(({ text }) => holdsNote(text)).length).toBeGreaterThan(20);
  expect(rows.filter(({ text }) => holdsPerson(text)).length).toBeGreaterThan(10);
  // Signers are known for their signed note only.
  const rest = rows.map(({ table, text }) => ({ table, text: withoutSigned(text, signed) }));
  const tied = rest.filter(({ text }) => holdsNote(text) && holdsPerson(text));
  const unexpected = tied.filter(({ table, text }) => !(kindOf(table, text) in otherTies));
  expect(unexpected).toEqual([]);

  const hashes = [
    ...new Set(left.flatMap(({ text }) => /"author_?hash":"([^"]+)"/i.exec(text)?.[1] ?? [])),
  ];
  expect(hashes).toHaveLength(4);
  // No change of a phase is left: their order would tell who wrote just before pressing “I'm done”.
  expect(left.filter(({ text }) => /"(?:(?:note|comment)\.add|ready\.set)"/.test(text))).toEqual(
    [],
  );
  expect(retro.seen).toContainEqual(expect.objectContaining({ resync: true, events: [] }));

  // Neither a row nor a log record ties a hash to a person.
  const withHash = rows
    .flatMap(recordsOf)
    .filter((text) => hashes.some((hash) => text.includes(hash)));
  expect(withHash.length).toBeGreaterThan(20);
  expect(withHash.filter(holdsPerson)).toEqual([]);
  // A signed note would reveal its hash's owner, so neither it nor its comments have one, also in earlier changes.
  const ofSigned = left.flatMap(recordsOf).filter((text) => text.includes(signed));
  expect(ofSigned.filter((text) => text.includes(bob.as.id)).length).toBeGreaterThan(1);
  expect(ofSigned.filter((text) => hashes.some((hash) => text.includes(hash)))).toEqual([]);

  // Everything sent to another person's client, by socket and in answers.
  const sent = [...retro.received, ...retro.seen.map((body) => JSON.stringify(body))];
  for (const hash of hashes) expect(sent.filter((each) => each.includes(hash))).toEqual([]);
  const frames = retro.received
    .map((frame) => withoutSigned(frame, signed))
    .filter((frame) => holdsNote(frame) && holdsPerson(frame));
  expect(frames.filter((each) => !(changeOf(each) in otherTies))).toEqual([]);
  const { notes: all, groups, comments, reactions } = retro.after;
  expect(all).toHaveLength(noteIds.length);
  const notes = all.filter(({ id }) => id !== signed);
  const said = Object.values(comments).flat();
  expect(said).toHaveLength(commentIds.length);
  const others = said.filter(({ note_id }) => note_id !== signed);
  expect(holdsPerson(JSON.stringify({ notes, groups, others, reactions }))).toBe(false);

  // Log: no line contains a note; lines about notes contain no person, address or request id.
  await app[Symbol.asyncDispose]();
  const logged = lines().map((line) => ({ line, text: JSON.stringify(line) }));
  expect(logged.filter(({ text }) => holdsNote(text))).toEqual([]);
  const secrets = [...keys, ...hashes];
  expect(logged.filter(({ text }) => secrets.some((each) => text.includes(each)))).toEqual([]);
  const changes = logged.filter(
    ({ line }) =>
      line['method'] !== 'GET' &&
      /notes|comments|groups|reactions|additions/.test(String(line['route'])) &&
      // Restoring in the admin area is by name, and writes no note.
      !String(line['route']).includes('/admin/'),
  );
  expect(changes.reduce((sum, { line }) => sum + Number(line['count']), 0)).toBeGreaterThan(12);
  for (const { line, text } of changes) {
    expect(holdsPerson(text)).toBe(false);
    expect(line).not.toHaveProperty('address');
    expect(line).not.toHaveProperty('reqId');
  }
});

const origin = 'https://app.example.com';

it('R-179 rows and log lines written while an API client writes name nobody', async () => {
  const { log, lines } = collectLog();
  await using app = await buildTestApp({ WEB_ORIGIN: origin }, { log });
  const { ada, bob, eve, path, call, write } = await buildAnonymousMeeting(app);
  const stranger = { as: await buildUser(app), authorKey: makeKey(9) };
  const persons = [ada, bob, eve].flatMap(({ as }) => [as.id, as.email, as.sessionId]);
  const holdsPerson = (text: string) => persons.some((each) => text.includes(each));
  await app.db.update(sessions).set({ lastUsedAt: sql`now() - interval '5 minutes'` });
  const rowsBefore = new Set((await storedRows(app)).map(({ text }) => text));
  const linesBefore = lines().length;

  const headers = { origin, 'access-control-request-method': 'POST' };
  expect((await app.request('OPTIONS', `${path}/notes`, { headers })).status).toBe(204);
  expect((await call(bob, 'GET /board')).status).toBe(200);
  const { id } = await write(bob, 'Nobody knows');
  const { id: other } = await write(bob, 'Nobody at all');
  const stale = { ...bob, headers: { 'If-Match': '"9"' }, body: { content: 'Nobody knew' } };
  expect((await app.request('PUT', `${path}/notes/${id}`, stale)).status).toBe(412);
  expect((await call(bob, `PUT /notes/${id}`, { content: 'Nobody knows it' })).status).toBe(200);
  expect((await call(bob, 'POST /groups', { note_ids: [id, other] })).status).toBe(409);
  expect((await call(bob, 'POST /notes', { content: 7 })).status).toBe(422);
  expect((await call(eve, `PUT /notes/${id}`, { content: 'Not mine' })).status).toBe(403);
  await app.db.execute(sql`alter table board_changes rename to away`);
  expect((await call(bob, 'POST /notes', { content: 'Later' })).status).toBe(503);
  await app.db.execute(sql`alter table away rename to board_changes`);
  // The author of a note deleted by the owner meanwhile is a participant, not an outsider.
  expect((await call(bob, `DELETE /notes/${other}`)).status).toBe(204);
  expect((await call(bob, `PUT /notes/${other}`, { content: 'Too late' })).status).toBe(404);

  // The meeting's row counts its changes and has its owner, who did nothing.
  const changed = (await storedRows(app)).filter(
    ({ table, text }) => table !== 'meetings' && !rowsBefore.has(text),
  );
  expect(changed.length).toBeGreaterThan(2);
  expect(changed.filter(({ text }) => holdsPerson(text))).toEqual([]);
  // During writing the log has only failures, without people.
  const meanwhile = lines().slice(linesBefore);
  expect(meanwhile.map(({ msg }) => msg)).toEqual(['the database refuses']);
  expect(meanwhile.filter((line) => 'reqId' in line || 'address' in line)).toEqual([]);

  // A refused outsider is named.
  expect((await call(stranger, 'POST /notes', { content: 'Let me in' })).status).toBe(404);
  expect(lines().at(-1)).toMatchObject({ status: 404, userId: stranger.as.id });
  await app[Symbol.asyncDispose]();
  const counted = lines().filter(({ msg }) => msg === 'requests without a name');
  const shown = counted.map(({ method, route, status }) => [method, route, status].join(' '));
  const inOrder = counted.map(({ method, route, status }) => [route, method, status].join(' '));
  expect(inOrder).toEqual(inOrder.toSorted());
  for (const status of [201, 204, 403, 404, 409, 412, 422, 503]) {
    expect(shown.filter((each) => each.endsWith(` ${status}`))).not.toEqual([]);
  }
  expect(counted.map((line) => JSON.stringify(line)).filter(holdsPerson)).toEqual([]);
});

it('R-177 no time in the database reveals when in its phase a text was written', async () => {
  await using app = await buildTestApp();
  const { noteIds, meeting, earlier } = await holdRetro(app);
  let began = 0;
  let checked = 0;
  const told = new Set<number>();
  for (const { seq, at, command, changed } of [...earlier, ...(await readLog(app, meeting.id))]) {
    if (command === 'phase.enter') {
      // All notes are revealed at the time of the phase change, which is known anyway.
      told.add(at.getTime());
      began = at.getTime();
      continue;
    }
    if (!/^(?:note|comment|group|reaction)\./.test(command)) continue;
    checked += 1;
    told.add(at.getTime());
    expect([command, at.getTime() - began]).toEqual([command, seq]);
    expect(changed).toEqual(at);
  }
  expect(checked).toBeGreaterThan(noteIds.length);
  // Rows have the times of their changes only.
  const kept = await app.db.execute(sql`
    select unnest(array[created_at, updated_at, deleted_at]) as at from notes
    union select unnest(array[created_at, updated_at, deleted_at]) from comments`);
  const times = z.array(z.object({ at: z.coerce.date().nullable() })).parse(kept.rows);
  const own = times.flatMap(({ at }) => (at === null || told.has(at.getTime()) ? [] : [at]));
  expect(own).toEqual([]);
  expect(times.length).toBeGreaterThan(noteIds.length);
});

it('R-331, R-332 the evidence counts database, history, mail, audit log and a backup, on page and command', async () => {
  await using app = await buildTestApp({ BACKUP_DIR: folder, BACKUP_KEEP: '3', ANSWERS_MIN: '5' });
  const { ada, bob, meeting, path, noteIds, commentIds, groupId } = await holdRetro(app);
  // Additions of absent members are not counted before.
  await app.db.execute(sql`update meetings set end_time = now() - interval '49 hours'`);
  const evidence = await app.read(bob.as, `${path}/anonymity`, AnonymityEvidence);
  const { written, named, backup, tables } = evidence;

  const texts = [...noteIds, ...commentIds, groupId];
  const holdsText = (text: string) => texts.some((each) => text.includes(each));
  // A sent email keeps only its subject.
  const isAbout = (text: string) =>
    holdsText(text) || text.includes(meeting.id) || text.includes(`Summary: ${meeting.name}`);
  const people = await app.db.execute(sql`select id::text as value from users
    union select email from users union select id::text from sessions`);
  const accounts = z.array(z.object({ value: z.string() })).parse(people.rows);
  const holdsPerson = (text: string) => accounts.some(({ value }) => text.includes(value));
  const rows = (await storedRows(app)).filter(({ text }) => isAbout(text));
  expect(tables).toBeGreaterThan(40);
  // Questions are not counted.
  const asked = rows.filter(
    ({ table, text }) => table === 'board_records' && /"question"/.test(text) && !holdsPerson(text),
  );
  expect(backup.rows).toBe(rows.length - asked.length);

  expect(written.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Notes', 'Comments', 'Groups', 'Reactions']),
  );
  expect(writtenTotals(evidence)).toEqual({ rows: expect.any(Number), withPerson: 0 });
  expect(writtenTotals(evidence).rows).toBeGreaterThan(15);
  const withPerson = rows.filter(({ text }) => holdsPerson(text));
  const withBoth = withPerson.filter(({ text }) => holdsText(text));
  const sum = (counts: (number | null)[]) =>
    counts.reduce<number>((all, each) => all + (each ?? 0), 0);
  expect(sum(named.map((each) => each.with_person))).toBe(withPerson.length);
  expect(sum(named.map((each) => each.with_both))).toBe(withBoth.length);
  expect(new Set(named.map(({ place }) => place))).toEqual(
    new Set(['database', 'history', 'mail', 'audit_log']),
  );
  // All of them are known and have a title.
  expect(named.filter(({ title, holds }) => /_/.test(title) || holds.includes('known'))).toEqual(
    [],
  );
  expect(evidence).toMatchObject({
    answers_min: 5,
    keep_days: { deleted: 90, history: 30, mail: 7, audit_log: 730 },
    backup: { last_at: null, keep: 3 },
  });

  const env = { DATABASE_URL: urlOf(app.connection), BACKUP_DIR: folder, ANSWERS_MIN: '5' };
  const printed = await runCommand('anonymity', [`${app.url}/meetings/${meeting.id}`], env);
  expect(printed).toMatchObject({ code: 0, err: '' });
  for (const { title, rows: count, with_person: persons } of written) {
    const told = count === null ? 'not told' : `${count} rows?`;
    expect(printed.out).toMatch(new RegExp(`${title}: ${told}, ${persons} with a person`));
  }

  const file = join(folder, 'one.backup');
  expect(await runCommand('backup', [file], env)).toMatchObject({ code: 0 });
  const saved = zstdDecompressSync(await readFile(file))
    .toString()
    .split('\n')
    .filter(isAbout);
  expect(saved).toHaveLength(rows.length);
  expect(
    (await app.read(ada.as, `${path}/anonymity`, AnonymityEvidence)).backup.last_at,
  ).not.toBeNull();
});

it('R-331 a person beside a note is counted', async () => {
  await using app = await buildTestApp();
  const { bob, path, write } = await buildAnonymousMeeting(app);
  const { id } = await write(bob, 'Nobody knows');
  await app.db.update(notes).set({ authorId: bob.as.id }).where(eq(notes.id, id));
  expect(
    writtenTotals(await app.read(bob.as, `${path}/anonymity`, AnonymityEvidence)).withPerson,
  ).toBe(1);
});

it('R-333 vote counts are hidden while votes are secret', async () => {
  await using app = await buildTestApp();
  const { ada, bob, path, enter, write, call } = await buildAnonymousMeeting(app);
  const { id } = await write(bob, 'Nobody knows');
  await enter('voting');
  await call(bob, `PUT /topics/${id}/votes`, { count: 1 });
  const read = async () => app.read(ada.as, `${path}/anonymity`, AnonymityEvidence);
  const ofVotes = ({ named }: AnonymityEvidence) =>
    named.filter(({ title }) => /^(?:Votes|Changes of votes)$/.test(title)).map(({ rows }) => rows);
  const secret = await read();
  expect([ofVotes(secret), secret.backup.rows]).toEqual([[null, null], null]);
  await enter('discussing');
  const told = await read();
  expect([ofVotes(told), told.backup.rows]).toEqual([[1], expect.any(Number)]);
});

it('R-331 the command says what it cannot show', async () => {
  await using app = await buildTestApp();
  const owner = await buildUser(app);
  const open = await buildMeeting(app, { owner, team: await buildTeam(app, { admin: owner }) });
  const env = { DATABASE_URL: urlOf(app.connection) };
  const ask = (given: string) => runCommand('anonymity', [given], env);
  const [withNames, unknown, nonsense] = await Promise.all([
    ask(open.id),
    ask(newId(z.uuid())),
    ask('Sprint 12'),
  ]);
  expect(withNames).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('not anonymous'),
  });
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('There is no meeting') });
  expect(nonsense).toMatchObject({ code: 2, err: expect.stringContaining('Usage') });
});
