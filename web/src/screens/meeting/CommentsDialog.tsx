import { titleOfTopic, topicsOf } from '@wentwell/contract/discussion/topics';
import type { TopicId } from '@wentwell/contract/ids';
import { isAuthor } from '@wentwell/contract/notes/author-keys';
import type { ReactNode } from 'react';

import { CommentFrame, CommentText } from '#web/features/comments/CommentList.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';
import { preview } from '#web/ui/preview';

import { useMeetingParts } from './meeting-parts.ts';

/** A topic's comments, read-only, outside its discussion. */
export function CommentsDialog({
  topicId,
  ...dialog
}: DialogProps & { topicId: TopicId }): ReactNode {
  const { board, who } = useMeetingParts();
  const { notes, groups, meeting } = board;
  const topics = topicsOf({ notes, groups, columns: meeting.columns });
  const topic = topics.find(({ id }) => id === topicId);
  const comments = board.comments[topicId] ?? [];
  return (
    <Dialog {...dialog} title="Comments" description={topic && preview(titleOfTopic(topic), 90)}>
      <ul className="grid grid-cols-1 gap-1" aria-label="Comments">
        {comments.map((comment) => (
          <Part key={comment.id}>
            <CommentFrame comment={comment} isMine={isAuthor(comment, who)}>
              <CommentText comment={comment} />
            </CommentFrame>
          </Part>
        ))}
      </ul>
    </Dialog>
  );
}
