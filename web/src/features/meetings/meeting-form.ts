import { TeamId } from '@wentwell/contract/ids';
import { MeetingName } from '@wentwell/contract/meetings/meetings';
import { isBlank } from '@wentwell/contract/text/letters';
import { z } from 'zod';

import { currentDay, isDay } from '#web/api/days';
import { serverNow } from '#web/api/server-time';
import { dateFormat } from '#web/ui/formats';

const shortDay = dateFormat({ day: 'numeric', month: 'short' });

export function newMeetingName(on = serverNow()): string {
  return `Retro, ${shortDay(on)}`;
}

const name = MeetingName;
const team = z.string().min(1, 'Please select a team.').pipe(TeamId);
const noDate = 'Please pick a date.';

export const FutureDay = z
  .string()
  .refine(isDay, { error: noDate, abort: true })
  .refine((day) => day >= currentDay(), 'The date cannot be before today.');

/** 'Start Now' needs no date; 'Schedule for Later' needs today or later. */
export const CreateMeetingFields = z.discriminatedUnion('start', [
  z.object({ name, team_id: team, start: z.literal('now'), date: z.string() }),
  z.object({ name, team_id: team, start: z.literal('later'), date: FutureDay }),
]);

export type CreateMeetingTyped = z.input<typeof CreateMeetingFields>;
export type CreateMeetingChosen = z.output<typeof CreateMeetingFields>;

export const EditMeetingFields = z.object({
  name,
  team_id: team,
  date: z.string().refine(isDay, noDate),
});

export function missingToCreate(typed: CreateMeetingTyped): string | null {
  const nameless = isBlank(typed.name) || typed.team_id === '';
  if (typed.start === 'now') {
    return nameless
      ? 'Missing required fields. Please fill in meeting name and select a team.'
      : null;
  }
  return nameless || typed.date === '' ? 'Please fill in meeting name, team, and date.' : null;
}

export function missingToEdit(typed: z.input<typeof EditMeetingFields>): string | null {
  const incomplete = isBlank(typed.name) || typed.team_id === '' || typed.date === '';
  return incomplete ? 'Please fill in name, team, and date.' : null;
}
