// docs/retro.md: rights in an anonymous meeting.
import { NoteId } from '@wentwell/contract/ids';
import { Comment } from '@wentwell/contract/notes/comments';
import { Note } from '@wentwell/contract/notes/notes';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { comments } from '#server/features/comments/comments.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { type Bus, memoryBus } from '#server/platform/bus/bus';
import { receipts } from '#server/platform/http/receipts.table';
import { newTimelessId } from '#server/platform/ids';

import { buildAnonymousMeeting, makeKey } from './anonymous-scene.ts';
import { textsOf } from './board-scene.ts';
import { buildTestApp, fileApp } from './build-test-app.ts';
import { FollowedBoard } from './followed-board.ts';
import { sendTogether } from './held-board.ts';
import { openLiveClient } from './live-client.ts';
import { manualClock } from './manual-clock.ts';

const app = await fileApp();

it('R-171 even a deleted note fixes anonymity', async () => {
  const { ada, bob, path, write, call } = await buildAnonymousMeeting(app);
  const named = { settings: { anonymous: false } };
  const note = await write(bob, 'Mine');
  await call(bob, `DELETE /notes/${note.id}`);
  const refused = await app.put(ada.as, path, named);
  expect(refused).toMatchObject({ status: 409, problem: { code: 'ANONYMITY_FIXED' } });
});

it('R-171 a note earlier in the same transaction fixes anonymity', async () => {
  await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
  const { ada, bob, eve, path, meeting, call } = await buildAnonymousMeeting(app);
  const named = { settings: { anonymous: false } };
  const { answers } = await sendTogether(app, { owner: ada.as, meeting }, [
    () => call(eve, 'PUT /hand', { raised: true }),
    () => call(bob, 'POST /notes', { content: 'Mine', note_type: 'went_well' }),
    () => app.put(ada.as, path, named),
  ]);
  expect(answers).toMatchObject([{ status: 201 }, { problem: { code: 'ANONYMITY_FIXED' } }]);
});

it('R-172 only the key’s holder reads and changes a hidden note', async () => {
  const { ada, bob, eve, call, write, board } = await buildAnonymousMeeting(app);
  const note = await write(bob, 'Deploys hurt');
  expect(note).toMatchObject({ author_id: null, mine: true, content: 'Deploys hurt' });
  const bobElsewhere = { as: bob.as, authorKey: makeKey(9) };
  const viewers = [ada, eve, bobElsewhere, { as: bob.as }];
  for (const who of viewers) {
    const [seen] = (await board(who)).notes;
    expect(seen).toMatchObject({ author_id: null, mine: false, content: '' });
  }
  expect((await board(bob)).notes).toMatchObject([{ mine: true, content: 'Deploys hurt' }]);
  const at = `/notes/${note.id}`;
  for (const who of [ada, eve, bobElsewhere]) {
    expect((await call(who, `PUT ${at}`, { content: 'x' })).status).toBe(403);
    expect((await call(who, `DELETE ${at}`)).status).toBe(403);
  }
  const edited = await call(bob, `PUT ${at}`, { content: 'Deploys hurt less' });
  expect(edited).toMatchObject({ status: 200, body: { mine: true, author_id: null } });
});

it('R-172 from another account, too: the key counts, not the person', async () => {
  const { bob, eve, call, write } = await buildAnonymousMeeting(app);
  const note = await write(bob, 'Deploys hurt');
  const asEve = { as: eve.as, authorKey: bob.authorKey };
  const edited = await call(asEve, `PUT /notes/${note.id}`, { content: 'Changed' });
  expect(edited).toMatchObject({ status: 200, body: { mine: true, content: 'Changed' } });
});

it('R-172 after the reveal the owner edits and deletes, members move, and the author stays unknown', async () => {
  const { ada, bob, eve, call, write, enter, board } = await buildAnonymousMeeting(app);
  const [first, second] = [await write(bob, 'One'), await write(bob, 'Two')];
  await enter('grouping');
  expect((await call(eve, `PUT /notes/${first.id}`, { content: 'x' })).status).toBe(403);
  const moved = await call(eve, `PUT /notes/${first.id}`, { note_type: 'to_improve' });
  expect(moved).toMatchObject({ status: 200, body: { mine: false, author_id: null } });
  expect((await call(ada, `PUT /notes/${first.id}`, { content: 'One!' })).status).toBe(200);
  expect((await call(ada, `DELETE /notes/${second.id}`)).status).toBe(204);
  // Only its deleter restores it: neither its author nor another browser of the owner.
  const restore = `/notes/${second.id}/restore`;
  expect((await call(bob, `POST ${restore}`)).status).toBe(404);
  expect((await call({ as: ada.as, authorKey: makeKey(9) }, `POST ${restore}`)).status).toBe(404);
  expect((await call(ada, `POST ${restore}`)).status).toBe(200);
  const seen = (await board(bob)).notes.map(({ content, mine }) => ({ content, mine }));
  expect(seen).toHaveLength(2);
  expect(seen).toEqual(
    expect.arrayContaining([
      { content: 'One!', mine: true },
      { content: 'Two', mine: true },
    ]),
  );
});

