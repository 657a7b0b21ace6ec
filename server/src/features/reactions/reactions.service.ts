// Reactions to notes: given and taken back, each change announced to whoever reacted and to all others.
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { effectiveStatus } from '@wentwell/contract/meetings';
import { type Emoji, reactionPolicy } from '@wentwell/contract/reactions';

import { authorIn, lockMeeting } from '#server/features/meetings/meeting-access';
import { toMeeting } from '#server/features/meetings/meetings.table';
import { noteIdOf } from '#server/features/notes/notes.table';
import type { EventLog } from '#server/live/event-log';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import { type Answer, emptyAnswer, type ReceiptBook } from '#server/platform/http/receipts';

import { reactionChanged } from './reaction-announcements.service.ts';
import { findReactedNote, findReactions, writeReaction } from './reaction-rows.service.ts';
import { isReactor } from './reactions.table.ts';

export interface ReactionsDeps {
  receipts: ReceiptBook;
  log: EventLog;
}

export interface ReactionAt {
  meetingId: MeetingId;
  noteId: NoteId;
  emoji: Emoji;
}

export function reactionsService({ receipts, log }: ReactionsDeps) {
  /** Says whether the caller reacts with the emoji; nothing is announced where they do already, or do not. */
  async function set(command: Command, at: ReactionAt, reacts: boolean): Promise<Answer<null>> {
    const { meetingId, emoji } = at;
    return receipts.once(command, {
      ...emptyAnswer,
      board: meetingId,
      async load(tx) {
        const [access, found, rows] = await Promise.all([
          lockMeeting(tx, command, meetingId),
          findReactedNote(tx, command, at),
          findReactions(tx, command, at),
        ]);
        return { access, found, rows };
      },
      async work(tx, { access, found, rows }) {
        if (!found) throw new ApiError('NOT_FOUND');
        const { note, members } = found;
        const meeting = toMeeting(access.meeting);
        const status = effectiveStatus(meeting, access.now);
        authorize(reactionPolicy.react(access.teamContext, { ...meeting, status }, note));
        const { authorId: userId, authorHash, on } = authorIn(access, command);
        const reacted = Map.groupBy(rows, (row) => row.emoji);
        const before = reacted.get(emoji) ?? [];
        const own = before.find((each) => isReactor(each, command));
        if ((own !== undefined) === reacts) return { status: 204, body: null };
        if (reacts && !reacted.has(emoji) && reacted.size >= limits.emojisPerNote) {
          throw new ApiError('REACTIONS_FULL');
        }
        // A person can make any number of keys, each of which counts as another one.
        if (reacts && authorHash !== null && before.length >= members) {
          throw new ApiError('REACTED_BY_ALL');
        }
        const { teamId } = access.meeting;
        const row = { meetingId, noteId: note.id, emoji, userId, authorHash };
        const by = reacts ? [...before, row] : before.filter((each) => each !== own);
        const write = () => writeReaction(tx, { ...row, teamId }, reacts);
        log.appendLast(tx, on, {
          change: reactionChanged(noteIdOf(note), emoji, by),
          history: access,
          write,
        });
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
