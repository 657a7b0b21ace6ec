// How users go around with the question of the day in a simulated world. Scores are not among it: nothing that is logged
// says whose they are, so no command can be held against its event (server/src/features/check-in/scores.test.ts).
import { lead } from './actions.ts';
import { type Action, owner, type Stage, someBoard } from './stage.ts';

/** The weight of each action among all steps. Worlds that are about something else have none of them. */
export const checkInWeights = {
  gather: 0,
  turn: 0,
  ask: 0,
};

/** A board in joining where there is one. */
function joining({ world }: Stage) {
  const there = world.boards.filter(({ history }) => history.now.phase === 'joining');
  return world.random.pick(there.length > 0 ? there : world.boards);
}

export const checkInActs: Record<keyof typeof checkInWeights, Action> = {
  gather(stage) {
    const intent = { kind: 'jump', phase: 'joining', isTimed: false } as const;
    const body = { phase: intent.phase };
    lead(stage, someBoard(stage), { below: '/phase/transition', body, intent });
  },
  turn(stage) {
    const { random, users } = stage.world;
    const intent = { kind: 'turn', done: random.chance(0.7) } as const;
    const body = { done: intent.done };
    const as = random.pick(users);
    lead(stage, joining(stage), { as, below: '/check-in/turn', method: 'PUT', body, intent });
  },
  ask(stage) {
    const { random, users } = stage.world;
    const as = random.chance(0.8) ? owner(stage) : random.pick(users);
    lead(stage, joining(stage), { as, below: '/check-in/next-question', intent: { kind: 'ask' } });
  },
};
