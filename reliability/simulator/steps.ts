// A step of a simulated world is a user action or a fault.
import { actions, actionWeights } from './actions.ts';
import { anonymousActs, anonymousWeights, usualAnonymousWeights } from './anonymous-acts.ts';
import { checkInActs, checkInWeights } from './check-in-acts.ts';
import { discussionActs, discussionWeights } from './discussion-acts.ts';
import { faults, faultWeights } from './faults.ts';
import { responses, responseWeights } from './responses.ts';
import type { Stage } from './stage.ts';
import { teamActs, teamActWeights } from './team-acts.ts';

// A change of the order changes what every seed does.
const weights = {
  ...actionWeights,
  ...responseWeights,
  ...teamActWeights,
  ...discussionWeights,
  ...faultWeights,
  ...checkInWeights,
  ...anonymousWeights,
};
const acts = {
  ...actions,
  ...responses,
  ...teamActs,
  ...discussionActs,
  ...faults,
  ...checkInActs,
  ...anonymousActs,
};

export type StepName = keyof typeof weights;
/** Weights that replace the usual ones; 0 means never. */
export type Favours = Partial<Record<StepName, number>>;

/** Worlds in which nobody responds to notes, discusses them, or agrees on anything. */
export const withoutResponses: Favours = Object.fromEntries(
  Object.keys({ ...responseWeights, ...teamActWeights, ...discussionWeights }).map((name) => [
    name,
    0,
  ]),
);

/** Runs one random step and returns its name. */
export async function takeStep(stage: Stage, favours: Favours): Promise<StepName> {
  const { random, isAnonymous } = stage.world;
  const usual = isAnonymous ? { ...weights, ...usualAnonymousWeights } : weights;
  const name = random.weighted({ ...usual, ...favours });
  await acts[name](stage);
  return name;
}
