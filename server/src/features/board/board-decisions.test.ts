// The decisions of the contract against the services: on the records of a board each command is decided as its call is
// answered, and changes the records as the call changes the rows.
import { describeAnyError } from '@wentwell/contract/all-errors';
import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { BoardState } from '@wentwell/contract/board/board';
import { apply } from '@wentwell/contract/board/change';
import { commentType } from '@wentwell/contract/board/comments';
import { type Context, isRejected } from '@wentwell/contract/board/context';
import { boardRules } from '@wentwell/contract/board/features';
import { groupType } from '@wentwell/contract/board/groups';
import { noteType } from '@wentwell/contract/board/notes';
import type { BoardRecord } from '@wentwell/contract/board/record';
import { defaultColumns } from '@wentwell/contract/columns';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { type Phase, phases } from '@wentwell/contract/phases';
import type { TimerInput } from '@wentwell/contract/timer';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { comments, toLoggedComment } from '#server/features/comments/comments.table';
import { notes, toLoggedNote } from '#server/features/notes/notes.table';
import { authorHash } from '#server/platform/http/author-key';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

import { readBoardRecords } from './board-records.service.ts';

const columns = defaultColumns.map(({ id }) => id);

/** What a random step is about: members of the board are picked by number, modulo how many there are. */
interface Choice {
  /** The caller. 0 owns the meeting. */
  by: number;
  pick: number;
  other: number;
  text: string;
  /** One of several variants of a command. */
  variant: number;
}

interface Call {
  input: object;
  /** The call that means the same, below the meeting's address. */
  request: [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object];
}

/** Null where the board has nothing that the command could be about. */
type MakeCall = (choice: Choice, found: Found) => Call | null;

interface Found {
  note: string | undefined;
  otherNote: string | undefined;
  group: string | undefined;
  topic: string | undefined;
  deletedNote: string | undefined;
  comment: { id: string; topic_id: string } | undefined;
  isOdd: boolean;
}

const timers: TimerInput[] = [
  { action: 'start', seconds: 300 },
  { action: 'add', seconds: 60 },
  { action: 'pause' },
  { action: 'resume' },
  { action: 'stop' },
];

/** Random meetings for each test. */
const runs = Number(process.env['RUNS'] ?? 4);

/** The phases in which most commands are allowed. */
const busyPhases: Phase[] = [
  'grouping',
  'discussing',
  'grouping',
  'discussing',
  'voting',
  'writing',
  'grouping',
];

const calls: Record<string, MakeCall> = {
  'note.add': ({ text, variant }) => {
    const body = { id: crypto.randomUUID(), content: text, note_type: columns[variant % 3] };
    return { input: body, request: ['POST', '/notes', body] };
  },
  'note.update': ({ text, variant }, { note, isOdd }) => {
    const body = {
      ...(isOdd && { content: text }),
      ...(variant > 1 && { note_type: columns[variant % 3] }),
    };
    return note ? { input: { id: note, ...body }, request: ['PUT', `/notes/${note}`, body] } : null;
  },
  'note.remove': (_, { note }) =>
    note ? { input: { id: note }, request: ['DELETE', `/notes/${note}`] } : null,
  'note.restore': (_, { deletedNote: id }) =>
    id ? { input: { id }, request: ['POST', `/notes/${id}/restore`] } : null,
  'group.create': ({ text }, { note, otherNote, isOdd }) => {
    if (!note || !otherNote || note === otherNote) return null;
    const body = {
      id: crypto.randomUUID(),
      note_ids: [note, otherNote],
      ...(isOdd && { title: text }),
    };
    return { input: body, request: ['POST', '/groups', body] };
  },
  'group.update': ({ text, variant }, { group, otherNote }) => {
    if (!group || !otherNote) return null;
    const changes = [
      { title: text },
      { title: null },
      { add: [otherNote] },
      { remove: [otherNote] },
    ];
    const body = changes[variant % 5] ?? { column_id: columns[1] };
    return { input: { id: group, ...body }, request: ['PUT', `/groups/${group}`, body] };
  },
  'group.dissolve': (_, { group }) =>
    group ? { input: { id: group }, request: ['DELETE', `/groups/${group}`] } : null,
  'vote.set': ({ variant: count }, { topic }) =>
    topic
      ? { input: { topic_id: topic, count }, request: ['PUT', `/topics/${topic}/votes`, { count }] }
      : null,
  'voted.set': (_, { isOdd: finished }) => ({
    input: { finished },
    request: ['PUT', '/votes/finished', { finished }],
  }),
  'ready.set': (_, { isOdd: ready }) => ({
    input: { ready },
    request: ['PUT', '/ready', { ready }],
  }),
  'reaction.set': ({ variant }, { note, isOdd: reacts }) => {
    const emoji = variant % 2 === 0 ? '🎉' : '❤️';
    const path = `/notes/${note}/reactions/${encodeURIComponent(emoji)}`;
    return note
      ? { input: { note_id: note, emoji, reacts }, request: [reacts ? 'PUT' : 'DELETE', path] }
      : null;
  },
  'comment.add': ({ text }, { topic }) => {
    const body = { id: crypto.randomUUID(), content: text };
    return topic
      ? {
          input: { topic_id: topic, ...body },
          request: ['POST', `/topics/${topic}/comments`, body],
        }
      : null;
  },
  'comment.update': ({ text }, { comment }) => {
    if (!comment) return null;
    const path = `/topics/${comment.topic_id}/comments/${comment.id}`;
    return { input: { ...comment, content: text }, request: ['PUT', path, { content: text }] };
  },
  'comment.remove': (_, { comment }) =>
    comment
      ? {
          input: comment,
          request: ['DELETE', `/topics/${comment.topic_id}/comments/${comment.id}`],
        }
      : null,
  'discussion.update': ({ variant }, { topic }) => {
    const fields = [{ current: topic }, { order: [topic] }, { parked: [topic] }, { current: null }];
    const body = fields[variant % 4] ?? {};
    return topic ? { input: body, request: ['PUT', '/discussion', body] } : null;
  },
  'discussion.extend': (_, { isOdd: more }) => ({
    input: { more },
    request: ['PUT', '/discussion/extend', { more }],
  }),
  'timer.set': ({ variant }) => {
    const timer = timers[variant % 5] ?? { action: 'stop' };
    return { input: { timer }, request: ['PUT', '/timer', timer] };
  },
  'phase.next': () => ({ input: {}, request: ['POST', '/phase/next'] }),
  'phase.enter': ({ pick, variant }) => {
    const phase = [...phases, ...busyPhases][pick % 14];
    const body = { phase, duration_minutes: variant === 0 ? 5 : null };
    return { input: body, request: ['POST', '/phase/transition', body] };
  },
};

