import type { Patch } from '@wentwell/contract/board/change';
import { type ChangedBoard, changedOf } from '@wentwell/contract/board/changed';
import { meetingType, timerType } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';

import type { NoteNews } from '#server/live/stored-changes';

/** The changes of notes as the specification's messages tell them. A note that moves with another text has two. */
export function noteNewsOf(changed: ChangedBoard): NoteNews[] {
  const { put, removed } = changedOf(changed, noteType);
  const told = put.flatMap(({ id, ...note }): NoteNews[] => {
    const before = changed.before.get(noteType, id);
    if (!before) return [{ news: 'created', id }];
    if (before.hidden && !note.hidden) return [{ news: 'revealed', id }];
    const isMoved = before.note_type !== note.note_type;
    const isEdited = before.content !== note.content;
    return [
      ...(isMoved ? [{ news: 'moved' as const, id }] : []),
      ...(isEdited ? [{ news: 'updated' as const, id }] : []),
    ];
  });
  return [...told, ...removed.map(({ id }) => ({ news: 'deleted' as const, id }))];
}

/** A board is told of removals, and of how its meeting goes on, also when its history of the hour is full. */
export function isAlwaysTold({ put, remove }: Patch): boolean {
  const leads: readonly string[] = [meetingType.type, timerType.type];
  return remove.length > 0 || put.some(({ type }) => leads.includes(type));
}
