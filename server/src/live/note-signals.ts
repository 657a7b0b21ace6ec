// Signals about one note that are stored nowhere: who edits it, who drags it, and that it is to be sent again. In an
// anonymous meeting nobody stands beside a note.
import type { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import type { DragTarget } from '@wentwell/contract/live';
import { isConcealed, type LoggedNote } from '@wentwell/contract/notes';

import type { BoardSignal } from './bus-messages.ts';
import type { PersonMember } from './member.ts';

/** The others may see that the note is dragged; in an anonymous meeting not by whom. */
export interface GroupingRight {
  isAnonymous: boolean;
}

export interface NoteSignalsDeps {
  /** A note of a board as it is stored now, in full; null where there is no such note. */
  loadNote(meetingId: MeetingId, noteId: NoteId): Promise<LoggedNote | null>;
  /** Null where the user may not group this note now, so that nobody is shown that they drag it. */
  rightToGroup(
    userId: UserId,
    note: { meetingId: MeetingId; noteId: NoteId },
  ): Promise<GroupingRight | null>;
}

function anonymityOf(note: LoggedNote): GroupingRight {
  return { isAnonymous: note.author_id === null };
}

/** The sender of a signal about a note, as far as the others may know. */
function senderOf({ key, user: { userId } }: PersonMember, { isAnonymous }: GroupingRight) {
  return isAnonymous ? { userId: null, except: key } : { userId };
}

export class NoteSignals {
  readonly #meetingId: MeetingId;
  readonly #deps: NoteSignalsDeps;
  readonly #publish: (signal: BoardSignal) => void;

  constructor(meetingId: MeetingId, deps: NoteSignalsDeps, publish: (signal: BoardSignal) => void) {
    this.#meetingId = meetingId;
    this.#deps = deps;
    this.#publish = publish;
  }

  /** Tells the others on every node who is editing a note. Ignored where the user cannot read that note. */
  async announceEditing(member: PersonMember, noteId: NoteId): Promise<void> {
    const note = await this.#deps.loadNote(this.#meetingId, noteId);
    if (!note || isConcealed(note, member.viewer)) return;
    this.#publish({ hint: 'editing', noteId, ...senderOf(member, anonymityOf(note)) });
  }

  mayDrag({ user: { userId } }: PersonMember, noteId: NoteId): Promise<GroupingRight | null> {
    return this.#deps.rightToGroup(userId, { meetingId: this.#meetingId, noteId });
  }

  /** Tells the others on every node what a user holds a note over. Ask `mayDrag` before. */
  announceDragging(
    member: PersonMember,
    { isAnonymous, ...drag }: { noteId: NoteId; over: DragTarget } & GroupingRight,
  ): void {
    this.#publish({ hint: 'dragging', ...senderOf(member, { isAnonymous }), ...drag });
  }

  /** Asks every node to send the others a note as it is stored. False where this board has no such note. */
  async requestRefresh(member: PersonMember, noteId: NoteId): Promise<boolean> {
    const note = await this.#deps.loadNote(this.#meetingId, noteId);
    if (!note) return false;
    this.#publish({ hint: 'look', noteId, ...senderOf(member, anonymityOf(note)) });
    return true;
  }
}
