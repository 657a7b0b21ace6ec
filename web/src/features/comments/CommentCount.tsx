import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';

import './comment-count.css';

/** How many comments a topic has. Nothing where it has none. */
export function CommentCount({ count }: { count: number }): ReactNode {
  if (count === 0) return null;
  const says = `${count} ${count === 1 ? 'comment' : 'comments'}`;
  return (
    <p title={says} className="comment-count">
      <MessageSquare aria-hidden="true" />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{says}</span>
    </p>
  );
}
