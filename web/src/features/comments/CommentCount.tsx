import type { TopicId } from '@wentwell/contract/ids';
import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';

import { useBoard } from '#web/live/use-board';

import './comment-count.css';

/** A new comment re-renders its own topic only. */
export function CommentCount(props: {
  topicId: TopicId;
  onOpen: (topicId: TopicId) => void;
}): ReactNode {
  const { topicId, onOpen } = props;
  const count = useBoard(({ board }) => board?.comments[topicId]?.length ?? 0);
  if (count === 0) return null;
  const says = `${count} ${count === 1 ? 'comment' : 'comments'}`;
  return (
    <button
      type="button"
      title={says}
      data-printed
      className="comment-count flex items-center gap-1.5 min-h-6 text-soft text-xs tabular-nums font-semibold ring-focus hit-area"
      onClick={() => onOpen(topicId)}
    >
      <MessageSquare />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{says}</span>
    </button>
  );
}
