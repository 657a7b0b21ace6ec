import { limits } from '@wentwell/contract/limits';
import { SmilePlus } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';

import type { ReactionsOfNote } from './ReactionChips.tsx';

import './reactions.css';

// Loaded after the board, before the first press.
const EmojiPicker = lazyPart(() => import('./EmojiPicker.tsx'), 'EmojiPicker');

/** Offers emojis for a note. The popup mounts on the first press, because a board has hundreds of these buttons. */
export function AddReaction(props: {
  /** The note in a few words, for the button's accessible name. */
  name: string;
  reactions: ReactionsOfNote | undefined;
  /** On a board card: not a tab stop, visible on hover and focus. */
  isOnCard: boolean;
  onReact: (emoji: string, on: boolean) => void;
}): ReactNode {
  const { name, reactions = {}, isOnCard, onReact } = props;
  const [hasPopup, setPopup] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  if (Object.keys(reactions).length >= limits.emojisPerNote) return null;

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
      aria-label={`React to “${name}”`}
      className="reaction-add inline-flex items-center justify-center rounded-full text-soft ring-focus hit-area"
      {...(!hasPopup && {
        onPointerEnter: () => void EmojiPicker.prefetch(),
        onClick: openFirst,
      })}
    >
      <SmilePlus aria-hidden="true" />
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
