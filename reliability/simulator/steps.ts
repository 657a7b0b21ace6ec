// What may happen in a step of a simulated world: something that people do, or something that goes wrong.
import { actions, actionWeights } from './actions.ts';
import { faults, faultWeights } from './faults.ts';
import type { Stage } from './stage.ts';

// The order is part of what a seed means.
const weights = { ...actionWeights, ...faultWeights };
const acts = { ...actions, ...faults };

/** Does one random thing and returns its name. */
export async function takeStep(stage: Stage): Promise<keyof typeof weights> {
  const name = stage.world.random.weighted(weights);
  await acts[name](stage);
  return name;
}
