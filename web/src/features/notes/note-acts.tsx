// Actions on a note on the board, shared by the card's menu, its keys and the palette, and who may take them.
import { mayTellMore } from '@wentwell/contract/board/questions';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { type Note, notePolicy } from '@wentwell/contract/notes/notes';
import { reactionPolicy } from '@wentwell/contract/notes/reactions';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { Layers, MessageSquare, MoveRight, Pencil, Trash2 } from 'lucide-react';

import { meetingNow } from '#web/api/server-time';

import { groupsOn } from './note-rights.ts';

export const askAct = {
  act: 'ask',
  key: 'q',
  label: 'Tell us more',
  icon: <MessageSquare />,
  words: 'question answer sign author',
} as const;

/** In menu order. `key` as in `KeyboardEvent.key`, `words` for the palette. */
export const noteActs = [
  { act: 'edit', key: 'e', label: 'Edit', icon: <Pencil />, words: 'rename change reword title' },
  { act: 'group', key: 'g', label: 'Group with…', icon: <Layers />, words: 'merge similar' },
  askAct,
  { act: 'move', key: 'm', label: 'Move to…', icon: <MoveRight />, words: 'column' },
  { act: 'remove', key: 'Delete', label: 'Delete', icon: <Trash2 />, words: '' },
] as const;
export type ListedAct = (typeof noteActs)[number]['act'];

export type NoteRights = Record<ListedAct | 'react', boolean>;

/** Actions on a note from a key, a button or its card's menu. */
export type NoteAct = Exclude<ListedAct, 'move'> | 'open' | 'take-out';

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

/** A note in a group has no ballot: its votes are the group's. */
export function voteButton(inCard: Element, vote: 'more' | 'less'): HTMLElement | null | undefined {
  const button = `button[data-vote=${vote}]`;
  return inCard.closest(`article:has(${button})`)?.querySelector<HTMLElement>(button);
}
