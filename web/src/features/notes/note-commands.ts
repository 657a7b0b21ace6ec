// Queue commands on notes: intents, requests, undo, and refused texts.
import type { Command } from '@wentwell/contract/board/command';
import type { Board } from '@wentwell/contract/board/snapshot';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import {
  ColumnId,
  columnOfNewNote,
  defaultColumns,
  resolveColumn,
} from '@wentwell/contract/notes/columns';
import { Note, NoteUpdate } from '@wentwell/contract/notes/notes';
import { z } from 'zod';

import { ApiError, errorText } from '#web/api/request';
import {
  isGone,
  type QueuedCommand,
  type Commands,
  commandsOfKind,
  type Inverse,
  sendBy,
} from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';

import type { NoteDrafts } from './note-drafts.ts';

const content = z.string().max(limits.noteContentMax);
const version = z.number().int();
/** The note's former position, for the undo of a move. */
const position = z.number().int();

/** The note that the user saw. The command applies only while the note still has these values. */
const NoteBase = z.object({
  version,
  content: content.optional(),
  note_type: ColumnId.optional(),
});
type NoteBase = z.infer<typeof NoteBase>;

export const NoteIntent = z.discriminatedUnion('act', [
  z.object({ act: z.literal('add'), id: NoteId, content, note_type: ColumnId }),
  z.object({
    act: z.literal('edit'),
    id: NoteId,
    content,
    note_type: ColumnId.optional(),
    position: position.optional(),
    base: NoteBase,
    // An undo: the user has not typed this text.
    undoes: z.boolean().optional(),
  }),
  z.object({
    act: z.literal('move'),
    id: NoteId,
    note_type: ColumnId,
    position: position.optional(),
    base: NoteBase.optional(),
  }),
  z.object({ act: z.literal('remove'), id: NoteId, base: NoteBase.optional() }),
  // Undoes a deletion.
  z.object({ act: z.literal('restore'), id: NoteId, note: Note }),
]);
export type NoteIntent = z.infer<typeof NoteIntent>;

export type NoteCommands = Commands<NoteIntent>;

const titles: Record<NoteIntent['act'], string> = {
  add: 'Error adding note',
  edit: 'Error updating note',
  move: 'Error moving note',
  remove: 'Error deleting note',
  restore: 'Error restoring note',
};
const moveFallbackText = 'Failed to move the note. Please try again.';
const editedNoteGoneText = 'Someone deleted it. Your text is kept for a new note.';

const changedSince = { conflict: 'Someone else has since changed this note.' };
const deletedSince = { conflict: 'The note has since been deleted.' };
const isBack = { conflict: 'The note is back on the board.' };
const conflicts = { COLUMN_UNKNOWN: 'Its column has since been removed.' };

export function noteCommands(
  { meetingId }: { meetingId: MeetingId },
  drafts: Pick<NoteDrafts, 'keep' | 'putBack'>,
  { leave = () => null }: { leave?: (note: Note) => QueuedCommand | null } = {},
): NoteCommands {
  const notes = `/api/v1/meetings/${meetingId}/notes`;

  const commands = commandsOfKind('note', NoteIntent, (intent) => {
    const { name, method, path = '', body } = partsOf(intent);
    const { act, id } = intent;
    const base = 'base' in intent ? intent.base : undefined;
    const send = sendBy({ path: notes + path, method, body }, meetingId);
    return {
      queueKey: id,
      startsQueue: act === 'add',
      boardCommand: {
        name,
        input: { ...body, id },
        restores: act === 'restore' ? { type: 'note', ...intent.note } : undefined,
      },
      undo: (back, before) => inverseOf(intent, back, before),
      send: (key, signal) =>
        sendOn(base, act === 'edit' ? intent.content : null, (version) =>
          send(key, signal, version),
        ),
      onRefused: (error, board) => {
        saveDraft(intent, { error, board, drafts });
        const description = errorDescription(intent, error);
        toast.error({ title: titles[act], description, id: `note-refused-${act}` });
      },
    };
  });
  const { create } = commands;

  /** An inverse touches only what its command changed, and only if nobody has changed that since. */
  function inverseOf(intent: NoteIntent, back: Command, before: Board): Inverse {
    const { act, id } = intent;
    const earlier = findNote(before, id);
    if (act === 'remove') {
      return {
        title: 'Note deleted',
        undoneTitle: 'Note restored',
        // Its own slot: phones have no shortcut, so a later deletion must not replace this Undo.
        slot: `deleted-${id}`,
        command: (now) =>
          earlier && !findNote(now, id) ? create({ act: 'restore', id, note: earlier }) : isBack,
      };
    }
    const made: Pick<NoteBase, 'content' | 'note_type'> = act === 'restore' ? intent.note : intent;
    const command = (now: Board) => {
      const note = findNote(now, id);
      if (!note) return deletedSince;
      const isEdited = made.content !== undefined && made.content.trim() !== note.content;
      const isMoved = made.note_type !== undefined && made.note_type !== note.note_type;
      return isEdited || isMoved ? changedSince : create(takingBack(note, back));
    };
    if (act === 'add' || act === 'restore') {
      // The new card is visible, so no notice is needed.
      const isQuiet = act === 'add';
      return { title: 'Note added', undoneTitle: 'Note removed', isQuiet, command };
    }
    const moves = made.note_type !== undefined && made.note_type !== earlier?.note_type;
    const sideEffect = moves && earlier ? leave(earlier) : null;
    return act === 'edit'
      ? { title: 'Note edited', undoneTitle: 'Edit undone', command, conflicts, sideEffect }
      : { title: 'Note moved', undoneTitle: 'Move undone', command, conflicts, sideEffect };
  }

  return commands;
}

