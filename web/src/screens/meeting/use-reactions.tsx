import type { Note } from '@wentwell/contract/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import { reactionPolicy } from '@wentwell/contract/reactions';
import { type ReactNode, useMemo } from 'react';

import { statusNow } from '#web/api/server-time';
import { AddReaction } from '#web/features/reactions/AddReaction.tsx';
import { reactionCommands } from '#web/features/reactions/reaction-commands';
import { ReactionChips } from '#web/features/reactions/ReactionChips.tsx';
import type { BoardClient } from '#web/live/board-client';
import { useBoard } from '#web/live/use-board';
import { preview } from '#web/ui/preview';

import { useMeetingParts } from './meeting-parts.ts';

/** Each renders its part of a note; nothing before reactions are possible. */
export interface ReactionSlots {
  chips: (note: Note) => ReactNode;
  add: (note: Note) => ReactNode;
}

/**
 * The functions keep their identity until phase or status changes: a reaction re-renders its own note only. `isOnCard`: on
 * the board, whose cards have their own keys.
 */
export function useReactions({ isOnCard }: { isOnCard: boolean }): ReactionSlots {
  const { client, board, who } = useMeetingParts();
  const { id: meetingId, phase } = board.meeting;
  const status = statusNow(board.meeting);
  return useMemo(() => {
    const commands = reactionCommands({ meetingId });
    const { allowsResponses } = phaseFacts[phase];
    const partsOf = (note: Note) => ({
      client,
      note,
      isOnCard,
      isOpen: reactionPolicy.react(who, { phase, status }, note) === 'allowed',
      onReact: (emoji: string, on: boolean) =>
        void client.run(commands.create({ noteId: note.id, emoji, on })),
    });
    return {
      chips: (note) => allowsResponses && <ChipsOfNote {...partsOf(note)} />,
      add: (note) => allowsResponses && <AddToNote {...partsOf(note)} />,
    };
  }, [client, who, meetingId, phase, status, isOnCard]);
}

interface PartProps {
  client: BoardClient;
  note: Note;
  isOnCard: boolean;
  isOpen: boolean;
  onReact: (emoji: string, on: boolean) => void;
}

function ChipsOfNote({ client, note, ...rest }: PartProps): ReactNode {
  const reactions = useBoard(client, ({ board }) => board?.reactions[note.id]);
  return <ReactionChips {...rest} reactions={reactions} />;
}

function AddToNote({ client, note, isOpen, isOnCard, onReact }: PartProps): ReactNode {
  const reactions = useBoard(client, ({ board }) => board?.reactions[note.id]);
  if (!isOpen) return null;
  const name = preview(note.content, 40);
  return <AddReaction {...{ name, reactions, isOnCard, onReact }} />;
}
