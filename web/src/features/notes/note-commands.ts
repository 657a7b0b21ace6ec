// The note commands of the board's queue: the stored intent, its optimistic update, its request, and what happens to the
// text when it is refused.
import type { Board } from '@wentwell/contract/board';
import { columnOfNewNote, defaultColumns, resolveColumn } from '@wentwell/contract/columns';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import { z } from 'zod';

import type { Attempt } from '#web/api/attempt';
import { ApiError, errorText } from '#web/api/request';
import { serverNow } from '#web/api/server-time';
import {
  type BoardUpdate,
  type OptimisticCommand,
  type OptimisticConfirmation,
  type Commands,
  deserializeIntents,
} from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

import {
  authorOf,
  hasNote,
  lacksNote,
  lastPosition,
  withChange,
  withNote,
  withoutNote,
} from './note-changes.ts';
import type { NoteDrafts } from './note-drafts.ts';
import { NoteIntent } from './note-intents.ts';
import { inverseOf, type Rejoin } from './note-inverses.ts';
import { type NoteCalls, noteCalls } from './notes.queries.ts';

export type { NoteIntent };
type Intent<Act extends NoteIntent['act']> = Extract<NoteIntent, { act: Act }>;

export type NoteCommands = Commands<NoteIntent>;

const kind = 'note';

const titles: Record<NoteIntent['act'], string> = {
  add: 'Error adding note',
  edit: 'Error updating note',
  move: 'Error moving note',
  remove: 'Error deleting note',
  restore: 'Error restoring note',
};
const moveFallbackText = 'Failed to move the note. Please try again.';
const editedNoteGoneText = 'Somebody has deleted it meanwhile. Your text is kept for a new note.';

export function noteCommands(
  context: { meetingId: MeetingId; userId: UserId },
  drafts: Pick<NoteDrafts, 'keep' | 'putBack'>,
  options: { calls?: NoteCalls; rejoin?: Rejoin } = {},
): NoteCommands {
  const { calls = noteCalls(context.meetingId), rejoin = () => null } = options;

  function create(intent: NoteIntent): OptimisticCommand {
    return {
      kind,
      input: intent,
      queueKey: intent.id,
      startsQueue: intent.act === 'add',
      // Each of them sets a value, so that twice is the same as once.
      mergesDuplicates: true,
      optimisticUpdate: optimisticUpdate(intent, context),
      inverse: (before) => inverseOf(intent, before, { create, rejoin }),
      send: (key, signal) => send(intent, calls, { key, signal }),
      onRefused: (error, board) => {
        saveDraft(intent, { error, board, drafts });
        const id = `note-refused-${intent.act}`;
        toast.error({
          title: titles[intent.act],
          description: errorDescription(intent, error),
          id,
        });
      },
    };
  }
  return {
    create,
    deserialize: deserializeIntents(kind, NoteIntent, create),
  };
}

