import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { NewGuestLink, NewGuestSession } from '@wentwell/contract/guests/guests';
import { SessionId } from '@wentwell/contract/ids';
import { EventsPage } from '@wentwell/contract/live/live';
import { AnonymityEvidence } from '@wentwell/contract/meetings/anonymity';
import { Comment } from '@wentwell/contract/notes/comments';
import { Note } from '@wentwell/contract/notes/notes';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { boardRecords } from '#server/board/board-records.table';
import { comments } from '#server/features/comments/comments.table';
import { notes } from '#server/features/notes/notes.table';
import { users } from '#server/features/users/users.table';
import { boardChanges } from '#server/live/change-log.table';
import { buildAnonymousMeeting, makeKey } from '#test/anonymous-scene';
import { fileApp, type TestApp } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';

const app = await fileApp();

/** Builds a meeting with a revealed note of Bob's. */
async function buildRevealed(app: TestApp) {
  const scene = await buildAnonymousMeeting(app);
  const { bob, eve, write, enter, call } = scene;
  const note = await write(bob, 'Deploys hurt');
  const other = await write(bob, 'Builds are slow');
  const hers = await write(eve, 'Great team');
  await enter('revealing');
  const ask = (who: typeof bob, id = note.id) => call(who, `POST /notes/${id}/question`);
  const sign = (who: typeof bob, id = note.id) => call(who, `POST /notes/${id}/signature`);
  const answer = (who: typeof bob, content: string, id = note.id) =>
    call(who, `POST /topics/${id}/comments`, { content, from_author: true });
  return { ...scene, note, other, hers, ask, sign, answer };
}

it('R-371, R-372 only the note’s browser learns of a question, which changes nothing for others', async () => {
  const { ada, bob, eve, meeting, note, ask, board, path, call } = await buildRevealed(app);
  const before = await board(eve);
  await using bobs = await app.live(
    { ...bob.as, authorKey: bob.authorKey },
    meeting.id,
    before.seq,
  );
  await using eves = await app.live(
    { ...eve.as, authorKey: eve.authorKey },
    meeting.id,
    before.seq,
  );
  await using adas = await app.live(
    { ...ada.as, authorKey: ada.authorKey },
    meeting.id,
    before.seq,
  );
  await using basic = await app.live({ ...bob.as, authorKey: bob.authorKey }, meeting.id);
  const asked = await ask(ada);
  expect([asked.status, asked.body]).toEqual([204, null]);
  expect(await bobs.untilType('board_changed')).toMatchObject({
    userId: null,
    data: { own: { put: [{ type: 'question', id: note.id }] } },
  });
  for (const each of [eves, adas]) {
    const frame = await each.untilType('board_changed');
    expect(frame.data).toEqual({ command: null, put: [], remove: [] });
    expect(frame.userId).toBeNull();
  }
  await basic.roundTrip();
  expect(basic.noteMessages).toEqual([]);
  // Asking again does not reveal the state of the question.
  expect((await ask(eve)).status).toBe(204);
  expect((await board(bob)).asked).toEqual([note.id]);
  for (const who of [ada, eve, { as: bob.as, authorKey: makeKey(9) }, { as: bob.as }]) {
    const { seq, ...seen } = await board(who);
    expect(seq).toBe(before.seq + 2);
    expect(seen).toMatchObject({ asked: [], notes: before.notes.map(({ id }) => ({ id })) });
  }
  const page = await app.request('GET', `${path}/events?since=${before.seq}`, { ...eve });
  const empty = { data: { command: null, put: [], remove: [] }, userId: null };
  expect(EventsPage.parse(page.body).events).toMatchObject([empty, empty]);
  const rows = await app.db
    .select()
    .from(boardRecords)
    .where(eq(boardRecords.meetingId, meeting.id));
  expect(rows.map(({ type, body }) => [type, Object.keys(body).toSorted()])).toEqual([
    ['question', ['author_hash', 'id', 'type']],
  ]);
  // Refusals: own note, missing author key, ended meeting.
  expect((await ask(bob)).problem?.code).toBe('QUESTION_TO_ONESELF');
  const unkeyed = await app.post(eve.as, `${path}/notes/${note.id}/question`);
  expect(unkeyed.problem?.code).toBe('AUTHOR_KEY_MISSING');
  await app.put(ada.as, path, { status: 'closed' });
  expect((await call(eve, `POST /notes/${note.id}/question`)).problem?.code).toBe(
    'MEETING_NOT_LIVE',
  );
});

it('R-371 a hidden or named note cannot be asked', async () => {
  const { ada, bob, team, enter, write, call } = await buildAnonymousMeeting(app);
  const hidden = await write(bob, 'Hidden');
  for (const who of [ada, bob]) {
    for (const what of ['question', 'signature']) {
      const refused = await call(who, `POST /notes/${hidden.id}/${what}`);
      expect(refused.problem?.code).toBe('NOTE_FACE_DOWN');
    }
  }
  await enter('revealing');
  const named = await buildMeeting(app, { owner: ada.as, team });
  const path = `/api/v1/meetings/${named.id}`;
  await app.post(ada.as, `${path}/phase/transition`, { phase: 'grouping' });
  const { id } = Note.parse((await app.post(ada.as, `${path}/notes`, { content: 'x' })).body);
  const refused = await app.post(bob.as, `${path}/notes/${id}/question`);
  expect(refused.problem?.code).toBe('NOTE_NOT_ANONYMOUS');
});

