// A change as a page receives it, and what it means for the cards on the board.
import { type ChangedBoard, changedOf, isChanged, isLedOn } from '@wentwell/contract/board/changed';
import { type CommentRecord, commentType } from '@wentwell/contract/board/comments';
import { groupType } from '@wentwell/contract/board/groups';
import { meetingType } from '@wentwell/contract/board/meeting';
import { type NoteRecord, noteType, sortByPosition } from '@wentwell/contract/board/notes';
import type { NoteId, UserId } from '@wentwell/contract/ids';

/** The boards are this viewer's, as the server has confirmed them. */
export interface ShownChange extends ChangedBoard {
  /** The board's seq with the change. */
  seq: number;
  /** Null for the server's own changes, and where the viewer may not know. */
  userId: UserId | null;
  timestamp: string;
  /** Null where the viewer may not know. */
  command: string | null;
}

type NoteNews = 'added' | 'moved' | 'edited' | 'signed' | 'regrouped' | 'revealed';

export interface ChangedNote {
  note: NoteRecord;
  previous: NoteRecord | undefined;
  news: readonly NoteNews[];
}

function newsOfNote(note: NoteRecord, previous: NoteRecord | undefined): NoteNews[] {
  if (!previous) return ['added'];
  if (previous.hidden && !note.hidden) return ['revealed'];
  const isMoved = previous.note_type !== note.note_type;
  // Others do not receive the text of a note that lies face down; its version tells of the edit.
  const isUnread = note.content === '' && previous.version !== note.version && !isMoved;
  const isEdited = previous.content !== note.content || isUnread;
  return [
    ...(isMoved ? (['moved'] as const) : []),
    ...(isEdited ? (['edited'] as const) : []),
    ...(previous.author_id === null && note.author_id !== null ? (['signed'] as const) : []),
    ...(previous.group_id === note.group_id ? [] : (['regrouped'] as const)),
  ];
}

/** Oldest first: a patch has the viewer's own notes behind the others. */
export function changedNotes(change: ShownChange): ChangedNote[] {
  return sortByPosition(changedOf(change, noteType).put).map((note) => {
    const previous = change.before.get(noteType, note.id);
    return { note, previous, news: newsOfNote(note, previous) };
  });
}

/** Comments that were written or edited. Others have followed their note, which is among the changed ones. */
export function writtenComments(change: ShownChange): CommentRecord[] {
  if (isChanged(change, noteType)) return [];
  return changedOf(change, commentType).put.filter(
    ({ id, content }) => change.before.get(commentType, id)?.content !== content,
  );
}

/** As long as the countdown and the turning of all cards (features/notes/FaceDown.tsx). A light has faded before. */
export const newsMs = 3200;

/** A card that lights up, or turns over. */
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

/** The notes whose mark of editing is over. */
export function notesNoLongerEdited(change: ShownChange): NoteId[] {
  const saved = changedNotes(change).filter(({ news }) =>
    news.some((each) => endingEdit.includes(each)),
  );
  return [...saved.map(({ note }) => note), ...changedOf(change, noteType).removed].map(
    ({ id }) => id,
  );
}

/** The notes that were put elsewhere. One that stands alone because its group is gone has been put nowhere. */
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

/** Whether the meeting may have begun or ended with the change, so that a page needs a socket, or none. */
export function mayChangeStatus(change: ShownChange): boolean {
  return isChanged(change, meetingType) && !isLedOn(change);
}
