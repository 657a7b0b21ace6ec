// Badges for events in retros, never for the content of notes (docs/retro.md ).
import { z } from 'zod';

import { MeetingId } from '../ids.ts';
import { Timestamp } from '../text/text.ts';

const BadgeName = z.enum([
  'first_retro',
  'every_voice_heard',
  'four_in_a_row',
  'all_actions_done',
  'quick_follow_through',
  'came_back_to_it',
  'led_ten_retros',
]);
export type BadgeName = z.infer<typeof BadgeName>;

export const badgeRules = {
  inARow: 4,
  /** Maximum days between two consecutive retros of a team in a row. */
  rowBreaksAfterDays: 35,
  followThroughDays: 7,
  /** The number of retros in which the item was open, including the one that agreed on it. */
  openInRetros: 3,
  led: 10,
} as const;

const { inARow, rowBreaksAfterDays, followThroughDays, openInRetros, led } = badgeRules;

/** A badge without a `team` text is for users only, and vice versa. */
export const badgeTexts: Record<BadgeName, { title: string; team?: string; person?: string }> = {
  first_retro: {
    title: 'First retro',
    team: 'The team closed its first retro.',
    person: 'You took part in your first retro.',
  },
  every_voice_heard: {
    title: 'Every voice heard',
    team: 'Everyone who took part wrote a note. Anonymous meetings do not count.',
  },
  four_in_a_row: {
    title: 'Four in a row',
    team: `${inARow} retros followed each other within ${rowBreaksAfterDays} days each.`,
    person: `You took part in ${inARow} retros of a team in a row.`,
  },
  all_actions_done: {
    title: 'All actions done',
    team: 'All action items of the retro before were done. Dropped ones do not count.',
  },
  quick_follow_through: {
    title: 'Quick follow-through',
    team: `An action item was done within ${followThroughDays} days of the retro that agreed on it.`,
    person: `You did an action item within ${followThroughDays} days of the retro that agreed on it.`,
  },
  came_back_to_it: {
    title: 'Came back to it',
    team: `An action item that was open in ${openInRetros} retros was done.`,
    person: `You did an action item that was open in ${openInRetros} retros.`,
  },
  led_ten_retros: { title: 'Led ten retros', person: `You led ${led} retros.` },
};

/** Each badge once, with the time it was last earned. */
export const Badge = z.object({
  badge: BadgeName,
  title: z.string(),
  /** The rule for earning it. */
  description: z.string(),
  times: z.number().int().min(1),
  earned_at: Timestamp,
  /** The retro whose closing earned it. */
  meeting_id: MeetingId,
  meeting_name: z.string(),
});
export type Badge = z.infer<typeof Badge>;