it('R-173 changes on notes require a key, and are refused without a valid one', async () => {
  const { bob, path, write, enter } = await buildAnonymousMeeting(app);
  const [note, other] = [await write(bob, 'One'), await write(bob, 'Two')];
  await enter('grouping');
  const requests = [
    ['POST', '/notes', { content: 'x' }],
    ['PUT', `/notes/${note.id}`, { note_type: 'to_improve' }],
    ['DELETE', `/notes/${note.id}`],
    ['PUT', `/notes/${note.id}/reactions/${encodeURIComponent('🎉')}`],
    ['POST', `/topics/${note.id}/comments`, { content: 'x' }],
    ['POST', '/groups', { note_ids: [note.id, other.id] }],
  ] as const;
  for (const [method, below, body] of requests) {
    const options = { as: bob.as, ...(body && { body }) };
    const none = await app.request(method, path + below, options);
    expect([none.status, none.problem?.code], below).toEqual([422, 'AUTHOR_KEY_MISSING']);
    const broken = await app.request(method, path + below, { ...options, authorKey: 'short' });
    expect([broken.status, broken.problem?.code], below).toEqual([422, 'VALIDATION']);
  }
  const snapshot = await app.request('GET', `${path}/board`, { as: bob.as, authorKey: 'short' });
  expect(snapshot.status).toBe(422);
});

it('R-174 reactions and comments belong to their key', async () => {
  const { ada, bob, eve, call, write, enter, board } = await buildAnonymousMeeting(app);
  const note = await write(bob, 'One');
  await enter('revealing');
  const emoji = `/notes/${note.id}/reactions/${encodeURIComponent('🎉')}`;
  for (const who of [bob, bob, eve]) expect((await call(who, `PUT ${emoji}`)).status).toBe(204);
  expect((await board(bob)).reactions[note.id]).toEqual({ '🎉': { count: 2, mine: true } });
  expect((await board(ada)).reactions[note.id]).toEqual({ '🎉': { count: 2, mine: false } });
  const made = await call(eve, `POST /topics/${note.id}/comments`, { content: 'Yes' });
  const comment = Comment.parse(made.body);
  expect(comment).toMatchObject({ author_id: null, mine: true });
  const at = `/topics/${note.id}/comments/${comment.id}`;
  expect((await call(bob, `PUT ${at}`, { content: 'No' })).status).toBe(403);
  expect((await call(eve, `PUT ${at}`, { content: 'Yes!' })).status).toBe(200);
  const [[seen] = []] = Object.values((await board(bob)).comments);
  expect(seen).toMatchObject({ author_id: null, mine: false, content: 'Yes!' });
  await call(eve, `DELETE ${emoji}`);
  expect((await board(bob)).reactions[note.id]).toEqual({ '🎉': { count: 1, mine: true } });
});

it('R-175 a socket opened with the key gets what its holder may read; its changes lead to the board', async () => {
  const { bob, eve, meeting, path, call, write, enter, board } = await buildAnonymousMeeting(app);
  const open = (who: typeof bob) => FollowedBoard.open(app, { path, ...who });
  const followed = [await open(bob), await open(eve)];
  const { seq: since } = await board(bob);
  await using bobs = await app.live({ ...bob.as, authorKey: bob.authorKey }, meeting.id, since);
  await using others = await app.live(bob.as, meeting.id, since);
  const note = await write(bob, 'canary');
  const own = await bobs.untilType('board_changed');
  expect(own.data.own?.put).toMatchObject([{ mine: true, author_id: null, content: 'canary' }]);
  expect(own.userId).toBeNull();
  const masked = await others.untilType('board_changed');
  expect(masked.data.put).toMatchObject([{ mine: false, author_id: null, content: '' }]);
  expect(textsOf(bobs)).toEqual(['canary']);
  expect(JSON.stringify(others.received)).not.toContain('canary');
  await call(bob, `PUT /notes/${note.id}`, { content: 'canary two' });
  await write(eve, 'canary three');
  // The reveal erases the history before it.
  for (const each of followed) await each.catchUp();
  await enter('grouping');
  await call(eve, 'POST /groups', {
    note_ids: (await board(bob)).notes.map(({ id }) => id),
  });
  for (const each of followed) await each.catchUp();
  const mine = async (who: typeof bob) =>
    (await board(who)).notes.filter((each) => each.mine).map(({ content }) => content);
  expect([await mine(bob), await mine(eve)]).toEqual([['canary two'], ['canary three']]);
});

