import type { Note } from '@wentwell/contract/notes/notes';
import type { Reaction } from '@wentwell/contract/notes/reactions';
import { phaseFacts } from '@wentwell/contract/phases';

import { useBoard, useBoardClient } from '#web/live/use-board';

import { reactionCommands } from './reaction-commands.ts';

export type ReactionsOfNote = Readonly<Record<string, Reaction>>;

const none: ReactionsOfNote = {};

/** Null in phases without reactions. A reaction re-renders its own note only. */
export function useReactions({ id: noteId, meeting_id: meetingId }: Note) {
  const client = useBoardClient();
  const reactions = useBoard(({ board }) =>
    board && phaseFacts[board.meeting.phase].allowsResponses
      ? (board.reactions[noteId] ?? none)
      : null,
  );
  return {
    reactions,
    onReact: (emoji: string, on: boolean): void =>
      void client.run(reactionCommands({ meetingId }).create({ noteId, emoji, on })),
  };
}
