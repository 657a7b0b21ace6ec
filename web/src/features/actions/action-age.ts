import { type Action, nobodys } from '@wentwell/contract/actions';

import { onFirstUse } from '#web/ui/formats';

import { type Day, dayWithWeekday, daysBetween, shortDay } from './days.ts';

const endings = onFirstUse(() => new Intl.PluralRules('en', { type: 'ordinal' }));
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/** "3rd retro", from the second one on. */
export function ageText({ meetings_seen: seen }: Pick<Action, 'meetings_seen'>): string | null {
  return seen < 2 ? null : `${seen}${suffixes[endings().select(seen)] ?? 'th'} retro`;
}

/** In place of an owner who has left the team. */
export const formerOwnerText = (former: { name: string } | null | undefined): string =>
  former ? `Nobody, was ${former.name}’s` : nobodys;

export type DueState = 'none' | 'over' | 'overdue' | 'soon' | 'later';

const soonDays = 7;

/** `over`: nobody waits for it any more. `soon`: today or within a week. */
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

/** "overdue since 12 Mar", "due today". */
export function dueText(action: Pick<Action, 'status' | 'due_on'>, today: Day): string | null {
  if (action.due_on === null) return null;
  const day = shortDay(action.due_on, today);
  return dueState(action, today) === 'overdue' ? `overdue since ${day}` : `due ${day}`;
}

/** "Fri 27 Nov", "3 days late". */
export function dayText(action: Pick<Action, 'status' | 'due_on'>, today: Day): string {
  const { due_on } = action;
  if (due_on === null) return 'No day';
  if (dueState(action, today) !== 'overdue') return dayWithWeekday(due_on);
  const late = daysBetween(due_on, today);
  return late === 1 ? '1 day late' : `${late} days late`;
}
