// What may happen in a step of a simulated world: something that people do, or something that goes wrong.
import { actions, actionWeights } from './actions.ts';
import { faults, faultWeights } from './faults.ts';
import type { Stage } from './stage.ts';

// The order is part of what a seed means.
const weights = { ...actionWeights, ...faultWeights };
const acts = { ...actions, ...faults };

export type StepName = keyof typeof weights;
/** Weights in the place of the usual: how often a step is taken, 0 for never. */
export type Favours = Partial<Record<StepName, number>>;

/** Does one random thing and returns its name. */
export async function takeStep(stage: Stage, favours: Favours): Promise<StepName> {
  const name = stage.world.random.weighted({ ...weights, ...favours });
  await acts[name](stage);
  return name;
}
