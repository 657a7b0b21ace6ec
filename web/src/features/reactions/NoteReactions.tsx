import type { NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { Reaction } from '@wentwell/contract/reactions';
import { SmilePlus } from 'lucide-react';
import { type ReactNode, Suspense, type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';

import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';

import './reactions.css';

// Loaded after the board, before the first press.
const EmojiPicker = lazyPart(async () => (await import('./EmojiPicker.tsx')).EmojiPicker);

export type ReactionsOfNote = Readonly<Record<string, Reaction>>;

export interface NoteReactionsProps {
  noteId: NoteId;
  /** The note in a few words, to tell one note's button from another's. */
  name: string;
  reactions: ReactionsOfNote | undefined;
  /** Whether this person may react now. */
  isOpen: boolean;
  /** On a card of the board, whose controls are reached by its own keys. */
  isOnCard: boolean;
  onReact: (emoji: string, on: boolean) => void;
}

/** The emojis of a note, each with its count: pressed, it is one's own. */
export function NoteReactions(props: NoteReactionsProps): ReactNode {
  const { reactions = {}, isOpen, isOnCard, onReact } = props;
  const all = Object.entries(reactions);
  const tabIndex = isOnCard ? -1 : 0;
  if (!isOpen && all.length === 0) return null;
  return (
    <div className="note-reactions" data-empty={all.length === 0 || undefined}>
      {all.map(([emoji, { count, mine }]) => (
        <button
          key={emoji}
          type="button"
          tabIndex={tabIndex}
          aria-pressed={mine}
          aria-label={`${emoji} ${count}${mine ? ', you reacted' : ''}`}
          aria-disabled={!isOpen || undefined}
          className="reaction-chip ring-focus"
          onClick={() => isOpen && onReact(emoji, !mine)}
        >
          <span aria-hidden="true">{emoji}</span>
          <span aria-hidden="true">{count}</span>
        </button>
      ))}
      {isOpen && all.length < limits.emojisPerNote && (
        <AddReaction {...props} tabIndex={tabIndex} />
      )}
    </div>
  );
}

/**
 * A full board has hundreds of these: the popup is there from the first press on. The emojis that a note has already are
 * marked as one's own or not.
 */
function AddReaction(props: NoteReactionsProps & { tabIndex: number }): ReactNode {
  const { noteId, name, reactions = {}, tabIndex, onReact } = props;
  const [hasPopup, setPopup] = useState(false);
  const id = `react-${noteId}`;
  const button = (
    <button
      type="button"
      tabIndex={tabIndex}
      title="React"
      aria-label={`React to “${name}”`}
      data-react={id}
      className="reaction-add ring-focus hit-area"
      {...(!hasPopup && {
        onPointerEnter: () => void EmojiPicker.prefetch(),
        onClick: openFirst,
      })}
    >
      <SmilePlus aria-hidden="true" />
    </button>
  );

  function openFirst(): void {
    flushSync(() => setPopup(true));
    const trigger = document.querySelector<HTMLElement>(`[data-react="${id}"]`);
    trigger?.focus();
    trigger?.click();
  }

  if (!hasPopup) return button;
  return (
    // What is pressed in the popup must not reach the card around it, which opens and drags.
    <span className="contents" onMouseDown={stopHere} onTouchStart={stopHere} onClick={stopHere}>
      <Popover label="React" trigger={button} align="end" side="top">
        <Suspense>
          <EmojiPicker reactions={reactions} onReact={onReact} />
        </Suspense>
      </Popover>
    </span>
  );
}

function stopHere(event: SyntheticEvent): void {
  event.stopPropagation();
}
