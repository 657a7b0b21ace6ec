// Rights on notes: the actions of the card's menu, its keys and the palette, and who may act, add and
// group when.
import { mayTellMore } from '@wentwell/contract/board/questions';
import { describeError, refusalText } from '@wentwell/contract/errors';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { groupPolicy } from '@wentwell/contract/notes/groups';
import { type Note, notePolicy } from '@wentwell/contract/notes/notes';
import { reactionPolicy } from '@wentwell/contract/notes/reactions';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { Layers, MessageSquare, MoveRight, Pencil, Trash2 } from 'lucide-react';

import { meetingNow } from '#web/api/server-time';

/** In menu order. `key` as in `KeyboardEvent.key`, `words` for the palette. */
export const noteActs = [
  {
    act: 'edit',
    key: 'e',
    label: 'Edit',
    icon: <Pencil />,
    words: 'rename change reword title',
    /** Also offered below the discussed topic. */
    inTopic: true,
  },
  { act: 'group', key: 'g', label: 'Group with…', icon: <Layers />, words: 'merge similar' },
  {
    act: 'ask',
    key: 'q',
    label: 'Tell us more',
    icon: <MessageSquare />,
    words: 'question answer sign author',
    inTopic: true,
    /** Why it is not offered. The other acts have policies. */
    refusal: 'You can only ask about revealed notes without a name.',
  },
  { act: 'move', key: 'm', label: 'Move to…', icon: <MoveRight />, words: 'column' },
  { act: 'remove', key: 'Delete', label: 'Delete', icon: <Trash2 />, words: '' },
] as const;
type ListedAct = (typeof noteActs)[number]['act'];

export type NoteRights = Record<ListedAct | 'react', boolean>;

/** Actions on a note from a key, a button or its card's menu. */
export type NoteAct = Exclude<ListedAct, 'move'> | 'open' | 'take-out';

export function rightsOn(board: { who: TeamContext; meeting: Meeting }, note: Note): NoteRights {
  const { who } = board;
  const meeting = meetingNow(board.meeting);
  return {
    edit: notePolicy.edit(who, meeting, note) === 'allowed',
    remove: notePolicy.remove(who, meeting, note) === 'allowed',
    move: notePolicy.move(who, meeting, note) === 'allowed',
    group: groupsOn(who, meeting) && !note.hidden,
    ask: mayTellMore(who, meeting, note),
    react: reactionPolicy.react(who, meeting, note) === 'allowed',
  };
}

/** The key in the syntax of `aria-keyshortcuts`. */
export function nameOfKey(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}

/** Null if the key does nothing. Buttons and links in the card keep Enter and Space, but not letters. */
export function noteKeyAction(
  shortcut: string,
  rights: NoteRights,
  isOnCard: boolean,
): NoteAct | 'move' | null {
  if (shortcut === 'Enter' || shortcut === ' ') return isOnCard ? 'open' : null;
  const found = noteActs.find(({ key }) => key === shortcut);
  return found && rights[found.act] ? found.act : null;
}

export function noteShortcuts(rights: NoteRights): string {
  const keys = noteActs.flatMap(({ act, key }) => (rights[act] ? [nameOfKey(key)] : []));
  return ['Enter Space', ...keys, 'F2'].join(' ');
}

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
