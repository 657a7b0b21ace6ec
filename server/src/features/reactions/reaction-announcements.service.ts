import type { NoteId } from '@wentwell/contract/ids';

import type { BoardChange } from '#server/live/event-log';

import type { Reactor } from './reactions.table.ts';

/** `by` is everybody who reacts with the emoji after the change; nobody is told more than whether they do. */
export function reactionChanged(
  noteId: NoteId,
  emoji: string,
  by: readonly Reactor[],
): BoardChange {
  const userIds = by.flatMap(({ userId }) => userId ?? []);
  const hashes = by.flatMap(({ authorHash }) => authorHash ?? []);
  const data = {
    note_id: noteId,
    emoji,
    count: by.length,
    by: userIds.toSorted(),
    ...(hashes.length > 0 && { by_hash: hashes.toSorted() }),
  };
  return { event: { type: 'reaction_changed', data } };
}
