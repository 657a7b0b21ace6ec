import { limits } from '@wentwell/contract/limits';
import type { Note } from '@wentwell/contract/notes/notes';
import type { Reaction } from '@wentwell/contract/notes/reactions';
import { phaseFacts } from '@wentwell/contract/phases';
import { SmilePlus } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { useBoard, useBoardClient } from '#web/live/use-board';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { isTyping } from '#web/ui/overlays/use-shortcuts';
import { preview } from '#web/ui/preview';

import { reactionCommands } from './reaction-commands.ts';

import './reactions.css';

interface ReactionsProps {
  note: Note;
  /** Whether the user may react now. */
  isOpen: boolean;
  /** On a board card: not a tab stop; the button is visible on hover and focus. */
  isOnCard: boolean;
}

/** A note's emojis with their counts. A pressed one is the user's own. Renders nothing without reactions. */
export function ReactionChips({ note, isOpen, isOnCard }: ReactionsProps): ReactNode {
  const { reactions, onReact } = useReactions(note);
  const all = Object.entries(reactions ?? {});
  if (all.length === 0) return null;
  return (
    <div className="reaction-chips flex flex-wrap gap-1">
      {all.map(([emoji, { count, mine }]) => (
        <button
          key={emoji}
          type="button"
          tabIndex={isOnCard ? -1 : 0}
          aria-pressed={mine}
          aria-label={`${emoji} ${count}${mine ? ', you reacted' : ''}`}
          aria-disabled={!isOpen || undefined}
          data-printed
          className="reaction-chip inline-flex items-center rounded-full text-soft tabular-nums font-semibold ring-focus hit-area"
          onClick={() => isOpen && onReact(emoji, !mine)}
        >
          <span aria-hidden="true">{emoji}</span>
          <span aria-hidden="true">{count}</span>
        </button>
      ))}
    </div>
  );
}

const none: Readonly<Record<string, Reaction>> = {};

/** Null in phases without reactions. A reaction re-renders its own note only. */
function useReactions({ id: noteId, meeting_id: meetingId }: Note) {
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

// Loaded after the board, before the first press.
const EmojiPicker = lazyPart(() => import('./EmojiPicker.tsx'), 'EmojiPicker');

/** Offers emojis for a note. The popup mounts on the first press, because a board has hundreds of these buttons. */
export function AddReaction({ note, isOpen, isOnCard }: ReactionsProps): ReactNode {
  const { reactions, onReact } = useReactions(note);
  const [hasPopup, setPopup] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const isOpening = useRef(false);
  if (!isOpen || !reactions || Object.keys(reactions).length >= limits.emojisPerNote) return null;

  async function openFirst(): Promise<void> {
    if (isOpening.current) return;
    isOpening.current = true;
    // The keyboard needs an emoji to focus.
    await EmojiPicker.preload().finally(() => (isOpening.current = false));
    flushSync(() => setPopup(true));
    // On a slow line, somebody may write by now.
    if (isTyping(document.activeElement)) return;
    trigger.current?.focus();
    trigger.current?.click();
  }

  const button = (
    <button
      ref={trigger}
      type="button"
      tabIndex={isOnCard ? -1 : 0}
      title="React"
      aria-label={`React to “${preview(note.content, 40)}”`}
      className="reaction-add inline-flex items-center justify-center rounded-full text-soft ring-focus hit-area"
      {...(!hasPopup && {
        onPointerEnter: () => void EmojiPicker.prefetch(),
        onClick: () => void openFirst(),
      })}
    >
      <SmilePlus />
    </button>
  );
  if (!hasPopup) return button;
  return (
    // Events in the popup must not open or drag the card around it.
    <span className="contents" onMouseDown={stopHere} onTouchStart={stopHere} onClick={stopHere}>
      <Popover label="React" trigger={button} align="end" side="top">
        <EmojiPicker reactions={reactions} onReact={onReact} />
      </Popover>
    </span>
  );
}

function stopHere(event: SyntheticEvent): void {
  event.stopPropagation();
}
