// Reactions to notes: given and taken back, each change announced to whoever reacted and to all others.
import type { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { effectiveStatus } from '@wentwell/contract/meetings';
import { type Emoji, reactionPolicy } from '@wentwell/contract/reactions';

import { lockMeeting } from '#server/features/meetings/meeting-access';
import { toMeeting } from '#server/features/meetings/meetings.table';
import { noteIdOf } from '#server/features/notes/notes.table';
import type { EventLog } from '#server/live/event-log';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import { type Answer, emptyAnswer, type ReceiptBook } from '#server/platform/http/receipts';

import { reactionChanged } from './reaction-announcements.service.ts';
import { findReactedNote, findReactions, writeReaction } from './reaction-rows.service.ts';

export interface ReactionsDeps {
  receipts: ReceiptBook;
  log: EventLog;
}

export interface ReactionAt {
  meetingId: MeetingId;
  noteId: NoteId;
  emoji: Emoji;
}

/** Everybody who reacted with each emoji. */
function byEmoji(rows: readonly { emoji: string; userId: UserId }[]): Map<string, UserId[]> {
  const found = new Map<string, UserId[]>();
  for (const { emoji, userId } of rows) found.set(emoji, [...(found.get(emoji) ?? []), userId]);
  return found;
}

export function reactionsService({ receipts, log }: ReactionsDeps) {
  /** Says whether the caller reacts with the emoji; nothing is announced where they do already, or do not. */
  async function set(command: Command, at: ReactionAt, reacts: boolean): Promise<Answer<null>> {
    const { meetingId, emoji } = at;
    const { userId } = command;
    return receipts.once(command, {
      ...emptyAnswer,
      board: meetingId,
      async load(tx) {
        const [access, note, rows] = await Promise.all([
          lockMeeting(tx, command, meetingId),
          findReactedNote(tx, command, at),
          findReactions(tx, command, at),
        ]);
        return { access, note, rows };
      },
      async work(tx, { access, note, rows }) {
        if (!note) throw new ApiError('NOT_FOUND');
        const meeting = toMeeting(access.meeting);
        const status = effectiveStatus(meeting, access.now);
        authorize(reactionPolicy.react(access.teamContext, { ...meeting, status }, note));
        const reacted = byEmoji(rows);
        const before = reacted.get(emoji) ?? [];
        if (before.includes(userId) === reacts) return { status: 204, body: null };
        if (reacts && !reacted.has(emoji) && reacted.size >= limits.emojisPerNote) {
          throw new ApiError('REACTIONS_FULL');
        }
        const others = before.filter((each) => each !== userId);
        const by = reacts ? [...others, userId] : others;
        const row = { meetingId, noteId: note.id, emoji, userId };
        await Promise.all([
          writeReaction(tx, row, reacts),
          log.append(
            tx,
            { meetingId, actorId: userId },
            reactionChanged(noteIdOf(note), emoji, by),
          ),
        ]);
        return { status: 204, body: null };
      },
    });
  }

  return {
    react: (command: Command, at: ReactionAt): Promise<Answer<null>> => set(command, at, true),
    takeBack: (command: Command, at: ReactionAt): Promise<Answer<null>> => set(command, at, false),
  };
}
export type ReactionsService = ReturnType<typeof reactionsService>;
