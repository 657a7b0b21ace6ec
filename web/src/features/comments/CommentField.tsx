import { limits } from '@wentwell/contract/limits';
import { isBlank } from '@wentwell/contract/text/letters';
import { type KeyboardEvent, type ReactNode, type Ref, useMemo } from 'react';

import { useShownBoard, useUndoHistory } from '#web/live/use-board';
import { growingFieldClass } from '#web/ui/forms/growing-field-class';
import { keyOf } from '#web/ui/key-press';
import { pasteUnquoted } from '#web/ui/text/quoted-cells';

import { type CommentIntent, commentCommands } from './comment-commands.ts';
import { commentDrafts } from './comment-drafts.ts';

/** A field that grows with its text. Enter sends, Shift+Enter breaks the line, Escape leaves. */
export function CommentField(props: {
  ref?: Ref<HTMLTextAreaElement>;
  id: string;
  label: string;
  placeholder?: string;
  text: string;
  onChange: (text: string) => void;
  onSend: () => void;
  onEscape: () => void;
  end?: ReactNode;
}): ReactNode {
  const { ref, id, label, placeholder, text, onChange, onSend, onEscape, end } = props;
  const problem = problemOf(text);

  function handleKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event);
    if (key === 'Escape') {
      event.preventDefault();
      onEscape();
    }
    if (key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (problem === null && !isBlank(text)) onSend();
  }

  return (
    <>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="text-xs font-medium text-danger-text">
          {problem}
        </p>
      )}
      <div className={`${growingFieldClass} comment-field`}>
        <textarea
          ref={ref}
          id={id}
          rows={1}
          dir="auto"
          value={text}
          placeholder={placeholder}
          aria-label={label}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          enterKeyHint="send"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={handleKeyDown}
          onPaste={pasteUnquoted}
        />
        {end}
      </div>
    </>
  );
}

export function problemOf(text: string): string | null {
  const { length } = text.trim();
  return length > limits.commentContentMax
    ? `Your comment has ${length} characters. Shorten it to ${limits.commentContentMax}.`
    : null;
}

export function useCommenting() {
  const { meeting, you } = useShownBoard();
  const history = useUndoHistory();
  const { user_id: userId } = you;
  const meetingId = meeting.id;
  return useMemo(() => {
    const drafts = commentDrafts(userId, meetingId);
    const commands = commentCommands({ meetingId }, drafts);
    const run = (intent: CommentIntent): void => void history.run(commands.create(intent));
    return { drafts, run };
  }, [history, userId, meetingId]);
}
