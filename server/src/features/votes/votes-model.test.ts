// Model test of votes over random phases, votes, groups, deletions and limits (docs/retro.md ). Reads
// notes and groups from the board. Only the votes are modeled.
import { Board } from '@wentwell/contract/board/snapshot';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import type { Phase } from '@wentwell/contract/phases';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { buildTestApp, type TestUser } from '#test/build-test-app';
import { FollowedBoard } from '#test/followed-board';

import { buildVoting } from './votes-scene.suite.ts';

const by = fc.nat(1);
const which = fc.nat(7);
const phase = fc.constantFrom<Phase>('voting', 'grouping', 'discussing', 'closing_ready');
const column = fc.constantFrom('went_well', 'to_improve', 'action');
const steps = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({ kind: fc.constant('vote' as const), by, which, count: fc.nat(4) }),
    },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('enter' as const), to: phase }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('group' as const), which, other: which }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('part' as const), which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), which }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), which, column }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('limit' as const),
        all: fc.integer({ min: 1, max: 8 }),
        one: fc.nat(4),
      }),
    },
  ),
  { minLength: 10, maxLength: 35 },
);

/** Votes by user and note, including deleted notes. */
type Counts = Map<UserId, Map<NoteId, number>>;

interface ModelTopic {
  id: string;
  /** Oldest first. */
  notes: NoteId[];
}

/** Topics that accept votes. */
function topicsOn({ notes, groups }: Board): ModelTopic[] {
  const columnOf = new Map<string, string>(groups.map((each) => [each.id, each.column_id]));
  const byId = new Map<string, ModelTopic>();
  for (const note of notes.toSorted((a, b) => a.position - b.position)) {
    const id = note.group_id ?? note.id;
    if ((columnOf.get(id) ?? note.note_type) === 'action') continue;
    const topic = byId.get(id) ?? { id, notes: [] };
    topic.notes.push(note.id);
    byId.set(id, topic);
  }
  return [...byId.values()];
}

function countOf(counts: Counts, user: UserId, { notes }: ModelTopic): number {
  return notes.reduce((sum, note) => sum + (counts.get(user)?.get(note) ?? 0), 0);
}

function setCount(own: Map<NoteId, number>, { notes }: ModelTopic, change: number): void {
  const [oldest] = notes;
  if (change > 0 && oldest) own.set(oldest, (own.get(oldest) ?? 0) + change);
  let tooMany = -change;
  for (const note of notes.toReversed()) {
    const taken = Math.max(0, Math.min(own.get(note) ?? 0, tooMany));
    own.set(note, (own.get(note) ?? 0) - taken);
    tooMany -= taken;
  }
}

/** The user's expected view of votes. */
function expectedVotes(board: Board, counts: Counts, user: UserId) {
  const topics = topicsOn(board);
  const mine = topics
    .map((topic) => [topic.id, countOf(counts, user, topic)] as const)
    .filter(([, count]) => count > 0);
  const spent = mine.reduce((sum, [, count]) => sum + count, 0);
  const totals = topics.flatMap((topic) => {
    const each = [...counts.keys()].map((voter) => countOf(counts, voter, topic));
    const voters = each.filter((count) => count > 0).length;
    return voters > 0 ? [[topic.id, { votes: each.reduce((a, b) => a + b), voters }] as const] : [];
  });
  const isOver = board.phase.phase === 'discussing' || board.phase.phase === 'closing_ready';
  return {
    mine: Object.fromEntries(mine),
    left: Math.max(0, board.meeting.settings.votes_per_person - spent),
    totals: isOver ? Object.fromEntries(totals) : null,
  };
}

/** The expected response status of a vote. */
function expectedStatus(
  board: Board,
  counts: Counts,
  vote: { user: UserId; topic: ModelTopic | undefined; count: number },
): number {
  const { user, topic, count } = vote;
  if (!topic) return 404;
  if (board.phase.phase !== 'voting') return 409;
  const { votes_per_person, votes_per_topic } = board.meeting.settings;
  const before = countOf(counts, user, topic);
  const spent = topicsOn(board).reduce((sum, each) => sum + countOf(counts, user, each), 0);
  const isWithin = count <= votes_per_topic && spent - before + count <= votes_per_person;
  return count <= before || isWithin ? 200 : 409;
}

it('R-101 to R-105: votes match the model after every step, for everybody', async () => {
  await using app = await buildTestApp();
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const scene = await buildVoting(app, { topics: 5 });
      const { owner, member, path, topics: noteIds, vote, enter, limit } = scene;
      const users: [TestUser, TestUser] = [owner, member];
      const counts: Counts = new Map(users.map(({ id }) => [id, new Map()]));
      const call = (method: string, below: string, body?: object) =>
        app.request(method, path + below, { as: owner, ...(body && { body }) });
      const boardOf = async (as: TestUser) =>
        Board.parse((await app.request('GET', `${path}/board`, { as })).body);
      const open = (as: TestUser) => FollowedBoard.open(app, { path, as });
      const followed = [await open(owner), await open(member)];
      for (const each of walk) {
        const board = await boardOf(owner);
        const note = 'which' in each ? noteIds[each.which % noteIds.length] : undefined;
        switch (each.kind) {
          case 'vote': {
            const user = users[each.by] ?? owner;
            const shown = board.notes.find(({ id }) => id === note);
            const id = shown?.group_id ?? note;
            const topic = topicsOn(board).find((one) => one.id === id);
            const answer = await vote(user, [id, each.count]);
            const status = expectedStatus(board, counts, {
              user: user.id,
              topic,
              count: each.count,
            });
            expect(answer.status).toBe(status);
            const own = counts.get(user.id);
            if (status === 200 && topic && own) {
              accepted += 1;
              setCount(own, topic, each.count - countOf(counts, user.id, topic));
            }
            break;
          }
          case 'enter':
            await enter(each.to);
            break;
          case 'group': {
            const other = noteIds[each.other % noteIds.length];
            await call('POST', '/groups', { note_ids: [note, other] });
            break;
          }
          case 'part': {
            const [group] = board.groups;
            if (group) await call('DELETE', `/groups/${group.id}`);
            break;
          }
          case 'remove':
            await call('DELETE', `/notes/${note}`);
            break;
          case 'restore':
            await call('POST', `/notes/${note}/restore`);
            break;
          case 'move':
            await call('PUT', `/notes/${note}`, { note_type: each.column });
            break;
          case 'limit':
            await limit({ votes_per_person: each.all, votes_per_topic: each.one });
            break;
        }
        for (const user of users) {
          const after = await boardOf(user);
          expect(after.votes).toMatchObject(expectedVotes(after, counts, user.id));
        }
      }
      for (const each of followed) await each.catchUp();
    }),
    { numRuns: 7 },
  );
  expect(accepted).toBeGreaterThan(3);
});
