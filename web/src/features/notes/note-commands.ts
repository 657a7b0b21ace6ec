// What a person does to notes, as commands for the board's queue: plain data, how it looks, how it is sent, and what
// becomes of the text when it is refused.
import type { Board } from '@wentwell/contract/board';
import { type MeetingId, NoteId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { Note, NoteType } from '@wentwell/contract/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import { z } from 'zod';

import { ApiError, errorText } from '#web/api/request';
import type {
  ChangeBoard,
  Command,
  Confirmation,
  DeserializeCommand,
} from '#web/live/command-queue';
import { toast } from '#web/ui/feedback/toast';

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

const NoteIntent = z.discriminatedUnion('act', [
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
export type NoteIntent = z.infer<typeof NoteIntent>;
type Edit = Extract<NoteIntent, { act: 'edit' }>;

export interface NoteCommands {
  make(intent: NoteIntent): Command;
  deserialize: DeserializeCommand;
}

const kind = 'note';

const titles: Record<NoteIntent['act'], string> = {
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
  function make(intent: NoteIntent): Command {
    return {
      kind,
      input: intent,
      queueKey: intent.id,
      startsQueue: intent.act === 'add',
      show: look(intent, who),
      send: (key, signal) => send(intent, calls, { key, signal }),
      refused: (error, shown) => {
        keepText(intent, { error, shown, drafts });
        const id = `note-refused-${intent.act}`;
        toast.error({ title: titles[intent.act], description: reason(intent, error), id });
      },
    };
  }
  return {
    make,
    deserialize: (storedKind, input) => {
      const intent = storedKind === kind ? NoteIntent.safeParse(input).data : undefined;
      return intent ? make(intent) : null;
    },
  };
}

function look(intent: NoteIntent, who: { meetingId: MeetingId; userId: UserId }): ChangeBoard {
  switch (intent.act) {
    case 'add': {
      const time = new Date().toISOString();
      const { id, content: text, note_type } = intent;
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
      return withChange(intent.id, changeOf(intent));
    case 'move':
      return withChange(intent.id, { note_type: intent.note_type });
    case 'remove':
      return withoutNote(intent.id);
  }
}

async function send(intent: NoteIntent, calls: NoteCalls, attempt: Try): Promise<Confirmation> {
  switch (intent.act) {
    case 'add': {
      const { id, content: text, note_type } = intent;
      return answered(await calls.create({ id, content: text, note_type }, attempt));
    }
    case 'edit':
      return answered(await sendEdit(intent, calls, attempt));
    case 'move':
      return answered(await calls.update(intent.id, { note_type: intent.note_type }, attempt));
    case 'remove':
      await sendRemoval(intent.id, calls, attempt);
      return { isIn: lacksNote(intent.id) };
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
async function sendEdit(intent: Edit, calls: NoteCalls, attempt: Try): Promise<Note> {
  const { version, content: read } = intent.base;
  const change = changeOf(intent);
  try {
    return await calls.update(intent.id, change, { ...attempt, version });
  } catch (error) {
    const now = noteInRefusal(error);
    if (!now || (now.content !== read && now.content !== intent.content)) throw error;
    return calls.update(intent.id, change, { ...attempt, version: now.version });
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
  intent: NoteIntent,
  refusal: { error: unknown; shown: Board | null; drafts: NoteDrafts },
): void {
  if (intent.act !== 'add' && intent.act !== 'edit') return;
  const { error, shown, drafts } = refusal;
  const note = shown?.notes.find((each) => each.id === intent.id);
  const note_type = intent.note_type ?? note?.note_type ?? 'action';
  if (intent.act === 'edit' && !isGone(error)) {
    drafts.keep(intent.id, { content: intent.content, note_type });
    return;
  }
  // A new note may have been edited while it waited: the text as it is now.
  const text = intent.act === 'add' ? (note?.content ?? intent.content) : intent.content;
  drafts.putBack({ content: text, note_type });
}

function reason(intent: NoteIntent, error: unknown): string {
  if (intent.act === 'edit' && isGone(error)) return editedGone;
  if (intent.act !== 'move') return errorText(error);
  return error instanceof ApiError ? (error.detail ?? moveFallback) : moveFallback;
}
