// What a person does to notes, as commands for the board's queue: plain data, how it looks, how it is sent, and what
// becomes of the text when it is refused.
import type { Board } from '@wentwell/contract/board';
import { type MeetingId, NoteId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { Note, NoteType } from '@wentwell/contract/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import { z } from 'zod';

import { ApiError, errorText } from '#web/api/request';
import type { ChangeBoard, Command, Confirmation, ReviveCommand } from '#web/live/command-queue';
import { toast } from '#web/ui/toast';

import {
  hasNote,
  lacksNote,
  lastPosition,
  withChange,
  withNote,
  withoutNote,
} from './note-changes.ts';
import type { NoteDrafts } from './note-drafts.ts';
import { type NoteCalls, noteCalls, type Try } from './notes.queries.ts';

const content = z.string().max(limits.noteContentMax);

const NoteWish = z.discriminatedUnion('act', [
  z.object({ act: z.literal('add'), id: NoteId, content, note_type: NoteType }),
  z.object({
    act: z.literal('edit'),
    id: NoteId,
    content,
    note_type: NoteType.optional(),
    /** What the person had before them when they changed the text. */
    base: z.object({ version: z.number().int(), content }),
  }),
  z.object({ act: z.literal('move'), id: NoteId, note_type: NoteType }),
  z.object({ act: z.literal('remove'), id: NoteId }),
]);
export type NoteWish = z.infer<typeof NoteWish>;
type Edit = Extract<NoteWish, { act: 'edit' }>;

export interface NoteCommands {
  make(wish: NoteWish): Command;
  revive: ReviveCommand;
}

const kind = 'note';

const titles: Record<NoteWish['act'], string> = {
  add: 'Error adding note',
  edit: 'Error updating note',
  move: 'Error moving note',
  remove: 'Error deleting note',
};
const moveFallback = 'Failed to move the note. Please try again.';
const editedGone = 'Somebody has deleted it meanwhile. Your text is kept for a new note.';

export function noteCommands(
  who: { meetingId: MeetingId; userId: UserId },
  drafts: NoteDrafts,
  calls: NoteCalls = noteCalls(who.meetingId),
): NoteCommands {
  function make(wish: NoteWish): Command {
    return {
      kind,
      input: wish,
      lane: wish.id,
      opensLane: wish.act === 'add',
      show: look(wish, who),
      send: (key, signal) => send(wish, calls, { key, signal }),
      refused: (error, shown) => {
        keepText(wish, { error, shown, drafts });
        const id = `note-refused-${wish.act}`;
        toast.error({ title: titles[wish.act], description: reason(wish, error), id });
      },
    };
  }
  return {
    make,
    revive: (storedKind, input) => {
      const wish = storedKind === kind ? NoteWish.safeParse(input).data : undefined;
      return wish ? make(wish) : null;
    },
  };
}

function look(wish: NoteWish, who: { meetingId: MeetingId; userId: UserId }): ChangeBoard {
  switch (wish.act) {
    case 'add': {
      const time = new Date().toISOString();
      const { id, content: text, note_type } = wish;
      return (board) =>
        withNote({
          id,
          content: text,
          note_type,
          meeting_id: who.meetingId,
          author_id: who.userId,
          hidden: phaseFacts[board.phase.phase].hides && board.meeting.settings.hide_notes,
          position: lastPosition(board) + 1,
          version: 0,
          created_at: time,
          updated_at: time,
        })(board);
    }
    case 'edit':
      return withChange(wish.id, changeOf(wish));
    case 'move':
      return withChange(wish.id, { note_type: wish.note_type });
    case 'remove':
      return withoutNote(wish.id);
  }
}

async function send(wish: NoteWish, calls: NoteCalls, attempt: Try): Promise<Confirmation> {
  switch (wish.act) {
    case 'add': {
      const { id, content: text, note_type } = wish;
      return answered(await calls.create({ id, content: text, note_type }, attempt));
    }
    case 'edit':
      return answered(await sendEdit(wish, calls, attempt));
    case 'move':
      return answered(await calls.update(wish.id, { note_type: wish.note_type }, attempt));
    case 'remove':
      await sendRemoval(wish.id, calls, attempt);
      return { isIn: lacksNote(wish.id) };
  }
}

/** Where somebody was faster the note is gone, as wanted; 404 is also said to who may not see the board any more. */
async function sendRemoval(noteId: NoteId, calls: NoteCalls, attempt: Try): Promise<void> {
  try {
    await calls.delete(noteId, attempt);
  } catch (error) {
    if (!isGone(error)) throw error;
    await calls.readBoard(attempt);
  }
}

/** A text is replaced only by who has read it. That a note was moved or turned over meanwhile does not matter. */
async function sendEdit(wish: Edit, calls: NoteCalls, attempt: Try): Promise<Note> {
  const { version, content: read } = wish.base;
  const change = changeOf(wish);
  try {
    return await calls.update(wish.id, change, { ...attempt, version });
  } catch (error) {
    const now = noteInRefusal(error);
    if (!now || (now.content !== read && now.content !== wish.content)) throw error;
    return calls.update(wish.id, change, { ...attempt, version: now.version });
  }
}

function changeOf({ content: text, note_type }: Edit): Pick<Note, 'content'> & Partial<Note> {
  return { content: text, ...(note_type && { note_type }) };
}

/** With 412 the server sends what it has (api.md "Idempotency and concurrency"). */
function noteInRefusal(error: unknown): Note | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return z.object({ current: Note }).safeParse(error.body).data?.current ?? null;
}

function answered(note: Note): Confirmation {
  return { isIn: hasNote(note), shown: withNote(note) };
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function keepText(
  wish: NoteWish,
  refusal: { error: unknown; shown: Board | null; drafts: NoteDrafts },
): void {
  if (wish.act !== 'add' && wish.act !== 'edit') return;
  const { error, shown, drafts } = refusal;
  const note = shown?.notes.find((each) => each.id === wish.id);
  const note_type = wish.note_type ?? note?.note_type ?? 'action';
  if (wish.act === 'edit' && !isGone(error)) {
    drafts.keep(wish.id, { content: wish.content, note_type });
    return;
  }
  // A new note may have been edited while it waited: the text as it is now.
  const text = wish.act === 'add' ? (note?.content ?? wish.content) : wish.content;
  drafts.putBack({ content: text, note_type });
}

function reason(wish: NoteWish, error: unknown): string {
  if (wish.act === 'edit' && isGone(error)) return editedGone;
  if (wish.act !== 'move') return errorText(error);
  return error instanceof ApiError ? (error.detail ?? moveFallback) : moveFallback;
}
