// Answers about an action item, two retros after it was done (docs/retro.md ). They do not prove
// causation.
import { z } from 'zod';

import { queryNumber } from '../api/lists.ts';
import { ActionId } from '../ids.ts';
import { AuthorHash } from '../notes/author-keys.ts';

export const Outcome = z.enum(['better', 'same', 'worse', 'unknown']);
export type Outcome = z.infer<typeof Outcome>;

export const outcomeLabels = {
  better: 'Better',
  same: 'Same',
  worse: 'Worse',
  unknown: "Can't tell",
} as const satisfies Record<Outcome, string>;

/** PUT /actions/{id}/outcome: sets the caller's answer, so retries are idempotent. Also the response. */
export const OutcomeInput = z
  .object({ outcome: Outcome })
  .meta({ examples: [{ outcome: 'better' }] });

/** Maximum number of action items per meeting. The most recently done ones are asked about. */
export const outcomesPerMeeting = 10;

/** All answers of a meeting. Keys have no order and no times, so that nothing reveals when an answer was given. */
export const Outcomes = z.record(AuthorHash, z.record(ActionId, Outcome));
export type Outcomes = z.infer<typeof Outcomes>;

const count = z.number().int().min(0);
export const OutcomeTotals = z.object({ better: count, same: count, worse: count, unknown: count });
export type OutcomeTotals = z.infer<typeof OutcomeTotals>;

/** Null if there are fewer than `answersMin` answers. */
export function outcomeTotals(
  given: Outcomes,
  { id, answersMin }: { id: ActionId; answersMin: number },
): OutcomeTotals | null {
  const answers = Object.values(given).flatMap((own) => own[id] ?? []);
  if (answers.length < answersMin) return null;
  const totals = { better: 0, same: 0, worse: 0, unknown: 0 };
  for (const answer of answers) totals[answer] += 1;
  return totals;
}

export function answersOf({ better, same, worse, unknown }: OutcomeTotals): number {
  return better + same + worse + unknown;
}

export const differenceRule =
  'An action item made a difference if, two retros after it was done, more people say “better” than “same” and “worse” together.';

export function madeDifference({ better, same, worse }: OutcomeTotals): boolean {
  return better > same + worse;
}

export const AskedAction = z.object({
  action_id: ActionId,
  text: z.string(),
  /** Null if there are too few answers. */
  outcome: OutcomeTotals.nullable(),
});
export type AskedAction = z.infer<typeof AskedAction>;

/** Only counts action items with enough answers. Null if there are none. */
export const MadeDifference = z.object({ made: count, of: count }).nullable();

export function countDifference(asked: readonly AskedAction[]): z.infer<typeof MadeDifference> {
  const known = asked.flatMap(({ outcome }) => outcome ?? []);
  if (known.length === 0) return null;
  return { made: known.filter(madeDifference).length, of: known.length };
}

/** `last` is the number of retros. */
export const OutcomesQuery = z.object({ last: queryNumber(1, 52).default(12) });

/** GET /teams/{id}/outcomes: the action items that the last closed retros asked about, most recent first. */
export const TeamOutcomes = z.object({
  answers_min: z.number().int(),
  made_difference: MadeDifference,
  actions: z.array(
    AskedAction.extend({
      /** Notes on the item's topic in these retros, before and after it was done. Null if not comparable. */
      similar: z.object({ before: count, since: count }).nullable(),
    }),
  ),
});
