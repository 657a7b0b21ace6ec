import { changedOf, isChanged } from '@wentwell/contract/board/changed';
import { commentType } from '@wentwell/contract/board/comments';
import { groupType } from '@wentwell/contract/board/groups';
import { meetingType } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import type { Board } from '@wentwell/contract/board/snapshot';
import type { UserId } from '@wentwell/contract/ids';

import type { ShownChange } from './shown-change.ts';

type Written = Pick<Board, 'notes' | 'groups' | 'comments'>;

/** The board on this page before and after a change, including this user's pending changes. */
export interface ShownBoards {
  before: Written | null;
  now: Written | null;
}

/** Anonymous changes name nobody: the page recognises its own by their effect, which it showed before. */
export function isByOthers(change: ShownChange, me: UserId, { before, now }: ShownBoards): boolean {
  if (change.userId !== null) return change.userId !== me;
  if (!before || !now || isChanged(change, meetingType)) return true;
  const ids = changedIds(change);
  return ids.size === 0 || differs(ids, before, now);
}

function changedIds(change: ShownChange): Set<string> {
  const groups = new Set<string>(changedOf(change, groupType).put.map(({ id }) => id));
  const grouped = change.after
    .all(noteType)
    .filter(({ group_id }) => group_id !== null && groups.has(group_id));
  const written = [noteType, commentType].flatMap((type) => {
    const { put, removed } = changedOf<{ type: string; id: string }>(change, type);
    return [...put, ...removed];
  });
  return new Set([...grouped, ...written].map(({ id }) => id));
}

function differs(ids: ReadonlySet<string>, before: Written, now: Written): boolean {
  return [...ids].some(
    (id) => appearanceKey(id, before) !== appearanceKey(id, now) || isFaceDown(id, now),
  );
}

/** A key by appearance; empty if the item does not exist. */
function appearanceKey(id: string, { notes, groups, comments }: Written): string {
  const note = notes.find((each) => each.id === id);
  if (note) {
    const group = groups.find((each) => each.id === note.group_id);
    return JSON.stringify([note.content, note.note_type, group?.title, group?.column_id]);
  }
  const comment = Object.values(comments)
    .flat()
    .find((each) => each.id === id);
  return comment ? JSON.stringify([comment.content]) : '';
}

/** A hidden note of another user looks the same after any change. */
function isFaceDown(id: string, { notes }: Written): boolean {
  return notes.some((note) => note.id === id && note.hidden && note.mine !== true);
}
