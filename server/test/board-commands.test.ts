// Invariants of every command of a board: followers on every node get it, a repeated request changes nothing, and so do
// invalid input, an outdated version, another phase and a command after the meeting. A route that changes no board says
// here why not.
import { Board } from '@wentwell/contract/board/snapshot';
import { Thanks } from '@wentwell/contract/board/thanks';
import { ActionId, CommentId, GroupId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { type Phase, phases } from '@wentwell/contract/phases';
import { afterAll, describe, expect, it } from 'vitest';

import { memoryBus } from '#server/platform/bus/bus';
import { newId, newTimelessId } from '#server/platform/ids';

import { fillHistory, follow } from './board-scene.ts';
import { buildTestApp, said, type TestApp } from './build-test-app.ts';
import { FollowedBoard } from './followed-board.ts';
import { buildMeetingScene } from './meeting-scene.ts';

const bus = memoryBus();
const app = await buildTestApp({}, { bus });
const there = await buildTestApp({}, { bus, beside: app });
afterAll(async () => {
  await there[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
  await bus.close();
});

const mine = /^\/api\/v1\/(meetings|notes|actions)\b/;

const silent: Record<string, string> = {
  'POST /api/v1/meetings': 'nobody is on a board that is only being made',
  'DELETE /api/v1/meetings/:meetingId': 'its sockets are closed; there is no board left to tell',
  'POST /api/v1/meetings/:meetingId/live-ticket': 'changes nothing of the board',
  'POST /api/v1/meetings/:meetingId/summary-mail': 'a mail changes nothing of the board',
  'POST /api/v1/meetings/:meetingId/ai-draft': 'a draft is stored nowhere',
  'PUT /api/v1/meetings/:meetingId/ai-summary':
    'a summary stands in the report of a finished meeting',
  'DELETE /api/v1/meetings/:meetingId/ai-summary': 'the same',
  'PUT /api/v1/actions/:actionId/outcome': 'answers are told after the meeting alone',
  'POST /api/v1/meetings/:meetingId/carry-over': 'announced on the board that gets the notes',
  'PUT /api/v1/meetings/:meetingId/mood':
    'announced are only totals, of enough new scores at a time',
  'PUT /api/v1/meetings/:meetingId/worth':
    'announced are only totals, of enough new scores at a time',
  'PUT /api/v1/meetings/:meetingId/check-up': 'announced are totals, when a lead shows them',
  'POST /api/v1/meetings/:meetingId/check-up/results': 'announced are totals of enough answers',
  'POST /api/v1/meetings/:meetingId/notes/:noteId/question':
    'of an anonymous meeting alone: questions.test.ts',
  'POST /api/v1/meetings/:meetingId/notes/:noteId/signature': 'the same',
  'POST /api/v1/meetings/:meetingId/catch-up/additions':
    'lies face down until a later meeting turns it over',
  'DELETE /api/v1/meetings/:meetingId/catch-up/additions/:additionId': 'the same',
  'POST /api/v1/meetings/:meetingId/additions/reveal': 'announced where any wait',
  'POST /api/v1/meetings/:meetingId/spectator-link': 'the number of screens is told as they come',
  'DELETE /api/v1/meetings/:meetingId/spectator-link': 'the number of screens is told as they go',
  'POST /api/v1/meetings/:meetingId/guest-link': 'guests are told as they come',
  'DELETE /api/v1/meetings/:meetingId/guest-link': 'guests stand in no record of the board',
  'PUT /api/v1/meetings/:meetingId/guests/:guestId': 'guests stand in no record of the board',
};

// Bodies with which each command changes something; other tests check the answers.
const bodies: Record<
  string,
  (scene: { memberId: string; noteIds: string[] }) => object | undefined
> = {
  'PUT /api/v1/meetings/:meetingId': () => ({ name: 'renamed' }),
  'POST /api/v1/meetings/:meetingId/owner': ({ memberId }) => ({ owner_id: memberId }),
  'PUT /api/v1/meetings/:meetingId/co-leads': ({ memberId }) => ({
    user_id: memberId,
    is_co_lead: true,
  }),
  'POST /api/v1/meetings/:meetingId/phase/next': () => undefined,
  'POST /api/v1/meetings/:meetingId/phase/transition': () => ({ phase: 'voting' }),
  'PUT /api/v1/meetings/:meetingId/ready': () => ({ ready: true }),
  'PUT /api/v1/meetings/:meetingId/hand': () => ({ raised: true }),
  'DELETE /api/v1/meetings/:meetingId/hands': () => undefined,
  'POST /api/v1/meetings/:meetingId/thanks': ({ memberId }) => ({
    to_user_id: memberId,
    text: 'For all',
  }),
  'DELETE /api/v1/meetings/:meetingId/thanks/:thanksId': () => undefined,
  'PUT /api/v1/meetings/:meetingId/check-in': () => ({ question_hidden: true }),
  'PUT /api/v1/meetings/:meetingId/check-in/turn': () => ({ done: true }),
  'POST /api/v1/meetings/:meetingId/check-in/next-question': () => undefined,
  'PUT /api/v1/meetings/:meetingId/timer': () => ({ action: 'start', seconds: 300 }),
  'PUT /api/v1/meetings/:meetingId/topics/:topicId/votes': () => ({ count: 1 }),
  'PUT /api/v1/meetings/:meetingId/votes/finished': () => ({ finished: true }),
  'PUT /api/v1/meetings/:meetingId/discussion': ({ noteIds }) => ({ parked: noteIds }),
  'PUT /api/v1/meetings/:meetingId/discussion/extend': () => ({ more: true }),
  'POST /api/v1/meetings/:meetingId/topics/:topicId/comments': () => ({
    id: newTimelessId(CommentId),
    content: 'new',
  }),
  'PUT /api/v1/meetings/:meetingId/topics/:topicId/comments/:commentId': () => ({
    content: 'edited',
  }),
  'DELETE /api/v1/meetings/:meetingId/topics/:topicId/comments/:commentId': () => undefined,
  'PUT /api/v1/meetings/:meetingId/notes/:noteId/reactions/:emoji': () => undefined,
  'DELETE /api/v1/meetings/:meetingId/notes/:noteId/reactions/:emoji': () => undefined,
  'POST /api/v1/meetings/:meetingId/notes': () => ({ id: newTimelessId(NoteId), content: 'new' }),
  'PUT /api/v1/meetings/:meetingId/notes/:noteId': () => ({ content: 'edited' }),
  'DELETE /api/v1/meetings/:meetingId/notes/:noteId': () => undefined,
  'POST /api/v1/meetings/:meetingId/notes/:noteId/restore': () => undefined,
  'POST /api/v1/meetings/:meetingId/groups': ({ noteIds }) => ({
    id: newTimelessId(GroupId),
    note_ids: noteIds,
  }),
  'PUT /api/v1/meetings/:meetingId/groups/:groupId': () => ({ title: 'Typed' }),
  'DELETE /api/v1/meetings/:meetingId/groups/:groupId': () => undefined,
  'POST /api/v1/meetings/:meetingId/actions': () => ({ id: newId(ActionId), text: 'Ask' }),
  'PUT /api/v1/actions/:actionId': () => ({ status: 'done' }),
  'DELETE /api/v1/actions/:actionId': () => undefined,
  'POST /api/v1/actions/:actionId/restore': () => undefined,
};

const unknownId = '00000000-0000-4000-8000-000000000099';
const noText = ['', ' \n ', 'a\u0000b', 'a\ud800', ['a'], null, 7];
const noNoteText = [...noText, 'x'.repeat(2001)];
const noId = ['x', 'x'.repeat(10_000)];
const noTitle = [' ', 'x'.repeat(101), 'a\u0007b'];

/** Values that a field refuses with 422. `undefined` leaves it out. */
const refusedValues: Record<
  string,
  (scene: { noteIds: string[] }) => Record<string, readonly unknown[]>
> = {
  'PUT /api/v1/meetings/:meetingId': () => ({ name: noText }),
  'POST /api/v1/meetings/:meetingId/thanks': () => ({ text: ['  ', 'x'.repeat(201), null] }),
  'PUT /api/v1/meetings/:meetingId/timer': () => ({
    seconds: [4, 14_401, 60.5, '60', null, undefined],
    action: ['restart'],
  }),
  'PUT /api/v1/meetings/:meetingId/topics/:topicId/votes': () => ({
    count: [-1, 1.5, limits.votesPerPersonMax + 1, 1e21, '1', true, null, [1], undefined],
  }),
  'PUT /api/v1/meetings/:meetingId/discussion': ({ noteIds: [note = ''] }) => ({
    current: [7, 'first', unknownId],
    order: [[note, note], [unknownId]],
    parked: [note, [unknownId]],
    discussed: [{ [note]: -1 }, { [note]: 1.5 }, { [note]: 86_401 }, { [unknownId]: 1 }],
  }),
  'POST /api/v1/meetings/:meetingId/topics/:topicId/comments': () => ({
    content: [...noNoteText, undefined],
    id: noId,
  }),
  'PUT /api/v1/meetings/:meetingId/topics/:topicId/comments/:commentId': () => ({
    content: noNoteText,
  }),
  'POST /api/v1/meetings/:meetingId/notes': () => ({
    content: [...noNoteText, undefined],
    note_type: ['other', 7],
    id: noId,
  }),
  'PUT /api/v1/meetings/:meetingId/notes/:noteId': () => ({
    content: noNoteText,
    note_type: ['column-of-another-team'],
    position: [-1],
  }),
  'POST /api/v1/meetings/:meetingId/groups': ({ noteIds: [a = ''] }) => ({
    note_ids: [
      [a],
      [a, a],
      [a, unknownId],
      [a, 'x'],
      Array.from({ length: limits.notesPerBoard + 1 }, () => newTimelessId(NoteId)),
    ],
    title: noTitle,
    column_id: ['nowhere'],
    id: ['1'],
  }),
  'PUT /api/v1/meetings/:meetingId/groups/:groupId': () => ({
    title: noTitle,
    column_id: ['nowhere'],
    add: [[unknownId]],
    remove: [[unknownId]],
  }),
  'POST /api/v1/meetings/:meetingId/actions': () => ({
    text: [...noText, undefined],
    assignee_id: [unknownId],
    note_id: [unknownId],
    topic_id: [unknownId],
    id: noId,
  }),
  'PUT /api/v1/actions/:actionId': () => ({
    text: noText,
    assignee_id: [unknownId],
    status: ['dropped'],
  }),
};

/** Commands on a versioned record: a call with an outdated `If-Match` is refused (docs/api.md A-33). */
const versioned =
  /(PUT|DELETE) .*:(note|group|comment|action)Id$|(PUT|POST) .*meetings\/:meetingId(\/owner|\/co-leads|\/phase\/\w+)?$/;

/** Commands whose subject is gone afterwards, or is no longer their sender's. */
const cannotRepeat = /DELETE .*:(note|group|comment|action|thanks)Id$|\/owner$/;

/** Commands that do something each time, because there is always a next one. */
const neverRepeated = /\/(next|next-question|timer|thanks|transition)$/;

const changing: readonly Phase[] = [
  'writing',
  'revealing',
  'grouping',
  'discussing',
  'closing_ready',
];
const responding: readonly Phase[] = phases.slice(phases.indexOf('revealing'));

/** The phases that allow a command (docs/retro.md R-11). Without an entry all do. */
const allowedIn: readonly (readonly [RegExp, readonly Phase[]])[] = [
  [/POST .*\/notes$/, ['writing', 'grouping']],
  [/DELETE .*\/notes\/:noteId$|\/notes\/:noteId\/restore$/, changing],
  [/\/groups/, ['grouping', 'discussing']],
  [/\/votes/, ['voting']],
  [/\/discussion/, ['discussing']],
  [/\/comments|\/reactions/, responding],
  [/\/check-in/, ['joining']],
  [/POST .*\/(actions|thanks)$/, ['discussing', 'closing_ready']],
];

const refusedAfterwards = [
  'MEETING_NOT_LIVE',
  'MEETING_FINISHED',
  'MEETING_NOT_EDITABLE',
  'NOTE_CHANGES_FINISHED',
  'ACTIONS_MEETING_OVER',
];

/** Commands that a full hourly history accepts: removals, action items, and changes of the meeting or its timer. */
const ignoresQuota = /^DELETE|\/actions\b|\/(next|transition|owner|co-leads|timer|:meetingId)$/;

/** Commands that a meeting accepts after its end, too. */
const afterwards = /actions\/:actionId|\/thanks/;

function changingRoutes({ routes }: Pick<TestApp, 'routes'>): string[] {
  return routes
    .filter(({ method, path }) => !['GET', 'OPTIONS'].includes(method) && mine.test(path))
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted();
}

/** A board on which a route's command changes something. */
async function buildCommand(route: string) {
  const scene = await buildMeetingScene({ app, phase: 'grouping' });
  const { owner, member, meeting, path, write } = scene;
  const [note, other] = [
    await write(owner, { content: 'x', note_type: 'went_well' }),
    await write(owner, { content: 'y', note_type: 'went_well' }),
  ];
  const noteIds = [note.id, other.id];
  const groupId = newTimelessId(GroupId);
  const actionId = newId(ActionId);
  const commentId = newTimelessId(CommentId);
  const [method = '', pattern = ''] = route.split(' ');
  const address = pattern
    .replace(':meetingId', meeting.id)
    .replace(/:noteId|:topicId/, note.id)
    .replace(':groupId', groupId)
    .replace(':actionId', actionId)
    .replace(':commentId', commentId)
    .replace(':emoji', encodeURIComponent('🎉'));
  if (route.startsWith('DELETE') && pattern.endsWith(':emoji')) {
    await app.put(owner, address);
  }
  if (pattern.endsWith('/hands')) {
    await app.put(member, `${path}/hand`, { raised: true });
  }
  if (pattern.includes(':commentId')) {
    const body = { id: commentId, content: 'A comment' };
    await app.post(owner, `${path}/topics/${note.id}/comments`, body);
  }
  if (pattern.includes(':groupId')) {
    await app.post(owner, `${path}/groups`, { id: groupId, note_ids: noteIds });
  }
  const [feature = ''] = /votes|discussion|actions|check-in|thanks/.exec(pattern) ?? [];
  const phase = {
    votes: 'voting',
    discussion: 'discussing',
    actions: 'discussing',
    'check-in': 'joining',
    thanks: 'closing_ready',
  }[feature];
  if (phase) await app.post(owner, `${path}/phase/transition`, { phase });
  if (pattern.endsWith('/extend')) {
    await app.put(owner, `${path}/discussion`, { current: note.id });
  }
  if (pattern.includes(':actionId')) {
    await app.post(owner, `${path}/actions`, { id: actionId, text: 'Ask' });
  }
  if (pattern.endsWith('/restore')) {
    await app.delete(owner, address.replace('/restore', ''));
  }
  let thanksId = '';
  if (pattern.includes(':thanksId')) {
    const thanks = { to_user_id: member.id, text: 'For all' };
    thanksId = Thanks.parse((await app.post(owner, `${path}/thanks`, thanks)).body).id;
  }
  const body = bodies[route]?.({ memberId: member.id, noteIds });
  const to = address.replace(':thanksId', thanksId);
  return {
    ...scene,
    body,
    noteIds,
    enter: (to: Phase) => app.post(owner, `${path}/phase/transition`, { phase: to }),
    send: (sent = body, headers = {}) =>
      app.request(method, to, { as: owner, body: sent, headers }),
    seq: async () => (await app.read(owner, `${path}/board`, Board)).seq,
  };
}

async function expectRefusedAfterwards({
  call,
  admin,
  body,
  send,
  seq,
}: Awaited<ReturnType<typeof buildCommand>>): Promise<void> {
  expect((await call('PUT', '', { as: admin, body: { status: 'closed' } })).status).toBe(200);
  const over = await seq();
  // With its first id, a request is answered as a repetition.
  const { status, problem } = await send(body && { ...body, id: undefined });
  expect(status).toBe(409);
  expect(refusedAfterwards).toContain(problem?.code);
  expect(await seq()).toBe(over);
}

describe('every command of a board', () => {
  it('is listed here, and no other is', async () => {
    const scene = await buildMeetingScene({ app });
    const listed = [...Object.keys(bodies), ...Object.keys(silent)];
    expect(changingRoutes(scene.app)).toEqual(listed.toSorted());
  });

  it.each(Object.keys(bodies))(
    'reaches every node once, however often it is sent, and none after the meeting: %s',
    async (route) => {
      const command = await buildCommand(route);
      const { member, meeting, path, body, noteIds, send, seq } = command;
      const before = await seq();
      const odd = Object.keys(body ?? {}).map((field) => [field, [{ odd: 1 }]] as const);
      for (const [field, values] of [
        ...odd,
        ...Object.entries(refusedValues[route]?.({ noteIds }) ?? {}),
      ]) {
        for (const value of values) {
          const { status } = await send({ ...body, [field]: value });
          expect([field, value, status]).toEqual([field, value, 422]);
        }
      }
      if (versioned.test(route)) {
        const stale = await send(body, { 'If-Match': '"0"' });
        expect(stale.problem).toMatchObject({ status: 412, code: 'STALE_VERSION' });
        expect(stale.problem?.current).toHaveProperty('version');
        expect((await send(body, { 'If-Match': '2' })).status).toBe(422);
      }
      expect(await seq()).toBe(before);

      const followed = await FollowedBoard.open(there, { path, as: member });
      await using live = await follow(there, member, meeting.id);
      await fillHistory(app, meeting);
      if (!ignoresQuota.test(route)) {
        expect(said(await send())).toEqual([429, 'BOARD_HISTORY_FULL']);
        await fillHistory(app, meeting, { left: limits.boardHistoryBytesPerHour });
      }
      const key = { 'Idempotency-Key': 'once' };
      const first = await send(body, key);
      expect(first.status).toBeLessThan(300);
      const after = await seq();
      expect(after).toBeGreaterThan(before);
      await live.until((frame) => frame.type === 'board_changed' && frame.seq === after);
      await followed.catchUp();

      const again = await send(body, key);
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect([first, again].map(({ headers }) => headers.get('idempotency-key'))).toEqual([
        'once',
        'once',
      ]);
      if (!cannotRepeat.test(route) && !neverRepeated.test(route)) {
        const same = await send(body, { 'If-Match': '*' });
        const status = first.status === 201 ? 200 : first.status;
        expect(same).toMatchObject({ status, body: first.body });
      }
      expect(await seq()).toBe(after);
      if (!cannotRepeat.test(route) && !afterwards.test(route))
        await expectRefusedAfterwards(command);
    },
  );

  it.each(
    Object.keys(bodies).flatMap((route) => {
      const [, allowed] = allowedIn.find(([pattern]) => pattern.test(route)) ?? [];
      return allowed ? [{ route, allowed }] : [];
    }),
  )('is refused by phases other than $allowed: $route', async ({ route, allowed }) => {
    const { enter, send, seq } = await buildCommand(route);
    for (const phase of phases.filter((each) => !allowed.includes(each))) {
      await enter(phase);
      const before = await seq();
      expect([phase, (await send()).problem]).toMatchObject([
        phase,
        { status: 409, code: expect.stringMatching(/_NOT_NOW$|_NOT_YET$|_OVER$/) },
      ]);
      expect(await seq()).toBe(before);
    }
    for (const phase of allowed) {
      await enter(phase);
      // A second deletion finds nothing.
      expect([200, 201, 204, 404], phase).toContain((await send()).status);
    }
  });

  it.each(
    Object.keys(bodies).filter((route) => cannotRepeat.test(route) && !afterwards.test(route)),
  )('is refused after the meeting: %s', async (route) => {
    await expectRefusedAfterwards(await buildCommand(route));
  });
});
