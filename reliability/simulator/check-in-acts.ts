// Check-in and score actions in the simulation. Changes do not reveal the author of a score, so stored scores are
// compared with the requests.
import { finishBoard } from './actions.ts';
import { atOtherBrowser, keyOf, scorerOf } from './anonymity.ts';
import { lead } from './lead.ts';
import type { SimBoard } from './observe.ts';
import { isLatePhase, type ScoreCommand } from './oracle-scores.ts';
import { type Action, owner, type Stage, someBoard } from './stage.ts';

/** The weight of each action among all steps. */
export const checkInWeights = {
  gather: 0.5,
  turn: 2,
  ask: 0.7,
  score: 6,
  checkUp: 3,
  showCheckUp: 1,
  /** Never by default: a closed board accepts little. */
  finish: 0,
};

/** Check-up questions of all meetings. */
export const checkUp = ['Our releases are calm', 'We can speak openly here'];

/** Prefers a board in the joining phase. */
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
  score(stage) {
    const { random } = stage.world;
    const board = someBoard(stage);
    const isLate = isLatePhase(board.history.now);
    const what = random.chance(isLate ? 0.5 : 0.9) ? 'mood' : 'worth';
    give(stage, board, { what, below: `/${what}`, fields: {} });
  },
  checkUp(stage) {
    const question = stage.world.random.pick(checkUp);
    const asked = {
      what: `question:${question}`,
      below: '/check-up',
      fields: { question },
    } as const;
    give(stage, joining(stage), asked);
  },
  showCheckUp(stage) {
    const { random, users } = stage.world;
    const as = random.chance(0.8) ? owner(stage) : random.pick(users);
    const intent = { kind: 'showCheckUp' } as const;
    lead(stage, someBoard(stage), { as, below: '/check-up/results', intent });
  },
  finish(stage) {
    const board = someBoard(stage);
    const asked = { what: 'worth', below: '/worth', fields: {} } as const;
    give(stage, board, asked);
    finishBoard(stage, board);
    give(stage, board, asked);
    give(stage, board, asked);
  },
};

interface Asked {
  what: ScoreCommand['what'];
  below: string;
  fields: object;
}

function give(stage: Stage, board: SimBoard, { what, below, fields }: Asked): void {
  const { random, users, ledger } = stage.world;
  const as = random.pick(users);
  const author = random.chance(0.95) ? as.id : atOtherBrowser(as.id);
  const intent = { kind: 'score', what, score: random.between(1, 5) } as const;
  // Pages send scores one at a time. With two pending scores, the winner would be random.
  const isPending = ledger.entries.some(
    (each) =>
      each.intent.kind === 'score' &&
      each.author === author &&
      each.board === board.id &&
      each.state === 'open',
  );
  if (isPending) return;
  ledger.scorers.set(scorerOf(keyOf(author, as.id, board.id), board.id), author);
  const body = { ...fields, score: intent.score };
  lead(stage, board, { as, author, below, method: 'PUT', body, intent, needsKey: true });
}
