import { effectiveStatus, type Meeting } from '@wentwell/contract/meetings';
import type { Note } from '@wentwell/contract/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import { reactionPolicy } from '@wentwell/contract/reactions';
import type { TeamContext } from '@wentwell/contract/teams';
import { type ReactNode, useMemo } from 'react';

import { preview } from '#web/features/notes/note-text';
import { NoteReactions } from '#web/features/reactions/NoteReactions.tsx';
import { reactionCommands } from '#web/features/reactions/reaction-commands';
import type { BoardClient } from '#web/live/board-client';
import { useBoard } from '#web/live/use-board';

/** Draws the reactions to a note; null before there can be any. */
export type ReactionsOn = (note: Note, isOnCard: boolean) => ReactNode;

/** The same function until the phase or the status changes: reactions that change draw their own note anew, no other. */
export function useReactions(client: BoardClient, who: TeamContext, meeting: Meeting): ReactionsOn {
  const { id: meetingId, phase } = meeting;
  const status = effectiveStatus(meeting);
  return useMemo<ReactionsOn>(() => {
    const commands = reactionCommands({ meetingId });
    // Before the reveal there is nothing to react to, and a card costs nothing for it.
    if (!phaseFacts[phase].responds) return () => null;
    return (note, isOnCard) => (
      <ReactionsOfNote
        client={client}
        note={note}
        isOpen={reactionPolicy.react(who, { phase, status }, note) === 'allowed'}
        isOnCard={isOnCard}
        onReact={(emoji, on) => void client.run(commands.create({ noteId: note.id, emoji, on }))}
      />
    );
  }, [client, who, meetingId, phase, status]);
}

function ReactionsOfNote(props: {
  client: BoardClient;
  note: Note;
  isOpen: boolean;
  isOnCard: boolean;
  onReact: (emoji: string, on: boolean) => void;
}): ReactNode {
  const { client, note, isOpen, isOnCard, onReact } = props;
  const reactions = useBoard(client, ({ board }) => board?.reactions[note.id]);
  return (
    <NoteReactions
      noteId={note.id}
      name={preview(note.content, 40)}
      reactions={reactions}
      isOpen={isOpen}
      isOnCard={isOnCard}
      onReact={onReact}
    />
  );
}
