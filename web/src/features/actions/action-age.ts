import { type Action, nobodys } from '@wentwell/contract/actions';

import { onFirstUse } from '#web/ui/formats';

import { type Day, dayWithWeekday, daysBetween, shortDay } from './days.ts';

const endings = onFirstUse(() => new Intl.PluralRules('en', { type: 'ordinal' }));
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/** For example "3rd retro"; empty in the first. */
export function ageText({ meetings_seen: seen }: Pick<Action, 'meetings_seen'>): string | null {
  return seen < 2 ? null : `${seen}${suffixes[endings().select(seen)] ?? 'th'} retro`;
}

/** Replaces an owner who has left the team. */
export const formerOwnerText = (former: { name: string } | null | undefined): string =>
  former ? `Nobody, was ${former.name}’s` : nobodys;

export type DueState = 'none' | 'over' | 'overdue' | 'soon' | 'later';

const soonDays = 7;

/** `over`: no longer open. `soon`: due today or within a week. */
export function dueState(
  { status, due_on }: Pick<Action, 'status' | 'due_on'>,
  today: Day,
): DueState {
  if (due_on === null) return 'none';
  if (status !== 'open') return 'over';
  const ahead = daysBetween(today, due_on);
  if (ahead < 0) return 'overdue';
  return ahead <= soonDays ? 'soon' : 'later';
}

/** For example "overdue since 12 Mar" or "due today". */
export function dueText(action: Pick<Action, 'status' | 'due_on'>, today: Day): string | null {
  if (action.due_on === null) return null;
  const day = shortDay(action.due_on, today);
  return dueState(action, today) === 'overdue' ? `overdue since ${day}` : `due ${day}`;
}

/** For example "Fri 27 Nov" or "3 days late". */
export function dayText(action: Pick<Action, 'status' | 'due_on'>, today: Day): string {
  const { due_on } = action;
  if (due_on === null) return 'No day';
  if (dueState(action, today) !== 'overdue') return dayWithWeekday(due_on);
  const late = daysBetween(due_on, today);
  return late === 1 ? '1 day late' : `${late} days late`;
}
