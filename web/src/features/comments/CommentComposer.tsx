import type { TopicId } from '@wentwell/contract/ids';
import { CornerDownLeft } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';

import { useUndoHistory } from '#web/live/use-undo';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { isCovered, isTyping } from '#web/ui/overlays/shortcut-scope';

import type { CommentDrafts } from './comment-drafts.ts';
import { CommentField, problemOf } from './CommentField.tsx';
import { useCommentDraft } from './use-comment-draft.ts';

import './comments.css';

const fieldId = 'comment-field';

/** Where the next comment is written. Give it the topic's id as `key`: each topic has a draft of its own. */
export function CommentComposer(props: {
  topicId: TopicId;
  /** The topics that it was made of, whose drafts are now its own. */
  partIds: readonly TopicId[];
  drafts: CommentDrafts;
  /** Why nobody can comment now; null where one can. */
  closedReason: string | null;
  onAdd: (content: string) => void;
}): ReactNode {
  const { topicId, partIds, drafts, closedReason, onAdd } = props;
  const [text, write] = useCommentDraft(drafts, topicId);
  const field = useRef<HTMLTextAreaElement>(null);
  const history = useUndoHistory();
  const parts = partIds.join(' ');
  useEffect(() => {
    drafts.gather(
      topicId,
      partIds.filter((id) => parts.includes(id)),
    );
  }, [drafts, topicId, partIds, parts]);
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'c' || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isTyping(event.target) || isCovered() || !field.current) return;
      // The field gets the focus within this event: the key must not be typed into it.
      event.preventDefault();
      field.current.focus();
    }
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, []);
  if (closedReason !== null && text === '') return null;

  function send(): void {
    if (closedReason !== null || text.trim() === '' || problemOf(text) !== null) return;
    onAdd(text.trim());
    write('');
    field.current?.focus();
  }

  /** Throws the text away, and offers to take that back. */
  function discard(): void {
    if (text === '') {
      field.current?.blur();
      return;
    }
    const thrown = text;
    write('');
    if (thrown.trim() === '') return;
    history.record({
      title: 'Draft discarded',
      undoneTitle: 'Draft restored',
      undo: () => {
        drafts.putBack(topicId, thrown);
        return { outcome: Promise.resolve(true), redo: null };
      },
    });
  }

  return (
    <form
      className="comment-composer"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {closedReason !== null && (
        <p role="status" className="text-xs font-medium text-danger-text">
          {closedReason}
          <span className="text-soft"> Your text is kept.</span>
        </p>
      )}
      <CommentField
        ref={field}
        id={fieldId}
        label="Write a comment"
        placeholder="Write a comment…"
        text={text}
        onChange={write}
        onSend={send}
        onEscape={discard}
        end={
          text.trim() !== '' &&
          closedReason === null && (
            <IconButton
              type="submit"
              label="Send comment"
              side="top"
              icon={<CornerDownLeft />}
              // Pressing it must not close a phone's keyboard.
              onPointerDown={(event) => event.preventDefault()}
            />
          )
        }
      />
    </form>
  );
}
