// A step of a simulated world is a user action or a fault.
import { actions, actionWeights } from './actions.ts';
import { anonymousActs, anonymousWeights, usualAnonymousWeights } from './anonymous-acts.ts';
import { carryActs, carryWeights } from './carry-acts.ts';
import { catchUpActs, catchUpWeights } from './catch-up-acts.ts';
import { checkInActs, checkInWeights } from './check-in-acts.ts';
import { discussionActs, discussionWeights } from './discussion-acts.ts';
import { faults, faultWeights } from './faults.ts';
import { leadActs, leadWeights } from './lead-acts.ts';
import { responses, responseWeights } from './responses.ts';
import type { Stage } from './stage.ts';
import { teamActs, teamActWeights } from './team-acts.ts';

// Changing the order changes every seed's run.
const weights = {
  ...actionWeights,
  ...responseWeights,
  ...teamActWeights,
  ...discussionWeights,
  ...faultWeights,
  ...checkInWeights,
  ...carryWeights,
  ...anonymousWeights,
  ...leadWeights,
  ...catchUpWeights,
};
const acts = {
  ...actions,
  ...responses,
  ...teamActs,
  ...discussionActs,
  ...faults,
  ...checkInActs,
  ...carryActs,
  ...anonymousActs,
  ...leadActs,
  ...catchUpActs,
};

export type StepName = keyof typeof weights;
/** Overrides of the default weights. 0: never. */
export type Favours = Partial<Record<StepName, number>>;

function never(weights: Favours): Favours {
  return Object.fromEntries(Object.keys(weights).map((name) => [name, 0]));
}

/** Disables check-in, scores and carry-over. */
export const withoutCheckIn = never({ ...checkInWeights, ...carryWeights });

/** Disables catch-up. */
export const withoutCatchUp = never(catchUpWeights);

/** Disables comments, reactions, discussions and action items. */
export const withoutResponses = never({
  ...responseWeights,
  ...teamActWeights,
  ...discussionWeights,
});

/** Runs one random step and returns its name. */
export async function takeStep(stage: Stage, favours: Favours): Promise<StepName> {
  const { random, isAnonymous } = stage.world;
  const usual = isAnonymous ? { ...weights, ...usualAnonymousWeights } : weights;
  const name = random.weighted({ ...usual, ...favours });
  await acts[name](stage);
  return name;
}
