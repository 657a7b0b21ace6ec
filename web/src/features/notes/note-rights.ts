// The user's rights on this board, as the contract's policy decides them. Rights on each note: `note-acts.tsx`.
import { describeError, refusalText } from '@wentwell/contract/errors';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { groupPolicy } from '@wentwell/contract/notes/groups';
import { type Note, notePolicy } from '@wentwell/contract/notes/notes';
import type { TeamContext } from '@wentwell/contract/teams/teams';

import { meetingNow } from '#web/api/server-time';

/** Whether notes can be added: yes, not in this phase, or no longer on this board. */
export type Adding = 'open' | 'not-now' | 'over';

/** States before the first letter whether notes are anonymous. */
export function authorLine({ settings }: Pick<Meeting, 'settings'>): string {
  if (!settings.anonymous) return 'Your name is shown on the note.';
  const line = 'Anonymous: nobody sees who wrote this. Only this browser can change it later.';
  return settings.ai_notes ? `${line} An AI summary may read it.` : line;
}

export const addingNotNow = describeError('NOTES_NOT_NOW').detail;
export const addingOver = describeError('MEETING_FINISHED').detail;

/** Whether notes can be grouped and ungrouped now. */
export function groupsOn(who: TeamContext, meeting: Meeting): boolean {
  return groupPolicy.change(who, meetingNow(meeting)) === 'allowed';
}

/** Why the note's text cannot be changed now; null if it can. */
export function whyNotEdit(who: TeamContext, meeting: Meeting, note: Note): string | null {
  return refusalText(notePolicy.edit(who, meetingNow(meeting), note)) ?? null;
}

export function addingState(who: TeamContext, meeting: Meeting): Adding {
  const now = meetingNow(meeting);
  if (now.status !== 'live' || who.role === null) return 'over';
  // In joining, our pages add only check-up questions; the server accepts any note.
  const isOpen = now.phase !== 'joining' && notePolicy.add(who, now) === 'allowed';
  return isOpen ? 'open' : 'not-now';
}
