import { memo, type ReactNode } from 'react';

import { Avatar, type Person } from '#web/ui/identity/Avatar.tsx';

import './note-density.css';
import './note-motion.css';

/** Somebody else's note before the reveal: that it is there, and nothing of what it says. */
export const FaceDownCard = memo(function FaceDownCard({ author }: { author: Person }): ReactNode {
  return (
    <div
      role="img"
      aria-label={`Hidden note by ${author.name}`}
      className="note-back flex h-(--note-line) items-center justify-end rounded-md border border-line bg-card px-3 shadow-raised"
    >
      <Avatar person={author} size="sm" decorative />
    </div>
  );
});
