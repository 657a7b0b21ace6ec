// The actions of a meeting's row, with reasons for disabled ones.
import { describeError } from '@wentwell/contract/errors';
import {
  isEditable,
  type Meeting,
  type MeetingAbilities,
  meetingPolicy,
} from '@wentwell/contract/meetings/meetings';
import type { TeamContext } from '@wentwell/contract/teams/teams';

import { statusNow } from '#web/api/server-time';

const notYours = describeError('MEETING_OWNER_OR_ADMIN').detail;

/** A reason from the status precedes one from the user's rights. */
export function meetingActions(meeting: Meeting, { change }: Pick<MeetingAbilities, 'change'>) {
  const forbidden = change ? undefined : notYours;
  const status = statusNow(meeting);
  return {
    /** Null unless the meeting is planned. */
    start: status === 'planned' ? { reason: forbidden } : null,
    edit: { reason: isEditable(status) ? forbidden : `Cannot edit ${status} meetings` },
    delete: { reason: forbidden },
  };
}

export function mayCreateIn(who: TeamContext): boolean {
  return meetingPolicy.create(who) === 'allowed';
}
