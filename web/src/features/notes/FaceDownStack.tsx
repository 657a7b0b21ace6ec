import type { ReactNode } from 'react';

import './note-density.css';
import './note-motion.css';

/** The notes of others in a column before the reveal: how many there are, and nothing of what they say. */
export function FaceDownStack(props: {
  count: number;
  /** How many of them somebody is at work on. */
  beingWritten: number;
}): ReactNode {
  const { count, beingWritten } = props;
  return (
    <div
      className="note-stack"
      // A card more lies beneath for the second note and for the third; beyond that they are counted.
      data-depth={Math.min(count, 3)}
    >
      <div className="note-back flex h-(--note-line) items-center justify-center rounded-md border border-line bg-card px-3 shadow-raised">
        <p className="rounded-sm bg-card px-2 py-0.5 text-sm font-semibold text-soft">
          {count} {count === 1 ? 'note' : 'notes'} face down
          {beingWritten > 0 && `, ${beingWritten} being written`}
        </p>
      </div>
    </div>
  );
}