function optimisticUpdate(
  intent: NoteIntent,
  context: { meetingId: MeetingId; userId: UserId },
): BoardUpdate {
  switch (intent.act) {
    case 'add': {
      const time = serverNow().toISOString();
      const { id, content: text, note_type } = intent;
      return (board) =>
        withNote({
          id,
          content: text,
          note_type,
          meeting_id: context.meetingId,
          ...authorOf(board, context.userId),
          group_id: null,
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
      return withChange(intent.id, placeOf(intent));
    case 'remove':
      return withoutNote(intent.id);
    case 'restore':
      return withNote(intent.note);
  }
}

async function send(
  intent: NoteIntent,
  calls: NoteCalls,
  attempt: Attempt,
): Promise<OptimisticConfirmation> {
  switch (intent.act) {
    case 'add': {
      const { id, content: text, note_type } = intent;
      return confirmationOf(await calls.create({ id, content: text, note_type }, attempt));
    }
    case 'edit':
      return confirmationOf(await sendEdit(intent, calls, attempt));
    case 'move':
      return confirmationOf(await sendMove(intent, calls, attempt));
    case 'remove':
      await sendRemoval(intent, calls, attempt);
      return { isConfirmed: lacksNote(intent.id) };
    case 'restore':
      return confirmationOf(await calls.restore(intent.id, attempt));
  }
}

/** A 404 means that the note is already deleted, or that the user has lost access: then reading the board fails. */
async function sendRemoval(
  { id, base }: Intent<'remove'>,
  calls: NoteCalls,
  attempt: Attempt,
): Promise<void> {
  const isAsSeen = (current: Note): boolean =>
    current.content === base?.content && current.note_type === base.note_type;
  try {
    await sendOnVersion(base?.version, isAsSeen, (on) => calls.delete(id, { ...attempt, ...on }));
  } catch (error) {
    if (!isGone(error)) throw error;
    await calls.readBoard(attempt);
  }
}

function sendMove(
  { id, base, ...place }: Intent<'move'>,
  calls: NoteCalls,
  attempt: Attempt,
): Promise<Note> {
  const isAsSeen = (current: Note): boolean => current.note_type === base?.note_type;
  return sendOnVersion(base?.version, isAsSeen, (on) =>
    calls.update(id, placeOf(place), { ...attempt, ...on }),
  );
}

/** Where a note goes: to the end of a column, or back to the place that it had there. */
function placeOf({ note_type, position }: Pick<Intent<'move'>, 'note_type' | 'position'>) {
  return { note_type, ...(position !== undefined && { position }) };
}

/** Never overwrites a text that the user has not seen. Other changes of the note, such as a move, are no conflict. */
function sendEdit(intent: Intent<'edit'>, calls: NoteCalls, attempt: Attempt): Promise<Note> {
  const { version, content: baseContent } = intent.base;
  const isAsSeen = ({ content }: Note): boolean =>
    content === baseContent || content === intent.content;
  return sendOnVersion(version, isAsSeen, (on) =>
    calls.update(intent.id, changeOf(intent), { ...attempt, ...on }),
  );
}

/** Sends once more where the note has another version, but is still as the user saw it in what the command changes. */
async function sendOnVersion<Result>(
  version: number | undefined,
  isAsSeen: (current: Note) => boolean,
  call: (on: Pick<Attempt, 'version'>) => Promise<Result>,
): Promise<Result> {
  if (version === undefined) return call({});
  try {
    return await call({ version });
  } catch (error) {
    const current = currentNoteIn(error);
    if (!current || !isAsSeen(current)) throw error;
    return call({ version: current.version });
  }
}

function changeOf({ content: text, note_type, position }: Intent<'edit'>) {
  return { content: text, ...(note_type && placeOf({ note_type, position })) };
}

/** A 412 response carries the server's current note. */
function currentNoteIn(error: unknown): Note | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return z.object({ current: Note }).safeParse(error.body).data?.current ?? null;
}

function confirmationOf(note: Note): OptimisticConfirmation {
  return { isConfirmed: hasNote(note), optimisticUpdate: withNote(note) };
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function saveDraft(
  intent: NoteIntent,
  refused: { error: unknown; board: Board | null; drafts: Pick<NoteDrafts, 'keep' | 'putBack'> },
): void {
  if (intent.act !== 'add' && (intent.act !== 'edit' || intent.undoes)) return;
  const { error, board, drafts } = refused;
  const note = board?.notes.find((each) => each.id === intent.id);
  const note_type =
    intent.note_type ??
    note?.note_type ??
    columnOfNewNote(board?.meeting.columns ?? defaultColumns);
  if (intent.act === 'edit' && !isGone(error)) {
    drafts.keep(intent.id, { content: intent.content, note_type });
    return;
  }
  // A new note may have been edited while it waited; save its latest text.
  const text = intent.act === 'add' ? (note?.content ?? intent.content) : intent.content;
  const columns = board?.meeting.columns;
  // A column that is gone shows no draft.
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
