import type { Topic } from '@wentwell/contract/discussion/topics';
import { refusalText } from '@wentwell/contract/errors';
import { CommentId } from '@wentwell/contract/ids';
import { commentPolicy } from '@wentwell/contract/notes/comments';
import { isBlank } from '@wentwell/contract/text/letters';
import { CornerDownLeft, MessageSquare } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

import { useDraft } from '#web/api/draft-store';
import { randomId } from '#web/api/random-ids';
import { meetingNow } from '#web/api/server-time';
import { useShownBoard, useUndoHistory } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { leaveField } from '#web/ui/forms/leave-field';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import { CommentField, problemOf, useCommenting } from './CommentField.tsx';

import './comments.css';

const fieldId = 'comment-field';

/** The field for a topic's next comment. Pass the topic's id as `key`: each topic has its own draft. */
export function CommentComposer({ topic }: { topic: Topic }): ReactNode {
  const { id: topicId, notes } = topic;
  const { meeting } = useShownBoard();
  const who = useViewer();
  const { drafts, run } = useCommenting();
  const closedReason = refusalText(commentPolicy.add(who, meetingNow(meeting))) ?? null;
  const [text, write] = useDraft(drafts, topicId, '');
  const field = useRef<HTMLTextAreaElement>(null);
  const history = useUndoHistory();
  // Drafts of topics merged into this one now belong to it.
  useEffect(
    () =>
      drafts.gather(
        topicId,
        notes.map(({ id }) => id),
      ),
    [drafts, topicId, notes],
  );
  useShortcuts((shortcut) => shortcut === 'c' && field.current && (() => field.current?.focus()));
  usePaletteCommands([
    closedReason === null && {
      id: 'comment',
      group: 'Next step',
      label: 'Write a comment',
      icon: <MessageSquare />,
      shortcut: 'C',
      keywords: ['say', 'reply'],
      // The palette has returned the focus by then.
      run: () => queueMicrotask(() => field.current?.focus()),
    },
  ]);
  if (closedReason !== null && text === '') return null;

  function send(): void {
    if (closedReason !== null || isBlank(text) || problemOf(text) !== null) return;
    const noteId = notes[0]?.id;
    if (noteId === undefined) return;
    const id = CommentId.parse(randomId());
    run({ act: 'add', id, topicId, noteId, content: text.trim() });
    write('');
    field.current?.focus();
  }

  /** Discards the text, with Undo. */
  function discard(): void {
    if (text === '') {
      if (field.current) leaveField(field.current);
      return;
    }
    const thrown = text;
    write('');
    if (!isBlank(thrown)) history.recordDiscarded(() => drafts.putBack(topicId, thrown));
  }

  return (
    <Form className="grid grid-cols-1 gap-1 print:hidden" onSubmit={send}>
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
    </Form>
  );
}