it('R-373 the author answers namelessly in any phase, and edits and deletes the answer', async () => {
  const { ada, bob, eve, note, ask, answer, board, call, enter } = await buildRevealed(app);
  await ask(ada);
  await enter('writing');
  expect((await answer(eve, 'Me neither')).problem?.code).toBe('NOTE_AUTHOR_ONLY');
  const said = Comment.parse((await answer(bob, 'It was Friday')).body);
  expect(said).toMatchObject({ author_id: null, from_author: true, mine: true });
  expect((await board(bob)).asked).toEqual([]);
  for (const who of [ada, bob, eve]) {
    expect((await board(who)).comments[note.id]).toEqual([{ ...said, mine: who === bob }]);
  }
  const [row] = await app.db.select().from(comments).where(eq(comments.id, said.id));
  expect(row).toMatchObject({ authorId: null, authorHash: null, fromAuthor: true });
  await enter('grouping');
  const at = `/topics/${note.id}/comments/${said.id}`;
  expect((await call(eve, `PUT ${at}`, { content: 'x' })).problem?.code).toBe(
    'COMMENT_AUTHOR_ONLY',
  );
  expect((await call(bob, `PUT ${at}`, { content: 'It was Monday' })).status).toBe(200);
  expect((await call(bob, `DELETE ${at}`)).status).toBe(204);
  const again = { id: said.id, content: 'It was Monday', from_author: true };
  expect((await call(bob, `POST /topics/${note.id}/comments`, again)).status).toBe(201);
  expect((await board(eve)).comments[note.id]).toMatchObject([
    { content: 'It was Monday', from_author: true },
  ]);
});

it('R-373 an answer is deleted and restored with its note, and never moves to another author', async () => {
  const { bob, eve, note, hers, answer, board, call, enter } = await buildRevealed(app);
  await answer(bob, 'It was Friday');
  await call(eve, `POST /topics/${note.id}/comments`, { content: 'Indeed' });
  await enter('grouping');
  await call(eve, 'POST /groups', { note_ids: [note.id, hers.id] });
  await call(bob, `DELETE /notes/${note.id}`);
  const left = Object.values((await board(eve)).comments).flat();
  expect(left).toMatchObject([{ content: 'Indeed', note_id: hers.id }]);
  await call(bob, `POST /notes/${note.id}/restore`);
  expect((await board(eve)).comments[note.id]).toMatchObject([
    { content: 'It was Friday', from_author: true },
  ]);
});

it('R-374, R-375 a signed note has the name permanently, and no hash, also in the history', async () => {
  const scene = await buildRevealed(app);
  const { ada, bob, eve, meeting, path, note, other, ask, sign, answer, board, call, enter } =
    scene;
  await ask(ada);
  await answer(bob, 'It was Friday');
  await ask(ada, other.id);
  await using live = await app.live({ ...eve.as, authorKey: eve.authorKey }, meeting.id);
  const { seq } = await board(eve);
  const late = await FollowedBoard.open(app, { ...eve, path });
  const own = await FollowedBoard.open(app, { ...bob, path });
  expect((await sign(eve)).problem?.code).toBe('NOTE_AUTHOR_ONLY');
  const signed = await sign(bob);
  expect(signed).toMatchObject({ status: 200, body: { author_id: bob.as.id } });
  expect(signed.body).not.toHaveProperty('mine');
  expect((await sign(bob)).status).toBe(200);
  expect(await live.untilNoteMessage()).toMatchObject({
    type: 'note_updated',
    userId: null,
    data: { note: { author_id: bob.as.id } },
  });
  await call(eve, `PUT /notes/${note.id}/reactions/${encodeURIComponent('🎉')}`);
  await enter('grouping');
  await call(eve, 'POST /groups', { note_ids: [note.id, other.id] });

  const [row] = await app.db.select().from(notes).where(eq(notes.id, note.id));
  expect(row).toMatchObject({ authorId: bob.as.id, authorHash: null });
  const [{ authorHash } = { authorHash: null }] = await app.db
    .select()
    .from(notes)
    .where(eq(notes.id, other.id));
  const hash = z.string().parse(authorHash);
  const logged = await app.db
    .select()
    .from(boardChanges)
    .where(eq(boardChanges.meetingId, meeting.id));
  const parts = logged.flatMap(({ change }) => [...change.put, ...change.remove]);
  const records = await app.db
    .select()
    .from(boardRecords)
    .where(eq(boardRecords.meetingId, meeting.id));
  const texts = [...parts, ...records].map((each) => JSON.stringify(each));
  const about = texts.filter((text) => text.includes(`"id":"${note.id}"`));
  expect(about.filter((text) => text.includes(hash))).toEqual([]);
  expect(about.filter((text) => text.includes(bob.as.id)).length).toBeGreaterThan(1);
  // The other note's question keeps its hash.
  expect(texts.filter((text) => text.includes('question') && text.includes(hash))).not.toEqual([]);

  for (const each of [late, own]) await each.catchUp();
  expect((await board(eve)).seq).toBeGreaterThan(seq);
  const elsewhere = { as: bob.as, authorKey: makeKey(9) };
  expect((await call(elsewhere, `PUT /notes/${note.id}`, { content: 'Mine' })).status).toBe(200);
  expect((await call(eve, `PUT /notes/${note.id}`, { content: 'x' })).status).toBe(403);
  expect((await ask(eve)).problem?.code).toBe('NOTE_NOT_ANONYMOUS');
  const data = await app.read(bob.as, '/api/v1/me/export', PersonalData);
  expect(data.notes.map(({ text }) => text)).toEqual(['Mine']);
  expect(data.comments.map(({ text }) => text)).toEqual(['It was Friday']);
});

