// A team's health: figures of its closed retros (docs/retro.md ). No figure is about one person, and none
// rests on fewer answers than `answers_min`.
import { z } from 'zod';

import { CheckUpTotals, type ScoreTotals } from './check-in.ts';
import { ActionId, MeetingId } from './ids.ts';
import { MadeDifference } from './outcomes.ts';
import { Timestamp } from './text.ts';

/** Null where too few have answered. */
const Score = z.object({ answers: z.number().int(), mean: z.number() }).nullable();
const count = z.number().int().min(0);

/** A closed retro in which at least two people took part. */
export const RetroHealth = z.object({
  meeting_id: MeetingId,
  name: z.string(),
  closed_at: Timestamp,
  mood: Score,
  mood_after: Score,
  worth: Score,
  /** The questions of its check-up that enough have answered (docs/retro.md R-355). */
  check_up: z.array(CheckUpTotals).default([]),
  topics: z.object({
    discussed: count,
    /** The discussed topics with an action item that was agreed in this retro. */
    with_action: count,
  }),
  actions: z.object({
    /** Agreed in this retro; of these done, and open in two retros or more after it. */
    agreed: count,
    done: count,
    kept_twice: count,
    /** The team's at the end of this retro, and how many of these were overdue then. */
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
export type DeliveryRisk = z.infer<typeof DeliveryRisk>;

/** The shares of open action items that are overdue from which the risk is medium, and high. */
const riskFrom = { medium: 0.1, high: 0.25 } as const;

/** Null where nothing is open. */
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
  /** The mood before the last retro. The trend compares the mean of the last three with the three before. */
  morale: z.object({ mean: z.number(), trend: z.enum(['rising', 'steady', 'falling']) }).nullable(),
  /** The share of topics discussed in the last retro that led to an action item. */
  focus: z.number().nullable(),
  /** By the team's open action items now. */
  delivery_risk: DeliveryRisk.nullable(),
  open_actions: z.object({ open: count, overdue: count }),
  actions_per_retro: z.number().nullable(),
  made_difference: MadeDifference,
  /** `rule` says by which rule a figure is counted. */
  sentences: z.array(
    z.object({ text: z.string(), refs: z.array(HealthRef), rule: z.string().optional() }),
  ),
});
export type TeamHealth = z.infer<typeof TeamHealth>;

/** The questions of the retros' check-ups, those of the last retro first. */
export function questionsOf(retros: readonly RetroHealth[]): string[] {
  const asked = retros.toReversed().flatMap(({ check_up }) => check_up);
  return [...new Set(asked.map(({ question }) => question))];
}

export function totalsOn({ check_up }: RetroHealth, question: string): ScoreTotals | null {
  return check_up.find((each) => each.question === question)?.totals ?? null;
}
