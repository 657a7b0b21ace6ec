// The command by which a person reacts to a note, or takes the reaction back. Pressing the same emoji again is its undo.
import type { Board } from '@wentwell/contract/board';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { z } from 'zod';

import { ApiError, errorText, request } from '#web/api/request';
import {
  type BoardUpdate,
  type OptimisticCommand,
  type Commands,
  deserializeIntents,
} from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

const ReactionIntent = z.object({ noteId: NoteId, emoji: z.string(), on: z.boolean() });
export type ReactionIntent = z.infer<typeof ReactionIntent>;

export type ReactionCommands = Commands<ReactionIntent>;

const kind = 'reaction';

export function reactionCommands({ meetingId }: { meetingId: MeetingId }): ReactionCommands {
  function create(intent: ReactionIntent): OptimisticCommand {
    const { noteId, emoji, on } = intent;
    const path = `/api/v1/meetings/${meetingId}/notes/${noteId}/reactions/${encodeURIComponent(emoji)}`;
    return {
      kind,
      input: intent,
      queueKey: `${kind}-${noteId}`,
      shownOn: noteId,
      startsQueue: false,
      mergesDuplicates: true,
      optimisticUpdate: toggled(intent),
      async send(key, signal) {
        const headers = { 'Idempotency-Key': key };
        await request({ path, method: on ? 'PUT' : 'DELETE', headers, signal });
        return { isConfirmed: (board) => isMine(board, intent) === on || !hasNote(board, noteId) };
      },
      onRefused(error, board) {
        // Nobody needs to be told that a note is gone on which they pressed a moment ago.
        if (error instanceof ApiError && error.status === 404 && board) return;
        const title = on ? 'Error reacting' : 'Error taking the reaction back';
        toast.error({ title, description: errorText(error), id: 'reaction-refused' });
      },
    };
  }

  return {
    create,
    deserialize: deserializeIntents(kind, ReactionIntent, create),
  };
}

function hasNote(board: Board, noteId: NoteId): boolean {
  return board.notes.some(({ id }) => id === noteId);
}

function isMine({ reactions }: Board, { noteId, emoji }: ReactionIntent): boolean {
  return reactions[noteId]?.[emoji]?.mine ?? false;
}

function toggled(intent: ReactionIntent): BoardUpdate {
  const { noteId, emoji, on } = intent;
  return (board) => {
    if (isMine(board, intent) === on || !hasNote(board, noteId)) return board;
    const { [emoji]: before, ...others } = board.reactions[noteId] ?? {};
    const count = (before?.count ?? 0) + (on ? 1 : -1);
    if (!before && Object.keys(others).length >= limits.emojisPerNote) return board;
    // The emoji keeps its place among the others, unless it is new or goes.
    const own = before
      ? { ...board.reactions[noteId], [emoji]: { count, mine: on } }
      : { ...others, [emoji]: { count, mine: on } };
    return { ...board, reactions: { ...board.reactions, [noteId]: count === 0 ? others : own } };
  };
}