/** Commands that build a board, and those that need a phase of their own, come more often. */
const often =
  'note.add note.add group.create group.create group.update vote.set comment.add reaction.set phase.enter phase.enter ' +
  'discussion.update discussion.update discussion.extend discussion.extend';
const names = [...Object.keys(calls), ...often.split(' ')];
const Step = fc.record({
  name: fc.constantFrom(...names),
  by: fc.constantFrom(0, 0, 1, 2),
  pick: fc.nat(20),
  other: fc.nat(20),
  text: fc.constantFrom('one', 'two words', 'two notes'),
  variant: fc.nat(4),
});

interface Deleted {
  id: string;
  by: number;
}

function find(board: BoardState, { pick, other }: Choice, deleted: readonly Deleted[]): Found {
  const ids = (records: readonly BoardRecord[]) => records.map(({ id }) => id).toSorted();
  const at = <T>(from: readonly T[], n: number) => from[n % Math.max(from.length, 1)];
  const [noteIds, groupIds] = [ids(board.all(noteType)), ids(board.all(groupType))];
  const comment = board.get(commentType, at(ids(board.all(commentType)), pick) ?? '');
  const note = comment && board.get(noteType, comment.note_id);
  return {
    note: at(noteIds, pick),
    otherNote: at(noteIds, other),
    group: at(groupIds, pick),
    topic: at([...noteIds, ...groupIds], pick),
    deletedNote: at(deleted, pick)?.id,
    comment: comment && { id: comment.id, topic_id: note?.group_id ?? comment.note_id },
    isOdd: other % 2 === 1,
  };
}

/** The records that were removed with a note, as the store will load them. */
async function readTrash(app: TestApp, noteId: NoteId, isDeletedByCaller: boolean) {
  const [row] = await app.db.select().from(notes).where(eq(notes.id, noteId));
  if (!row?.deletedAt) return null;
  const hanging = await app.db.select().from(comments).where(eq(comments.noteId, row.id));
  const withNote = hanging
    .filter(({ deletedAt }) => deletedAt === null)
    .map((comment) => {
      const { topic_id: _, ...fields } = toLoggedComment(comment, row);
      return { ...fields, type: 'comment' };
    });
  return { isDeletedByCaller, records: [{ ...toLoggedNote(row), type: 'note' }, ...withNote] };
}

const times = ['created_at', 'updated_at', 'phase_started_at', 'ends_at', 'current_since'];

