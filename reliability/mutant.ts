// Faults put into the product on purpose, each of which the simulator must find. The files do not change; the process
// that runs a mutant loads one of them with another text (faulty-simulator.ts).
import type { Favours } from './simulator/steps.ts';

export interface Mutant {
  name: string;
  file: string;
  /** A text that occurs exactly once in the file, and its replacement. */
  find: string;
  replace: string;
  /** Step weights that make the fault more likely to show. */
  favours?: Favours;
  /** It shows in comments, reactions, the discussion or action items; the worlds of other faults leave these out. */
  needsResponses?: true;
  /** It shows in check-ins, scores, or topics that are carried over; the worlds of other faults leave these out. */
  needsCheckIn?: true;
  /** It shows in what people who were away add; the worlds of other faults leave it out. */
  needsCatchUp?: true;
  /** It shows in anonymous meetings alone. */
  isAnonymous?: true;
}

/** The text of the mutant's file with the fault in it. Throws where the text to replace does not occur exactly once. */
export function textWith({ file, find, replace }: Mutant, text: string): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} does not have once: ${find}`);
  return parts.join(replace);
}
