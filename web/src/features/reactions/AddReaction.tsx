import { limits } from '@wentwell/contract/limits';
import type { Note } from '@wentwell/contract/notes/notes';
import { SmilePlus } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { preview } from '#web/ui/preview';

import { useReactions } from './use-reactions.ts';

import './reactions.css';

// Loaded after the board, before the first press.
const EmojiPicker = lazyPart(() => import('./EmojiPicker.tsx'), 'EmojiPicker');

/** Offers emojis for a note. The popup mounts on the first press, because a board has hundreds of these buttons. */
export function AddReaction(props: {
  note: Note;
  /** Whether the user may react now. */
  isOpen: boolean;
  /** On a board card: not a tab stop, visible on hover and focus. */
  isOnCard: boolean;
}): ReactNode {
  const { note, isOpen, isOnCard } = props;
  const { reactions, onReact } = useReactions(note);
  const [hasPopup, setPopup] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  if (!isOpen || !reactions || Object.keys(reactions).length >= limits.emojisPerNote) return null;

  function openFirst(): void {
    flushSync(() => setPopup(true));
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
        onClick: openFirst,
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
