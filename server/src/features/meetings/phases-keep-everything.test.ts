// No phase change deletes or resets anything (docs/retro.md R-12), for any phases and any actions between.
import { Board } from '@wentwell/contract/board/snapshot';
import { topicIdOf } from '@wentwell/contract/discussion/topics';
import { type Phase, phases } from '@wentwell/contract/phases';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { buildBoard } from '#test/board-scene';
import { buildTestApp, type TestUser } from '#test/build-test-app';

const acts = ['note', 'group', 'vote', 'comment', 'react', 'agree', 'park'] as const;
type Act = (typeof acts)[number];
interface Step {
  to: Phase;
  acts: { kind: Act; by: number; at: number }[];
}
const anyStep: fc.Arbitrary<Step> = fc.record({
  to: fc.constantFrom(...phases),
  acts: fc.array(fc.record({ kind: fc.constantFrom(...acts), by: fc.nat(1), at: fc.nat(9) }), {
    maxLength: 3,
  }),
});

function stepTo(to: Phase, ...kinds: Act[]): Step {
  return { to, acts: kinds.map((kind, at) => ({ kind, by: 0, at })) };
}
/** Does every action once, then goes back through all phases. */
const everyAct: Step[] = [
  stepTo('grouping', 'note', 'group'),
  stepTo('voting', 'vote'),
  stepTo('discussing', 'comment', 'react', 'agree', 'park'),
  ...phases.toReversed().map((to) => stepTo(to)),
];

/**
 * The contents that must survive a phase change for a user. Masks others' notes, which may be hidden.
 */
function contentOf(board: Board) {
  const { notes, groups, votes, comments, reactions, actions, discussion, you } = board;
  return {
    // A reveal may change the order.
    notes: notes
      .map(({ id, note_type, group_id, author_id, content }) => {
        const isOwn = author_id === you.user_id;
        return { id, note_type, group_id, author_id, content: isOwn && content };
      })
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    groups,
    votes: votes.mine,
    comments,
    reactions,
    actions,
    parked: discussion?.parked ?? [],
  };
}

/** The request of an action on the current board. The phase may refuse it. */
function requestOf(kind: Act, at: number, { notes, groups }: Board): [string, string, object?] {
  const note = notes[at % Math.max(1, notes.length)];
  const topic = note ? topicIdOf(note) : 'none';
  switch (kind) {
    case 'note':
      return ['POST', '/notes', { content: `Note ${at}`, note_type: 'went_well' }];
    case 'group':
      return groups[at]
        ? ['PUT', `/groups/${groups[at].id}`, { add: [note?.id] }]
        : ['POST', '/groups', { note_ids: [note?.id, notes[(at + 1) % notes.length]?.id] }];
    case 'vote':
      return ['PUT', `/topics/${topic}/votes`, { count: 1 }];
    case 'comment':
      return ['POST', `/topics/${topic}/comments`, { content: 'A comment' }];
    case 'react':
      return ['PUT', `/notes/${note?.id}/reactions/${encodeURIComponent('🎉')}`];
    case 'agree':
      return ['POST', '/actions', { text: 'Ask', topic_id: note && topic }];
    case 'park':
      return ['PUT', '/discussion', { parked: [topic] }];
  }
}

it('R-12: every note, group, vote, comment, reaction and action item survives every phase change', async () => {
  await using app = await buildTestApp();
  const done = new Set<Act>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 8 }), async (walk) => {
      const { owner, member, path, topic } = await buildBoard(app, 'writing');
      const people: [TestUser, TestUser] = [owner, member];
      for (const as of [owner, member, owner]) await topic(as, 'A note');
      const boardOf = async (as: TestUser) =>
        Board.parse((await app.request('GET', `${path}/board`, { as })).body);
      const boardsNow = () => Promise.all([boardOf(owner), boardOf(member)]);
      for (const { to, acts: between } of walk) {
        const before = (await boardsNow()).map(contentOf);
        const phase = { as: owner, body: { phase: to } };
        await app.request('POST', `${path}/phase/transition`, phase);
        const after = await boardsNow();
        expect(after.map((board) => board.phase.phase)).toEqual([to, to]);
        expect(after.map(contentOf)).toEqual(before);
        for (const { kind, by, at } of between) {
          const as = people[by] ?? owner;
          const [method, below, body] = requestOf(kind, at, after[0]);
          const answer = await app.request(method, path + below, { as, ...(body && { body }) });
          if (answer.status < 300) done.add(kind);
        }
      }
    }),
    { numRuns: 3, examples: [[everyAct]] },
  );
  expect([...done].toSorted()).toEqual([...acts].toSorted());
}, 60_000);
