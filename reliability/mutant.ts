// Mutation testing: faults injected into the product, which the simulator must detect. Files stay unchanged. The
// process that runs a mutant loads a modified text (faulty-simulator.ts).
import type { Favours } from './simulator/steps.ts';

export interface Mutant {
  name: string;
  file: string;
  /** A text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Step weights that make the fault more likely to appear. */
  favours?: Favours;
  /** Enables comments, reactions, discussion and action items, which other mutants' worlds omit. */
  needsResponses?: true;
  /** Enables check-ins, scores and carry-over, which other mutants' worlds omit. */
  needsCheckIn?: true;
  /** Enables catch-up, which other mutants' worlds omit. */
  needsCatchUp?: true;
  /** The fault appears only in anonymous meetings. */
  isAnonymous?: true;
}

/** Applies the mutation. Throws unless `find` occurs exactly once. */
export function textWith({ file, find, replace }: Mutant, text: string): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} does not have once: ${find}`);
  return parts.join(replace);
}
