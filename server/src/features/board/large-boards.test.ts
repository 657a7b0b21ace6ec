// Large responses are compressed, except private parts: their compressed length could reveal them (BREACH).
import { createHook } from 'node:async_hooks';
import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { ActionText } from '@wentwell/contract/actions/actions';
import { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import { Board } from '@wentwell/contract/board/snapshot';
import { ActionId, CommentId, GroupId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { ColumnId } from '@wentwell/contract/notes/columns';
import { CommentContent } from '@wentwell/contract/notes/comments';
import { GroupTitle } from '@wentwell/contract/notes/groups';
import { NoteContent } from '@wentwell/contract/notes/notes';
import { Emoji } from '@wentwell/contract/notes/reactions';
import { expect, it } from 'vitest';

import { actions } from '#server/features/actions/actions.table';
import { comments } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import { notes } from '#server/features/notes/notes.table';
import { reactions } from '#server/features/reactions/reactions.table';
import { newId, newTimelessId } from '#server/platform/ids';
import { buildBoard, follow } from '#test/board-scene';
import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const app = await fileApp();

interface Sent {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Reads the bytes as sent, which `fetch` would decode. */
function read(path: string, as: TestUser, accepts?: string): Promise<Sent> {
  const headers = {
    authorization: `Bearer ${as.token}`,
    ...(accepts !== undefined && { 'accept-encoding': accepts }),
  };
  return new Promise((resolve, reject) => {
    get(app.url + path, { headers }, (answer) => {
      buffer(answer).then((bytes) => resolve({ headers: answer.headers, bytes }), reject);
    }).once('error', reject);
  });
}

const words = (n: number) => `Note ${n}: the build took an hour again, and nobody looked at it`;

/** A board in writing: the owner's notes are hidden from the member. */
async function fullBoard() {
  const board = await buildBoard(app, 'writing');
  for (let n = 0; n < 20; n += 1) {
    await board.note(board.owner, words(n));
    if (n % 10 === 0) await board.note(board.member, `Of the member alone ${n}`);
  }
  return board;
}

it('A-19: sends a large board compressed, as it is without compression', async () => {
  const { path, member, owner } = await fullBoard();
  for (const as of [owner, member]) {
    const plain = await read(`${path}/records`, as);
    const sent = await read(`${path}/records`, as, 'gzip, deflate, br');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(sent.headers['content-encoding']).toBe('gzip');
    expect(Number(sent.headers['content-length'])).toBe(sent.bytes.length);
    expect(JSON.parse(gunzipSync(sent.bytes).toString())).toEqual(
      JSON.parse(plain.bytes.toString()),
    );
    for (const { headers } of [plain, sent]) expect(headers.vary).toContain('Accept-Encoding');
  }
  const [plain, sent] = [
    await read(`${path}/records`, member),
    await read(`${path}/records`, member, 'gzip'),
  ];
  expect(sent.bytes.length).toBeLessThan(plain.bytes.length / 3);
  expect((await read(`${path}/records`, member, 'gzip;q=0, br')).headers).not.toHaveProperty(
    'content-encoding',
  );
});

it('A-19: compresses neither the ticket nor a note that only its author may read', async () => {
  const { path, member, owner, enter } = await fullBoard();
  const { bytes } = await read(`${path}/records?ticket=true`, member, 'gzip');
  const { live_ticket, own_scores } = RecordedBoard.parse(JSON.parse(gunzipSync(bytes).toString()));
  const secrets = [
    live_ticket?.ticket ?? '',
    'Of the member alone 0',
    'Of the member alone 10',
    JSON.stringify(own_scores),
  ];
  for (const secret of secrets) expect(bytes.includes(secret)).toBe(true);
  expect(secrets[0]).not.toBe('');
  // Parts that everybody reads are compressed.
  await enter('grouping');
  const shown = await read(`${path}/records`, owner, 'gzip');
  expect(gunzipSync(shown.bytes).includes(words(15))).toBe(true);
  expect(shown.bytes.includes(words(15))).toBe(false);
});

it('A-19: compresses long lists, and nothing that is short', async () => {
  const { owner, member, team } = await buildBoard(app);
  const list = `/api/v1/teams/${team.id}/meetings`;
  expect((await read(list, member, 'gzip')).headers).not.toHaveProperty('content-encoding');
  for (let n = 0; n < 9; n += 1) await buildMeeting(app, { owner, team });
  const { headers, bytes } = await read(list, member, 'gzip');
  expect(headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(bytes).toString())).toHaveLength(10);
});

it('A-19: compresses no list with own hidden notes, or with texts of several teams', async () => {
  const { path, member, owner, team } = await fullBoard();
  for (let n = 0; n < 9; n += 1) await buildMeeting(app, { owner, team });
  const lists = [
    [`${path}/notes`, member],
    ['/api/v1/notes/me', owner],
    ['/api/v1/meetings', owner],
  ] as const;
  for (const [list, as] of lists) {
    const { headers, bytes } = await read(list, as, 'gzip');
    expect(bytes.length).toBeGreaterThan(4096);
    expect(headers).not.toHaveProperty('content-encoding');
  }
});

it('A-19: compresses no addresses, beside which guests choose their names', async () => {
  const owner = await buildUser(app);
  const members = await Promise.all(Array.from({ length: 9 }, () => buildUser(app)));
  const team = await buildTeam(app, { admin: owner, members });
  const { id } = await buildMeeting(app, { owner, team, phase: 'grouping' });
  const path = `/api/v1/meetings/${id}`;
  for (let n = 0; n < 10; n += 1) {
    await app.post(owner, `${path}/notes`, { content: words(n), note_type: 'went_well' });
  }
  for (const each of members) await follow(app, each, id);
  const { headers, bytes } = await read(`${path}/records`, owner, 'gzip');
  expect(headers['content-encoding']).toBe('gzip');
  for (const { email } of members) expect(bytes.includes(email)).toBe(true);
});

it('compresses few parts of a board that own notes divide, because each takes 256 KB', async () => {
  const { path, member, owner, note } = await buildBoard(app, 'writing');
  for (let n = 0; n < 24; n += 1) {
    await note(member, words(n));
    for (let more = 0; more < (n % 8 === 0 ? 6 : 1); more += 1) await note(owner, words(more));
  }
  let compressions = 0;
  const watch = createHook({
    init(_, type) {
      compressions += Number(type === 'ZLIB');
    },
  });
  watch.enable();
  const { bytes } = await read(`${path}/records`, member, 'gzip');
  watch.disable();
  expect(gunzipSync(bytes).includes(words(23))).toBe(true);
  expect(compressions).toBeGreaterThan(1);
  expect(compressions).toBeLessThan(6);
});

/** The sum of a board's maxima (docs/api.md A-75). */
const mostBytes = 26 * 1024 * 1024;

// JSON escapes a control character as six bytes. Names allow no control characters, so their maximum is three bytes.
const longest = (length: number) => `a${'\u0001'.repeat(length - 2)}a`;
const longestLine = (length: number) => '漢'.repeat(length);
const emojis = ['🎉', '👍', '🔥', '😀', '😁', '😂', '🤣', '😃', '😄', '😅', '😆', '😉'];

function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

it('A-75: a full board is answered whole, within the bytes of its limits', async () => {
  await using app = await buildTestApp();
  const { owner, member, team, meeting, path } = await buildBoard(app);
  const at = { meetingId: meeting.id, teamId: team.id };
  const groupIds = times(limits.notesPerBoard / 2, () => newTimelessId(GroupId));
  const noteType = ColumnId.parse('went_well');
  const noteRows = times(limits.notesPerBoard, (position) => ({
    ...at,
    id: newTimelessId(NoteId),
    authorId: member.id,
    content: NoteContent.parse(longest(limits.noteContentMax)),
    noteType,
    hidden: false,
    position,
    groupId: groupIds[position % groupIds.length] ?? null,
  }));
  const groupRows = groupIds.map((id) => ({
    ...at,
    id,
    title: GroupTitle.parse(longestLine(limits.groupTitleMax)),
    titleIsCustom: true,
    columnId: noteType,
  }));
  const noteIds = noteRows.map(({ id }) => id);
  const commentRows = times(limits.commentsPerBoard, (n) => ({
    ...at,
    id: newTimelessId(CommentId),
    noteId: noteIds[n % noteIds.length] ?? newTimelessId(NoteId),
    authorId: member.id,
    content: CommentContent.parse(longest(limits.commentContentMax)),
  }));
  const reactionRows = noteIds.flatMap((noteId) =>
    emojis
      .slice(0, limits.emojisPerNote)
      .map((emoji) => ({ ...at, noteId, userId: member.id, emoji: Emoji.parse(emoji) })),
  );
  const actionRows = times(limits.actionsPerMeeting, () => ({
    ...at,
    id: newId(ActionId),
    text: ActionText.parse(longestLine(limits.actionTextMax)),
    reason: longestLine(limits.actionReasonMax),
    status: 'dropped' as const,
    meetingsSeen: 1,
    createdBy: owner.id,
  }));
  await app.db.insert(groups).values(groupRows);
  for (let n = 0; n < noteRows.length; n += 100) {
    await app.db.insert(notes).values(noteRows.slice(n, n + 100));
    await app.db.insert(comments).values(commentRows.slice(n, n + 100));
  }
  for (let n = 0; n < reactionRows.length; n += 1000) {
    await app.db.insert(reactions).values(reactionRows.slice(n, n + 1000));
  }
  await app.db.insert(actions).values(actionRows);
  await app.post(owner, `${path}/phase/transition`, { phase: 'discussing' });
  const answer = await app.get(owner, `${path}/board`);
  expect(answer.status).toBe(200);
  const board = Board.parse(answer.body);
  expect(board.notes).toHaveLength(limits.notesPerBoard);
  expect(Object.values(board.comments).flat()).toHaveLength(limits.commentsPerBoard);
  expect(board.actions).toHaveLength(limits.actionsPerMeeting);
  expect(board.groups).toHaveLength(groupIds.length);
  expect(Object.keys(board.reactions)).toHaveLength(limits.notesPerBoard);
  const bytes = Buffer.byteLength(answer.text);
  expect(bytes).toBeLessThan(mostBytes);
  // The test board must come close to the maximum.
  expect(bytes).toBeGreaterThan(0.9 * mostBytes);
});
