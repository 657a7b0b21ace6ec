// Hidden notes and the reveal: a countdown, then cards that turn over.
import { type CSSProperties, type ReactNode, useState } from 'react';

import { classNames } from '#web/ui/class-names';
import { logo } from '#web/ui/layout/wordmark-paths';

import './face-down.css';

/** The product's letter, in the fold's colour. */
export function Mark(): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="5 5 22 18" opacity="0.7" className="face-down-mark">
      <path d={logo.letter} />
    </svg>
  );
}

/** Covers a card until it turns over. */
export function CardBack(): ReactNode {
  return (
    <span aria-hidden="true" className="card-back">
      <Mark />
    </span>
  );
}

/** Visual only: screen reader users do not wait for it. */
export function Countdown(): ReactNode {
  return (
    <div aria-hidden="true" className="countdown">
      {[3, 2, 1].map((number) => (
        <b key={number} className="paper">
          {number}
        </b>
      ))}
    </div>
  );
}

const countdownMs = 2100;

/** When a card turns over: column by column, one after another. The last one starts 680 ms after the first. */
export function turnDelay(place: { column: number; columns: number; card: number }): string {
  const { column, columns, card } = place;
  const perColumn = Math.min(240, 480 / Math.max(1, columns - 1));
  return `${countdownMs + column * perColumn + Math.min(card, 8) * 25}ms`;
}

/** The most cards drawn; the lowest stands for the rest. */
const drawnMax = 12;

/** Others' hidden notes: only their number. */
export function FaceDownPile(props: {
  count: number;
  /** How many of them are being written. */
  beingWritten: number;
  /** Shown beside the number instead of "face down". */
  words?: string;
  children: ReactNode;
}): ReactNode {
  const { count, beingWritten, words, children } = props;
  const [before] = useState(count);
  const drawn = Math.min(count, drawnMax);
  return (
    <div className="pile">
      {Array.from({ length: drawn }, (_, at) => {
        const isTop = at === drawn - 1;
        const place: CSSProperties & Record<`--${string}`, string> = {
          '--at': String(Math.min(at, 8) + Math.max(at - 8, 0) / 2),
          '--turned': `${((at * 7) % 11) - 5}deg`,
        };
        return (
          <span
            // A new key remounts the top card, so that each new note animates.
            key={isTop && count > drawnMax ? count : at}
            aria-hidden="true"
            className={classNames(
              'pile-card paper',
              (isTop ? count : at + 1) > before && 'pile-dealt',
            )}
            style={place}
          >
            {isTop && <Mark />}
          </span>
        );
      })}
      <p className="pile-words">
        {count > 0 && (
          <>
            <b>
              {count}
              {words === undefined ? (
                <span className="sr-only">{count === 1 ? ' note ' : ' notes '}</span>
              ) : (
                ' '
              )}
            </b>
            <span>{words ?? 'face down'}</span>
          </>
        )}
        {beingWritten > 0 && <span className="sr-only">, {beingWritten} being written</span>}
        {children}
      </p>
    </div>
  );
}

/** Animated dots while somebody is writing. */
export function Typing({ writing, isAtWork }: { writing: number; isAtWork: boolean }): ReactNode {
  if (writing === 0 && !isAtWork) return null;
  return (
    <span className="typing inline-flex items-center gap-1 h-4">
      <i />
      <i />
      <i />
      {writing > 0 && <span className="sr-only">{writing} writing…</span>}
    </span>
  );
}
