// Discussion actions in the simulation. The owner leads, and all users vote on more time.
import { lead } from './lead.ts';
import type { Intent } from './ledger.ts';
import type { SimBoard } from './observe.ts';
import { topicsOn } from './oracle-discussion.ts';
import { type Action, owner, type Stage, someBoard } from './stage.ts';

/** The weight of each action among all steps. */
export const discussionWeights = {
  discuss: 3,
  choose: 5,
  arrange: 2,
  park: 3,
  extend: 4,
};

/** Prefers a board in the discussing phase. */
function discussed({ world }: Stage): SimBoard {
  const there = world.boards.filter(({ history }) => history.now.phase === 'discussing');
  return world.random.pick(there.length > 0 ? there : world.boards);
}

function someTopics({ world }: Stage, { history }: SimBoard): string[] {
  return [...topicsOn(history.now).keys()].filter(() => world.random.chance(0.5));
}

function leadDiscussion(
  stage: Stage,
  board: SimBoard,
  { body, intent }: { body: object; intent: Intent },
): void {
  const { random, users } = stage.world;
  const as = random.chance(0.9) ? owner(stage) : random.pick(users);
  lead(stage, board, { as, below: '/discussion', method: 'PUT', body, intent });
}

export const discussionActs: Record<keyof typeof discussionWeights, Action> = {
  discuss(stage) {
    const phase = stage.world.random.pick(['discussing', 'discussing', 'joining']);
    const intent = { kind: 'jump', phase, isTimed: false } as const;
    lead(stage, someBoard(stage), { below: '/phase/transition', body: { phase }, intent });
  },
  choose(stage) {
    const board = discussed(stage);
    const topics = [...topicsOn(board.history.now).keys()];
    const { random } = stage.world;
    const isTopic = topics.length > 0 && random.chance(0.9);
    const topic = isTopic ? random.pick(topics) : null;
    leadDiscussion(stage, board, { body: { current: topic }, intent: { kind: 'choose', topic } });
  },
  arrange(stage) {
    const board = discussed(stage);
    const topics = someTopics(stage, board).toReversed();
    leadDiscussion(stage, board, { body: { order: topics }, intent: { kind: 'arrange', topics } });
  },
  park(stage) {
    const board = discussed(stage);
    const topics = someTopics(stage, board);
    leadDiscussion(stage, board, { body: { parked: topics }, intent: { kind: 'park', topics } });
  },
  extend(stage) {
    const board = discussed(stage);
    const { random, users } = stage.world;
    const intent = { kind: 'extend', more: random.chance(0.5) } as const;
    const body = { more: intent.more };
    const as = random.pick(users);
    lead(stage, board, { as, below: '/discussion/extend', method: 'PUT', body, intent });
  },
};
