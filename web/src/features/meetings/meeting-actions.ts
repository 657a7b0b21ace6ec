// What can be done with one row of a list of meetings, by whom, and why not.
import { describeError } from '@wentwell/contract/errors';
import {
  effectiveStatus,
  isEditable,
  type ShownMeeting,
  type MeetingAbilities,
  meetingPolicy,
} from '@wentwell/contract/meetings';
import type { TeamContext } from '@wentwell/contract/teams';

/** `undefined`: it can be done. A text: it cannot, and this is why. */
type Reason = string | undefined;

export interface MeetingActions {
  /** Start is offered only for planned meetings; `null` where it is not. */
  start: { reason: Reason } | null;
  edit: { reason: Reason };
  delete: { reason: Reason };
}

const notYours = describeError('MEETING_OWNER_OR_ADMIN').detail;

/** Takes a meeting and what the person may do with it. The status is named before the right. */
export function meetingActions(
  meeting: ShownMeeting,
  { change }: Pick<MeetingAbilities, 'change'>,
): MeetingActions {
  const forbidden = change ? undefined : notYours;
  const status = effectiveStatus(meeting);
  return {
    start: status === 'planned' ? { reason: forbidden } : null,
    edit: { reason: isEditable(status) ? forbidden : `Cannot edit ${status} meetings` },
    delete: { reason: forbidden },
  };
}

/** Whether the person may create meetings in the team they stand in so. */
export function mayCreateIn(who: TeamContext | null): boolean {
  return who !== null && meetingPolicy.create(who) === 'allowed';
}
