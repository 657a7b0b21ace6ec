// What the person may do on this board and with each note, asked of the contract's policy (never decided here).
import { effectiveStatus, type Meeting } from '@wentwell/contract/meetings';
import { type Note, notePolicy } from '@wentwell/contract/notes';
import type { Standing } from '@wentwell/contract/teams';

import type { NoteRights } from './NoteCard.tsx';
import type { Adding } from './NoteColumn.tsx';

// The same rights are the same object, so that a card is drawn anew only when something of it changed.
const table: Record<string, NoteRights> = {
  'true true': { change: true, move: true },
  'true false': { change: true, move: false },
  'false true': { change: false, move: true },
};
const none: NoteRights = { change: false, move: false };

export function rightsOn(who: Standing, meeting: Meeting, note: Note): NoteRights {
  const change = notePolicy.change(who, meeting, note) === 'allowed';
  const move = notePolicy.move(who, meeting, note) === 'allowed';
  return table[`${change} ${move}`] ?? none;
}

export function addingOn(who: Standing, meeting: Meeting): Adding {
  const status = effectiveStatus(meeting);
  if (status !== 'live' || who.role === null) return 'over';
  return notePolicy.add(who, meeting) === 'allowed' ? 'open' : 'not-now';
}
