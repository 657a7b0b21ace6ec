// The user's rights on this board and on each note, as the contract's policy decides them.
import { mayTellMore } from '@wentwell/contract/board/questions';
import { describeError, refusalText } from '@wentwell/contract/errors';
import { groupPolicy } from '@wentwell/contract/groups';
import type { Meeting } from '@wentwell/contract/meetings';
import { type Note, notePolicy } from '@wentwell/contract/notes';
import { reactionPolicy } from '@wentwell/contract/reactions';
import type { TeamContext } from '@wentwell/contract/teams';

import { meetingNow } from '#web/api/server-time';

import type { NoteRights } from './note-acts.tsx';

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

// Equal rights are the same object, so that unchanged cards do not re-render.
const known = new Map<string, NoteRights>();

export function rightsOn(
  board: { who: TeamContext; meeting: Meeting; canGroup: boolean },
  note: Note,
): NoteRights {
  const { who, canGroup } = board;
  const meeting = meetingNow(board.meeting);
  const rights = {
    edit: notePolicy.edit(who, meeting, note) === 'allowed',
    remove: notePolicy.remove(who, meeting, note) === 'allowed',
    move: notePolicy.move(who, meeting, note) === 'allowed',
    group: canGroup && groupsOn(who, meeting) && !note.hidden,
    ask: mayTellMore(who, meeting, note),
    react: reactionPolicy.react(who, meeting, note) === 'allowed',
  };
  const key = JSON.stringify(rights);
  const same = known.get(key) ?? rights;
  known.set(key, same);
  return same;
}

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
