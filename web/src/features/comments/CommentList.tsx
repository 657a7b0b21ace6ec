import type { TopicId } from '@wentwell/contract/ids';
import { isAuthor } from '@wentwell/contract/notes/author-keys';
import { type Comment, commentPolicy, markOf } from '@wentwell/contract/notes/comments';
import { isBlank } from '@wentwell/contract/text/letters';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';

import { useDraft } from '#web/api/draft-store';
import { meetingNow } from '#web/api/server-time';
import { useIsWaiting, useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { WaitingMark } from '#web/ui/feedback/WaitingMark.tsx';
import { dateFormat } from '#web/ui/formats';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { NoteText } from '#web/ui/text/NoteText.tsx';

import type { CommentDrafts } from './comment-drafts.ts';
import { CommentField, problemOf, useCommenting } from './CommentField.tsx';

import './comments.css';

// Formatted for the reader's locale and time zone.
const formatTime = dateFormat({ timeStyle: 'short' });

export function CommentFrame(props: {
  ref?: Ref<HTMLLIElement>;
  comment: Comment;
  isMine: boolean;
  /** Rendered at the end of the line above the text. */
  end?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { ref, comment, isMine, end, children } = props;
  const isWaiting = useIsWaiting(comment.id);
  const author = usePersonOf()(comment.author_id, comment.author_name);
  const mark = markOf(comment);
  return (
    <li ref={ref} className="flex gap-3 py-2">
      <Avatar person={author} size="sm" decorative />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <p className="flex min-h-6 items-center gap-2 text-xs text-muted">
          <span className="truncate font-semibold text-ink">
            {isMine && comment.author_id !== null ? 'You' : author.name}
          </span>
          {mark && <span className="shrink-0">{mark}</span>}
          {/* Anonymous comments only have their phase's time, so none is shown. */}
          {comment.author_id !== null && !mark && (
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

const none: readonly Comment[] = [];

/** A topic's comments. Pass the topic's id as `key`. */
export function CommentList({ topicId }: { topicId: TopicId }): ReactNode {
  const comments = useShownBoard().comments[topicId] ?? none;
  const who = useViewer();
  const end = useRef<HTMLDivElement>(null);
  const latest = comments.at(-1);
  const latestId = latest?.id;
  const isMine = latest !== undefined && isAuthor(latest, who);
  const seen = useRef(latestId);
  // Scrolls to the viewer's own new comment, never to others'.
  useEffect(() => {
    if (seen.current === latestId) return;
    seen.current = latestId;
    if (isMine) end.current?.scrollIntoView({ block: 'nearest' });
  }, [latestId, isMine]);
  return (
    <div className="grid gap-2">
      {comments.length > 0 ? (
        <h3 className="quiet-title">
          Comments <span className="font-medium">{comments.length}</span>
        </h3>
      ) : (
        <p className="no-comments text-soft">No comments yet</p>
      )}
      <ul className="grid grid-cols-1 gap-1">
        {comments.map((comment) => (
          <Part key={comment.id}>
            <CommentItem comment={comment} />
          </Part>
        ))}
      </ul>
      <div ref={end} />
    </div>
  );
}

function CommentItem({ comment }: { comment: Comment }): ReactNode {
  const { id, topic_id: topicId } = comment;
  const { meeting } = useShownBoard();
  const who = useViewer();
  const { drafts, run } = useCommenting();
  // A refused text reopens its field.
  const [isEditing, setEditing] = useState(() => drafts.read(comment.id) !== '');
  const item = useRef<HTMLLIElement>(null);
  useEffect(
    () => drafts.subscribe(comment.id, (text) => text !== '' && setEditing(true)),
    [drafts, comment.id],
  );
  const author = usePersonOf()(comment.author_id, comment.author_name);
  const isMine = isAuthor(comment, who);
  const mayEdit = commentPolicy.change(who, meetingNow(meeting), comment) === 'allowed';

  function close(): void {
    drafts.keep(comment.id, '');
    setEditing(false);
    // The button that opened the field exists again after this render.
    requestAnimationFrame(() => item.current?.querySelector('button')?.focus());
  }

  return (
    <CommentFrame
      ref={item}
      comment={comment}
      isMine={isMine}
      end={
        mayEdit &&
        !isEditing && (
          <span className="-my-2 ml-auto">
            <Menu
              trigger={
                <button
                  type="button"
                  title="More"
                  aria-label={`Actions for ${isMine ? 'your comment' : `the comment of ${author.name}`}`}
                  className="ring-focus hit-area inline-flex size-8 items-center justify-center rounded-md text-soft hover:text-ink"
                >
                  <Ellipsis className="size-4.5" />
                </button>
              }
            >
              <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
                Edit comment
              </MenuItem>
              <MenuItem
                icon={<Trash2 />}
                tone="danger"
                onSelect={() => run({ act: 'remove', id, topicId })}
              >
                Delete comment
              </MenuItem>
            </Menu>
          </span>
        )
      }
    >
      {isEditing ? (
        <EditComment
          comment={comment}
          drafts={drafts}
          onSave={(content) => {
            close();
            if (content !== comment.content) run({ act: 'edit', id, topicId, content });
          }}
          onCancel={close}
        />
      ) : (
        <CommentText comment={comment} />
      )}
    </CommentFrame>
  );
}

export function CommentText({ comment }: { comment: Comment }): ReactNode {
  return (
    <div>
      <NoteText content={comment.content} />
    </div>
  );
}

function EditComment(props: {
  comment: Comment;
  drafts: CommentDrafts;
  onSave: (content: string) => void;
  onCancel: () => void;
}): ReactNode {
  const { comment, drafts, onSave, onCancel } = props;
  const [text, write] = useDraft(drafts, comment.id, comment.content);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = field.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const isGood = !isBlank(text) && problemOf(text) === null;
  const save = (): void => onSave(text.trim());
  return (
    <div className="grid gap-2 py-1">
      <CommentField
        ref={field}
        id={`edit-${comment.id}`}
        label="Edit comment"
        text={text}
        onChange={write}
        onSend={save}
        onEscape={onCancel}
      />
      <div className="flex gap-2">
        <Button size="sm" variant="primary" disabled={!isGood} onClick={save}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
