import type { Comment } from '@wentwell/contract/comments';
import type { ReactNode, Ref } from 'react';

import { useIsWaiting } from '#web/live/waiting-changes';
import { WaitingMark } from '#web/ui/feedback/WaitingMark.tsx';
import { dateFormat } from '#web/ui/formats';
import { Avatar, type Person } from '#web/ui/identity/Avatar.tsx';

import './comments.css';

// Formatted for the reader's locale and time zone.
const formatTime = dateFormat({ timeStyle: 'short' });

/** Who wrote a comment and when, above its text. */
export function CommentFrame(props: {
  ref?: Ref<HTMLLIElement>;
  comment: Comment;
  author: Person;
  isMine: boolean;
  /** At the end of the line above the text. */
  end?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const isWaiting = useIsWaiting(props.comment.id);
  const { ref, comment, author, isMine, end, children } = props;
  return (
    <li ref={ref} className="comment-item">
      <Avatar person={author} size="sm" decorative />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <p className="flex min-h-6 items-center gap-2 text-xs text-muted">
          <span className="truncate font-semibold text-ink">
            {isMine && comment.author_id !== null ? 'You' : author.name}
          </span>
          {/* Without a name there is no time but the phase's. */}
          {comment.author_id !== null && (
            <time dateTime={comment.created_at} className="shrink-0">
              {formatTime(new Date(comment.created_at))}
            </time>
          )}
          {comment.updated_at !== comment.created_at && <span className="shrink-0">edited</span>}
          {isWaiting && <WaitingMark />}
          {end}
        </p>
        {children}
      </div>
    </li>
  );
}
