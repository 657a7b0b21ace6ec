// A received change, and its meaning for the cards on the board.
import {
  type ChangedBoard,
  changedOf,
  isChanged,
  entersPhase,
} from '@wentwell/contract/board/changed';
import { type CommentRecord, commentType } from '@wentwell/contract/board/comments';
import { groupType } from '@wentwell/contract/board/groups';
import { meetingType } from '@wentwell/contract/board/meeting';
import { type NoteRecord, noteType, sortByPosition } from '@wentwell/contract/board/notes';
import type { NoteId, UserId } from '@wentwell/contract/ids';

/** Both boards are this viewer's, as confirmed by the server. */
export interface ShownChange extends ChangedBoard {
  /** The seq of the board that includes the change. */
  seq: number;
  /** Null for changes by the server, and if hidden from the viewer. */
  userId: UserId | null;
  timestamp: string;
  /** Null if hidden from the viewer. */
  command: string | null;
}

type NoteNews = 'added' | 'moved' | 'edited' | 'regrouped' | 'revealed';

export interface ChangedNote {
  note: NoteRecord;
  previous: NoteRecord | undefined;
  news: readonly NoteNews[];
}

export function isNamed(note: NoteRecord, previous: NoteRecord | undefined): boolean {
  return previous?.author_id === null && note.author_id !== null;
}

function newsOfNote(note: NoteRecord, previous: NoteRecord | undefined): NoteNews[] {
  if (!previous) return ['added'];
  if (previous.hidden && !note.hidden) return ['revealed'];
  const isMoved = previous.note_type !== note.note_type;
  // Others do not receive the text of a hidden note; its version reveals the edit.
  const isUnread = note.content === '' && previous.version !== note.version && !isMoved;
  const isEdited = previous.content !== note.content || isNamed(note, previous) || isUnread;
  return [
    ...(isMoved ? (['moved'] as const) : []),
    ...(isEdited ? (['edited'] as const) : []),
    ...(previous.group_id === note.group_id ? [] : (['regrouped'] as const)),
  ];
}

/** Oldest first: patches list the viewer's own notes last. */
export function changedNotes(change: ShownChange): ChangedNote[] {
  return sortByPosition(changedOf(change, noteType).put).map((note) => {
    const previous = change.before.get(noteType, note.id);
    return { note, previous, news: newsOfNote(note, previous) };
  });
}

/** Comments that were written or edited, without those that only moved with their note. */
export function writtenComments(change: ShownChange): CommentRecord[] {
  if (isChanged(change, noteType)) return [];
  return changedOf(change, commentType).put.filter(
    ({ id, content }) => change.before.get(commentType, id)?.content !== content,
  );
}

/** Covers the countdown and the turning of all cards (features/notes/FaceDown.tsx). Highlights fade earlier. */
export const newsMs = 3200;

/** A card that is highlighted or turned over. */
export interface TouchedNote {
  id: NoteId;
  news: 'changed' | 'revealed';
}

export function touchedNotes(change: ShownChange): TouchedNote[] {
  const notes = changedNotes(change).filter(({ news }) => news.length > 0);
  return [
    ...notes.map(({ note, news }) => ({
      id: note.id,
      news: news.includes('revealed') ? ('revealed' as const) : ('changed' as const),
    })),
    ...writtenComments(change).map(({ note_id }) => ({ id: note_id, news: 'changed' as const })),
  ];
}

const endingEdit: readonly NoteNews[] = ['added', 'moved', 'edited'];

export function notesNoLongerEdited(change: ShownChange): NoteId[] {
  const saved = changedNotes(change).filter(({ news }) =>
    news.some((each) => endingEdit.includes(each)),
  );
  return [...saved.map(({ note }) => note), ...changedOf(change, noteType).removed].map(
    ({ id }) => id,
  );
}

/** Notes that were moved. A note left alone because its group dissolved was not moved. */
export function placedNotes(change: ShownChange): NoteRecord[] {
  const isPlaced = ({ note, previous, news }: ChangedNote): boolean => {
    const left = note.group_id === null ? previous?.group_id : null;
    const isGroupGone = left && !change.after.get(groupType, left);
    return news.includes('moved') || (news.includes('regrouped') && !isGroupGone);
  };
  return changedNotes(change)
    .filter(isPlaced)
    .map(({ note }) => note);
}

/** Whether the change may have started or ended the meeting, so that a page needs a socket, or none. */
export function mayChangeStatus(change: ShownChange): boolean {
  return isChanged(change, meetingType) && !entersPhase(change);
}