/** Reactions are numbered anew on each reading, and times differ by how long a call takes. */
function comparable(board: BoardState, leftOut: readonly string[] = []): string[] {
  const isLeftOut = ({ type }: BoardRecord) => leftOut.includes(type);
  return (
    board
      .records()
      .filter((record) => !isLeftOut(record))
      // What hangs on a deleted note stays on the board, but is not read with its rows.
      .filter(
        (each) => !('note_id' in each) || board.find({ type: 'note', id: String(each.note_id) }),
      )
      .map((record) => {
        const fields = Object.entries(record).map(([field, value]) => {
          if (times.includes(field)) return [field, value === null ? null : 'a time'];
          if (field === 'discussed') return [field, Object.keys(value ?? {}).toSorted()];
          if (field === 'remaining_ms') return [field, typeof value];
          return field === 'id' && record.type === 'reaction' ? [] : [field, value];
        });
        return JSON.stringify(fields.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
      })
      .toSorted()
  );
}

it.each([{ anonymous: false }, { anonymous: true }])(
  'each command is decided as its call is answered (anonymous: $anonymous)',
  async ({ anonymous }) => {
    await using app = await buildTestApp();
    const people = [await buildUser(app), await buildUser(app), await buildUser(app)] as const;
    const [owner, ...members] = people;
    const accepted = new Map<string, number>();

    function contextOf(by: { user: TestUser; hash: AuthorHash | null }): Context {
      const { user, hash } = by;
      const role = user === owner ? 'admin' : 'member';
      return {
        caller: { userId: user.id, isSuperuser: false, role, authorHash: hash },
        actorId: user.id,
        author: hash === null ? { author_id: user.id } : { author_id: null, author_hash: hash },
        now: new Date(),
        recordedAt: new Date().toISOString(),
        createId: () => crypto.randomUUID(),
        memberCount: people.length,
        isWrittenOn: true,
        isServer: true,
        trash: null,
      };
    }

    async function take(meetingId: MeetingId, step: Choice & { name: string }, deleted: Deleted[]) {
      const { name } = step;
      const read = () => app.db.snapshot((queries) => readBoardRecords(queries, meetingId));
      const before = await read();
      const call = calls[name]?.(step, find(before, step, deleted));
      if (!call) return;
      const user = people[step.by] ?? owner;
      const key = Buffer.alloc(32, step.by + 1).toString('base64url');
      const by = { user, hash: anonymous ? authorHash(meetingId, key) : null };
      const isRestore = name === 'note.restore';
      const target = isRestore ? deleted[step.pick % deleted.length] : undefined;
      const trash =
        target && (await readTrash(app, NoteId.parse(target.id), target.by === step.by));
      const context = { ...contextOf(by), trash: trash ?? null };
      const decision = boardRules.decide(before, { name, input: call.input }, context);
      const [method, path, body] = call.request;
      const isByAuthor = /^(note|group|comment|reaction)\./.test(name);
      const answer = await app.request(method, `/api/v1/meetings/${meetingId}${path}`, {
        as: user,
        ...(body && { body }),
        ...(anonymous && isByAuthor && { authorKey: key }),
      });
      const after = await read();
      const refused = isRejected(decision) ? describeAnyError(decision.error).detail : null;
      expect({ name, refused: answer.problem?.detail ?? null }).toEqual({ name, refused });
      const isChanged = decision !== null && !isRejected(decision);
      const expected = isChanged ? apply(before, decision) : before;
      // Votes and reactions of a note that comes back were not read with the rows of the board before.
      const leftOut = isRestore ? ['vote', 'tally', 'reaction', 'reaction_count'] : [];
      expect({ name, input: call.input, records: comparable(after, leftOut) }).toEqual({
        name,
        input: call.input,
        records: comparable(expected, leftOut),
      });
      if (!isChanged) return;
      accepted.set(name, (accepted.get(name) ?? 0) + 1);
      if (name === 'note.remove') {
        const id = path.split('/').at(-1) ?? '';
        deleted.splice(0, deleted.length, ...deleted.filter((each) => each.id !== id), {
          id,
          by: step.by,
        });
      }
    }

    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 60, maxLength: 90 }), async (steps) => {
        // A team of its own: the meetings that a team makes in a day are limited.
        const team = await buildTeam(app, { admin: owner, members });
        const meeting = await buildMeeting(app, { owner, team, phase: 'writing' });
        const path = `/api/v1/meetings/${meeting.id}`;
        const settings = { anonymous, hide_notes: steps.length % 2 === 0 };
        await app.request('PUT', path, { as: owner, body: { settings } });
        const deleted: Deleted[] = [];
        // Something to group, vote on and discuss from the start.
        const first = { name: 'note.add', pick: 0, other: 0, text: 'one', variant: 0 };
        const opening = [0, 1, 2, 0].map((by) => ({ ...first, by }));
        for (const step of [...opening, ...steps]) await take(meeting.id, step, deleted);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    // A step that is always refused compares nothing.
    const missing = Object.keys(calls).filter((name) => !accepted.has(name));
    if (runs > 20) expect(missing).toEqual([]);
    expect([...accepted.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThan(60);
  },
);