/** The board command and its request, whose input is the body and the note's id. */
function partsOf(intent: NoteIntent) {
  const { act, id } = intent;
  const path = `/${id}`;
  switch (act) {
    case 'add': {
      const { content, note_type } = intent;
      return { name: 'note.add', method: 'POST', body: { id, content, note_type } } as const;
    }
    case 'edit': {
      const { content, note_type, position } = intent;
      const body = { content, note_type, position };
      return { name: 'note.update', method: 'PUT', path, body } as const;
    }
    case 'move': {
      const { note_type, position } = intent;
      return { name: 'note.update', method: 'PUT', path, body: { note_type, position } } as const;
    }
    case 'remove':
      return { name: 'note.remove', method: 'DELETE', path } as const;
    case 'restore':
      return { name: 'note.restore', method: 'POST', path: `${path}/restore` } as const;
  }
}

/** The intent of an inverse command. `note` is on the board now. */
function takingBack(note: Note, back: Command): NoteIntent {
  const { id, version, content, note_type } = note;
  if (back.name === 'note.remove') {
    return { act: 'remove', id, base: { version, content, note_type } };
  }
  const { content: text, note_type: column, position } = NoteUpdate.parse(back.input);
  const place = column && { note_type: column, position };
  return text === undefined
    ? { act: 'move', id, note_type, ...place, base: { version, note_type } }
    : { act: 'edit', id, content: text, ...place, base: { version, content }, undoes: true };
}

/** Resends with the current version if the note still matches `base` or already has the new text. */
async function sendOn<Result>(
  base: NoteBase | undefined,
  written: string | null,
  call: (version?: number) => Promise<Result>,
): Promise<Result> {
  if (!base) return call();
  try {
    return await call(base.version);
  } catch (error) {
    const current = currentNoteIn(error);
    if (!current) throw error;
    const { content = current.content, note_type = current.note_type } = base;
    const isSame = current.content === content || current.content === written;
    if (!isSame || current.note_type !== note_type) throw error;
    return call(current.version);
  }
}

/** A 412 response carries the server's current note. */
function currentNoteIn(error: unknown): Note | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return z.object({ current: Note }).safeParse(error.body).data?.current ?? null;
}

function findNote(board: Board | null, id: Note['id']): Note | undefined {
  return board?.notes.find((note) => note.id === id);
}

function saveDraft(
  intent: NoteIntent,
  refused: { error: unknown; board: Board | null; drafts: Pick<NoteDrafts, 'keep' | 'putBack'> },
): void {
  if (intent.act !== 'add' && (intent.act !== 'edit' || intent.undoes)) return;
  const { error, board, drafts } = refused;
  const note = findNote(board, intent.id);
  const note_type =
    intent.note_type ??
    note?.note_type ??
    columnOfNewNote(board?.meeting.columns ?? defaultColumns);
  if (intent.act === 'edit' && !isGone(error)) {
    drafts.keep(intent.id, { content: intent.content, note_type });
    return;
  }
  // Edited while pending: keep its latest text.
  const text = intent.act === 'add' ? (note?.content ?? intent.content) : intent.content;
  const columns = board?.meeting.columns;
  // A removed column would hide the draft.
  drafts.putBack({
    content: text,
    note_type: columns ? resolveColumn(columns, note_type) : note_type,
  });
}

function errorDescription(intent: NoteIntent, error: unknown): string {
  if (intent.act === 'edit' && !intent.undoes && isGone(error)) return editedNoteGoneText;
  if (intent.act !== 'move') return errorText(error);
  return error instanceof ApiError ? (error.detail ?? moveFallbackText) : moveFallbackText;
}
