// Notes before the reveal, and the reveal itself: a countdown, and cards that turn over.
import { type CSSProperties, type ReactNode, useState } from 'react';

import { classNames } from '#web/ui/class-names';
import { logo } from '#web/ui/layout/wordmark-paths';

import './face-down.css';

function Mark(): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="5 9 22 14" className="face-down-mark">
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

/** For eyes alone: nobody waits for it who does not see it. */
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

/** When a card turns over: one after another, a column at a time. The last of them turns 680 ms after the first. */
export function turnDelay(place: { column: number; columns: number; card: number }): string {
  const { column, columns, card } = place;
  const perColumn = Math.min(240, 480 / Math.max(1, columns - 1));
  return `${countdownMs + column * perColumn + Math.min(card, 8) * 25}ms`;
}

/** More lie under the last of these. */
const drawnMax = 12;

/** The notes of others before the reveal: their number, and nothing of their text. */
export function FaceDownPile(props: {
  count: number;
  /** How many of them somebody is at work on. */
  beingWritten: number;
  children: ReactNode;
}): ReactNode {
  const { count, beingWritten, children } = props;
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
            // The top of a high pile is another card with each that comes.
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
        <b>
          {count}
          <span className="sr-only">{count === 1 ? ' note ' : ' notes '}</span>
        </b>
        <span>face down</span>
        {beingWritten > 0 && <span className="sr-only">, {beingWritten} being written</span>}
        {children}
      </p>
    </div>
  );
}

/** Dots that shimmer while somebody is at work. */
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
