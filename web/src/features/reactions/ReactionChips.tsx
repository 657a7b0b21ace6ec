import type { Note } from '@wentwell/contract/notes/notes';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import { useReactions } from './use-reactions.ts';

import './reactions.css';

/** A note's emojis with their counts. A pressed one is the user's own. Renders nothing without reactions. */
export function ReactionChips(props: {
  note: Note;
  /** Whether the user may react now. */
  isOpen: boolean;
  /** On a board card: not a tab stop. */
  isOnCard: boolean;
}): ReactNode {
  const { note, isOpen, isOnCard } = props;
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
          className={classNames(
            'reaction-chip inline-flex items-center rounded-full text-soft tabular-nums font-semibold ring-focus',
            !isOnCard && 'hit-area',
          )}
          onClick={() => isOpen && onReact(emoji, !mine)}
        >
          <span aria-hidden="true">{emoji}</span>
          <span aria-hidden="true">{count}</span>
        </button>
      ))}
    </div>
  );
}