it('R-372, R-333 a repeated question is answered as the first, and evidence never counts questions', async () => {
  const { ada, eve, path, ask } = await buildRevealed(app);
  const read = async () => {
    const { written, backup } = await app.read(eve.as, `${path}/anonymity`, AnonymityEvidence);
    const [found] = written.filter(({ title }) => title === 'Questions about notes');
    return [found?.rows, found?.with_person, backup.rows];
  };
  const before = await read();
  const [first, second] = [await ask(ada), await ask(eve)];
  const seqOf = ({ headers }: typeof first) => Number(headers.get('x-board-seq'));
  expect(seqOf(second)).toBe(seqOf(first) + 1);
  for (const evidence of [before, await read()]) expect(evidence).toEqual([null, 0, null]);
  await app.put(ada.as, path, { status: 'closed' });
  expect(await read()).toEqual([null, 0, expect.any(Number)]);
});

it('R-372 a signature does not reveal whether the note was asked, also in the history', async () => {
  const { ada, bob, eve, meeting, path, note, other, ask, sign, board } = await buildRevealed(app);
  const { seq } = await board(eve);
  await using live = await app.live({ ...eve.as, authorKey: eve.authorKey }, meeting.id, seq);
  await ask(ada);
  await sign(bob);
  await sign(bob, other.id);
  await live.until((frame) => frame.type === 'board_changed' && frame.seq === seq + 3);
  const frames = live.frames.filter(({ type }) => type === 'board_changed');
  const page = await app.request('GET', `${path}/events?since=${seq}`, { ...eve });
  for (const told of [frames, EventsPage.parse(page.body).events]) {
    expect(told).toMatchObject(
      [[], [{ id: note.id }], [{ id: other.id }]].map((put) => ({
        userId: null,
        data: { command: null, put, remove: [] },
      })),
    );
  }
  expect((await board(bob)).asked).toEqual([]);
});

it('R-371, R-374 a guest asks, and signs with their given name', async () => {
  const { ada, bob, note, path, enter, call, ask, board } = await buildRevealed(app);
  await app.put(ada.as, path, { settings: { guests: true } });
  const body = { admit: false };
  const { secret } = NewGuestLink.parse((await app.post(ada.as, `${path}/guest-link`, body)).body);
  const session = { secret, name: 'Quentin' };
  const came = await app.request('POST', '/api/v1/guest/session', { body: session });
  const { user_id, access_token } = NewGuestSession.parse(came.body);
  const sessionId = SessionId.parse(user_id);
  const guest = {
    as: { id: user_id, email: '', token: access_token, sessionId },
    authorKey: makeKey(8),
  };
  expect((await ask(guest)).status).toBe(204);
  expect((await board(bob)).asked).toEqual([note.id]);
  await enter('grouping');
  const { id } = Note.parse((await call(guest, 'POST /notes', { content: 'Well done' })).body);
  expect((await call(guest, `POST /notes/${id}/signature`)).body).toMatchObject({
    author_id: user_id,
  });
  const names = await app.get(bob.as, `${path}/names`);
  expect(names.body).toContainEqual({ user_id, name: 'Quentin', is_guest: true, color: null });
});

it('R-375 a signed note and its answers are deleted with the account', async () => {
  const { ada, bob, note, other, ask, sign, answer, board } = await buildRevealed(app);
  await ask(ada);
  await answer(bob, 'It was Friday');
  await sign(bob);
  const superuser = await buildUser(app, { isSuperuser: true });
  await app.db
    .update(users)
    .set({ deletedAt: new Date() })
    .where(sql`id = ${bob.as.id}`);
  const purge = `/api/v1/admin/permanent/users/${bob.as.id}`;
  expect((await app.delete(superuser, purge)).status).toBe(204);
  const seen = await board(ada);
  expect(seen.notes.map(({ id }) => id)).not.toContain(note.id);
  expect(seen.notes.map(({ id }) => id)).toContain(other.id);
  expect(seen.comments).toEqual({});
  expect(await app.db.select().from(comments).where(eq(comments.noteId, note.id))).toEqual([]);
});
