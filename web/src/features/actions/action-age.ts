import { type Action, unassignedLabel } from '@wentwell/contract/actions/actions';

import { type Day, dayAfter, daysBetween } from '#web/api/days';
import { onFirstUse } from '#web/ui/formats';

import { dayWithWeekday } from './day-words.ts';

const endings = onFirstUse(() => new Intl.PluralRules('en', { type: 'ordinal' }));
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/** For example "3rd retro"; empty in the first. */
export function ageText({ meetings_seen: seen }: Pick<Action, 'meetings_seen'>): string | null {
  return seen < 2 ? null : `${seen}${suffixes[endings().select(seen)] ?? 'th'} retro`;
}

/** Replaces an owner who has left the team. */
export const formerOwnerText = (former: { name: string } | null | undefined): string =>
  former ? `Nobody, formerly ${former.name}` : unassignedLabel;

type Due = Pick<Action, 'status' | 'due_on'>;

export function isLate({ status, due_on }: Due, today: Day): boolean {
  return status === 'open' && due_on !== null && due_on < today;
}

/** For example "Tomorrow" or "Fri 27 Nov"; late or not. */
export function dueText(due_on: Day | null, today: Day): string {
  if (due_on === null) return 'No day';
  if (due_on === today) return 'Today';
  return due_on === dayAfter(today, 1) ? 'Tomorrow' : dayWithWeekday(due_on, today);
}

/** As `dueText`, but "3 days late" after the day. */
export function dayText(action: Due, today: Day): string {
  const { due_on } = action;
  if (due_on === null || !isLate(action, today)) return dueText(due_on, today);
  const late = daysBetween(due_on, today);
  return late === 1 ? '1 day late' : `${late} days late`;
}