it('R-175 a socket with an invalid key is refused', async () => {
  const { bob, meeting } = await buildAnonymousMeeting(app);
  const address = app.liveAddress(meeting.id, bob.as.token);
  const protocols = ['wentwell', 'author-key.short'];
  await expect(openLiveClient(address, {}, protocols)).rejects.toThrow('404');
});

it('R-176 editing and dragging marks name nobody, also on the bus', async () => {
  const bus = memoryBus();
  const published: string[] = [];
  const watched: Bus = {
    ...bus,
    publish(channel, message) {
      published.push(message);
      bus.publish(channel, message);
    },
  };
  await using app = await buildTestApp({}, { bus: watched });
  const { ada, bob, meeting, write, enter } = await buildAnonymousMeeting(app);
  const note = await write(bob, 'One');
  await enter('grouping');
  await using bobs = await app.live({ ...bob.as, authorKey: bob.authorKey }, meeting.id);
  await using adas = await app.live({ ...ada.as, authorKey: ada.authorKey }, meeting.id);
  bobs.send({ type: 'note_editing', data: { note_id: note.id } });
  expect((await adas.untilType('note_editing')).userId).toBeNull();
  bobs.send({ type: 'note_dragging', data: { note_id: note.id, over: null } });
  expect((await adas.untilType('note_dragging')).userId).toBeNull();
  bobs.send({ type: 'note_updated', data: { note_id: note.id } });
  const shown = await adas.untilNoteMessage();
  expect(shown).toMatchObject({ userId: null, data: { note: { author_id: null, mine: false } } });
  await bobs.roundTrip();
  expect(bobs.frames.filter(({ type }) => /editing|dragging/.test(type))).toEqual([]);
  const ofNote = published.filter(
    (message) => message.includes('"hint"') && message.includes(note.id),
  );
  expect(ofNote).toHaveLength(3);
  expect(ofNote.filter((message) => message.includes(bob.as.id))).toEqual([]);
  await bus.close();
});

it('R-177 notes do not show when in a phase they were written, and keep their order', async () => {
  const { bob, eve, meeting, write, call, enter } = await buildAnonymousMeeting(app);
  const written = [await write(bob, 'One'), await write(eve, 'Two'), await write(bob, 'Three')];
  const [row] = await app.db.select().from(meetings).where(eq(meetings.id, meeting.id));
  const began = row?.phaseStartedAt?.getTime() ?? 0;
  const afterBegin = written.map(({ created_at }) => Date.parse(created_at) - began);
  expect(afterBegin).toEqual(written.map(({ position }) => position));
  await enter('revealing');
  const [note] = written;
  if (!note) throw new Error('unreachable');
  for (const content of ['a', 'b', 'c']) {
    await call(eve, `POST /topics/${note.id}/comments`, { content });
  }
  const answer = await call(bob, 'GET /board');
  expect(JSON.stringify(answer.body)).toMatch(/"content":"a".*"content":"b".*"content":"c"/);
});

it('R-23 a reveal does not show which notes one person wrote in sequence', async () => {
  const { bob, eve, write, enter, board } = await buildAnonymousMeeting(app);
  for (const who of [bob, eve]) {
    for (let at = 1; at <= 8; at += 1) await write(who, `${who === bob ? 'B' : 'E'}${at}`);
  }
  const before = (await board(bob)).notes;
  await enter('revealing');
  const after = (await board(eve)).notes;
  const placesOf = (notes: typeof after) => notes.map((note) => [note.position, note.created_at]);
  expect(placesOf(after)).toEqual(placesOf(before));
  // An equal order has a probability of 1 in 16!.
  expect(after.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id));
  expect(new Set(after.map(({ content }) => content)).size).toBe(16);
  await enter('writing');
  await enter('revealing');
  expect((await board(bob)).notes.map(({ id }) => id)).toEqual(after.map(({ id }) => id));
});

