import type { TopicId } from '@wentwell/contract/ids';
import { isBlank } from '@wentwell/contract/letters';
import { CornerDownLeft, MessageSquare } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';

import { useUndoHistory } from '#web/live/use-undo';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { useCommands } from '#web/ui/overlays/commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import type { CommentDrafts } from './comment-drafts.ts';
import { CommentField, problemOf, useCommentDraft } from './CommentField.tsx';

import './comments.css';

const fieldId = 'comment-field';

/** The field for a topic's next comment. Pass the topic's id as `key`: each topic has its own draft. */
export function CommentComposer(props: {
  topicId: TopicId;
  /** Topics merged into this one, whose drafts now belong to it. */
  partIds: readonly TopicId[];
  drafts: CommentDrafts;
  /** Why comments are closed; null if open. */
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
  useShortcuts((shortcut) => shortcut === 'c' && field.current && (() => field.current?.focus()));
  useCommands(
    closedReason === null
      ? [
          {
            id: 'comment',
            group: 'Next step',
            label: 'Write a comment',
            icon: <MessageSquare />,
            shortcut: 'C',
            keywords: ['say', 'reply'],
            // The palette has returned the focus by then.
            run: () => queueMicrotask(() => field.current?.focus()),
          },
        ]
      : [],
  );
  if (closedReason !== null && text === '') return null;

  function send(): void {
    if (closedReason !== null || isBlank(text) || problemOf(text) !== null) return;
    onAdd(text.trim());
    write('');
    field.current?.focus();
  }

  /** Discards the text, with Undo. */
  function discard(): void {
    if (text === '') {
      document.getElementById('main')?.focus();
      return;
    }
    const thrown = text;
    write('');
    if (isBlank(thrown)) return;
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
      className="grid grid-cols-[minmax(0,1fr)] gap-1 print:hidden"
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
          !isBlank(text) &&
          closedReason === null && (
            <IconButton
              type="submit"
              label="Send comment"
              side="top"
              icon={<CornerDownLeft />}
              // Keeps a phone's keyboard open.
              onPointerDown={(event) => event.preventDefault()}
            />
          )
        }
      />
    </form>
  );
}
