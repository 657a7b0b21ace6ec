// A team's health: figures of its closed retros (docs/retro.md ). No figure is about one person or uses
// fewer than `answers_min` answers.
import { z } from 'zod';

import { MadeDifference } from '../actions/outcomes.ts';
import { CheckUpTotals, type ScoreTotals } from '../check-in/check-in.ts';
import { ActionId, MeetingId } from '../ids.ts';
import { Timestamp } from '../text/text.ts';

/** Null if there are too few answers. */
const Score = z.object({ answers: z.number().int(), mean: z.number() }).nullable();
const count = z.number().int().min(0);

/** A closed retro with at least two participants. */
export const RetroHealth = z.object({
  meeting_id: MeetingId,
  name: z.string(),
  closed_at: Timestamp,
  mood: Score,
  mood_after: Score,
  worth: Score,
  /** Check-up questions with enough answers (docs/retro.md R-355). */
  check_up: z.array(CheckUpTotals).default([]),
  topics: z.object({
    discussed: count,
    /** Discussed topics for which this retro agreed on an action item. */
    with_action: count,
  }),
  actions: z.object({
    /** Agreed in this retro; of these, done, and still open in two or more later retros. */
    agreed: count,
    done: count,
    kept_twice: count,
    /** Null if none of them has enough answers to “Did it help?”. */
    made_difference: count.nullable().default(null),
    /** The team's open action items at the end of this retro, and how many were overdue then. */
    open: count,
    overdue: count,
  }),
});
export type RetroHealth = z.infer<typeof RetroHealth>;

export const HealthRef = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('meeting'), id: MeetingId }),
  z.object({ kind: z.literal('action'), id: ActionId }),
]);
export type HealthRef = z.infer<typeof HealthRef>;

export const DeliveryRisk = z.enum(['low', 'medium', 'high']);

/** Minimum shares of overdue action items for medium and high risk. */
const riskFrom = { medium: 0.1, high: 0.25 } as const;

/** Null if no action item is open. */
export function deliveryRisk({ open, overdue }: { open: number; overdue: number }) {
  if (open === 0) return null;
  const share = overdue / open;
  if (share < riskFrom.medium) return 'low';
  return share < riskFrom.high ? 'medium' : 'high';
}

export const TeamHealth = z.object({
  answers_min: z.number().int(),
  /** Oldest first. */
  retros: z.array(RetroHealth),
  /** The mood before the last retro. The trend compares the means of the last three retros and the three before. */
  morale: z.object({ mean: z.number(), trend: z.enum(['rising', 'steady', 'falling']) }).nullable(),
  /** The share of topics of the last retro that led to an action item. */
  focus: z.number().nullable(),
  /** Based on the team's currently open action items. */
  delivery_risk: DeliveryRisk.nullable(),
  open_actions: z.object({ open: count, overdue: count }),
  actions_per_retro: z.number().nullable(),
  made_difference: MadeDifference,
  /** `rule` explains how the figure is computed. */
  sentences: z.array(
    z.object({
      /** Nodes of earlier versions omit it. */
      about: z
        .enum(['morale', 'focus', 'action_items', 'helped', 'difference'])
        .default('action_items'),
      text: z.string(),
      refs: z.array(HealthRef),
      rule: z.string().optional(),
    }),
  ),
});
export type TeamHealth = z.infer<typeof TeamHealth>;

/** Check-up questions of all retros, starting with the last retro's. */
export function questionsOf(retros: readonly RetroHealth[]): string[] {
  const asked = retros.toReversed().flatMap(({ check_up }) => check_up);
  return [...new Set(asked.map(({ question }) => question))];
}

export function totalsOn({ check_up }: RetroHealth, question: string): ScoreTotals | null {
  return check_up.find((each) => each.question === question)?.totals ?? null;
}