it('R-178 anonymous texts are in no list of a person’s texts', async () => {
  const { bob, write } = await buildAnonymousMeeting(app);
  await write(bob, 'One');
  const mine = await app.request('GET', '/api/v1/notes/me', { ...bob });
  expect(mine).toMatchObject({ status: 200, body: [] });
});

it('R-179 a repeated request changes nothing, and its receipt names nobody', async () => {
  const { bob, eve, path, board } = await buildAnonymousMeeting(app);
  const body = { content: 'Once' };
  const headers = { 'Idempotency-Key': 'the-same' };
  const tries = [];
  for (let time = 0; time < 2; time += 1) {
    tries.push(await app.request('POST', `${path}/notes`, { ...bob, body, headers }));
  }
  expect(tries.map(({ status }) => status)).toEqual([201, 201]);
  expect(tries[0]?.body).toEqual(tries[1]?.body);
  const { id: written } = Note.parse(tries[0]?.body);
  const edit = { ...bob, body: { content: 'Edited' } };
  const edited = await app.request('PUT', `${path}/notes/${written}`, edit);
  const third = await app.request('POST', `${path}/notes`, { ...bob, body, headers });
  expect(third).toMatchObject({ status: 201, body: edited.body });
  const kept = await app.db
    .select()
    .from(receipts)
    .where(sql`kept ->> 'id' = ${written}`);
  expect(kept).toMatchObject([{ key: 'unnamed' }]);
  const people = [bob, eve].map(({ as }) => as.id);
  expect(people.filter((id) => JSON.stringify(kept).includes(id))).toEqual([]);
  const hers = await app.request('POST', `${path}/notes`, { ...eve, body, headers });
  expect(Note.parse(hers.body).id).not.toBe(Note.parse(tries[0]?.body).id);
  // The id of another user's note must not reveal its author.
  const id = newTimelessId(NoteId);
  await app.request('POST', `${path}/notes`, { ...bob, body: { id, content: 'His' } });
  const taken = await app.request('POST', `${path}/notes`, { ...eve, body: { id, content: 'X' } });
  expect(Note.parse(taken.body).id).not.toBe(id);
  expect((await board(bob)).notes).toHaveLength(4);
});

it('R-172 a note with a key is not added with a name after names were enabled', async () => {
  const { ada, bob, path, call, board } = await buildAnonymousMeeting(app);
  expect((await app.put(ada.as, path, { settings: { anonymous: false } })).status).toBe(200);
  const refused = await call(bob, 'POST /notes', { content: 'Without my name' });
  expect(refused).toMatchObject({ status: 409, problem: { code: 'MEETING_NOT_ANONYMOUS' } });
  expect((await board(ada)).notes).toEqual([]);
  const knowing = { as: bob.as, body: { content: 'With my name' } };
  const written = await app.request('POST', `${path}/notes`, knowing);
  expect(written).toMatchObject({ status: 201, body: { author_id: bob.as.id } });
});

it('R-178 the owner’s deletions of others’ notes do not reveal the owner’s own notes', async () => {
  await using app = await buildTestApp();
  const { ada, bob, call, write, enter } = await buildAnonymousMeeting(app);
  const [own, his, hers] = [await write(ada, 'A'), await write(bob, 'B'), await write(ada, 'C')];
  await enter('revealing');
  const made = await call(bob, `POST /topics/${own.id}/comments`, { content: 'Yes' });
  const { id } = Comment.parse(made.body);
  for (const at of [`/topics/${own.id}/comments/${id}`, `/notes/${his.id}`, `/notes/${hers.id}`]) {
    expect((await call(ada, `DELETE ${at}`)).status).toBe(204);
  }
  const rows = [...(await app.db.select().from(notes)), ...(await app.db.select().from(comments))];
  const deleters = rows.flatMap(({ deletedByHash }) => deletedByHash ?? []);
  // Each has another deleter, and none is an author.
  expect(new Set(deleters).size).toBe(3);
  const authors = rows.map(({ authorHash }) => authorHash);
  expect(deleters.filter((each) => authors.includes(each))).toEqual([]);
  expect((await call(ada, `POST /notes/${his.id}/restore`)).status).toBe(200);
  expect((await call(bob, `POST /notes/${hers.id}/restore`)).status).toBe(404);
  const again = await call(ada, `POST /topics/${own.id}/comments`, { id, content: 'Yes' });
  expect(again.status).toBe(201);
});
