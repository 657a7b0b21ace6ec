import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';

import './comment-count.css';

export function CommentCount(props: { count: number; onOpen: () => void }): ReactNode {
  const { count, onOpen } = props;
  if (count === 0) return null;
  const says = `${count} ${count === 1 ? 'comment' : 'comments'}`;
  return (
    <button
      type="button"
      title={says}
      className="comment-count flex items-center gap-1.5 min-h-6 text-soft text-[0.75rem] leading-5 tabular-nums font-semibold ring-focus hit-area"
      onClick={onOpen}
    >
      <MessageSquare aria-hidden="true" />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{says}</span>
    </button>
  );
}
