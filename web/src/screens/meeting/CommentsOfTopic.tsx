import type { TopicId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import { CommentCount } from '#web/features/comments/CommentCount.tsx';
import type { BoardClient } from '#web/live/board-client';
import { useBoard } from '#web/live/use-board';

/** How many comments a topic of the board has. A new one draws its own topic anew, no other. */
export function CommentsOfTopic(props: {
  client: BoardClient;
  topicId: TopicId;
  onOpen: (topicId: TopicId) => void;
}): ReactNode {
  const { client, topicId, onOpen } = props;
  const count = useBoard(client, ({ board }) => board?.comments[topicId]?.length ?? 0);
  return <CommentCount count={count} onOpen={() => onOpen(topicId)} />;
}
