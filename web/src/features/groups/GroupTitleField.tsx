import type { GroupId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import { keyOf } from '#web/ui/key-press';

/** In the place of a group's title. Enter and leaving the field save, Escape does not. */
export function GroupTitleField(props: {
  id: GroupId;
  /** The title that the group has. */
  title: string;
  /** What the field begins with: a text that was refused comes back. */
  start: string;
  /** What was typed already; null where nothing was. */
  begun: (id: GroupId) => string | null;
  onTyped: (text: string) => void;
  /** Null where nothing is to be saved. */
  onEnd: (text: string | null) => void;
}): ReactNode {
  const { id, title, start, begun, onTyped, onEnd } = props;
  const [text, setText] = useState(() => begun(id) ?? start);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);

  // Within the task that opens it: no key is lost (docs/design.md D-30). What was typed already is typed on.
  useLayoutEffect(() => {
    if (begun(id) === null) field.current?.select();
    else field.current?.focus();
  }, [begun, id]);

  function end(saved: string | null): void {
    // The field also loses the focus when it goes away.
    if (isOver.current) return;
    isOver.current = true;
    onEnd(saved);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    event.stopPropagation();
    const key = keyOf(event);
    if (key === 'Enter') end(text);
    else if (key === 'Escape') end(null);
    else return;
    event.preventDefault();
  }

  return (
    <input
      ref={field}
      aria-label={`Title of group ${title}`}
      value={text}
      maxLength={limits.groupTitleMax}
      autoComplete="off"
      onChange={({ target }) => {
        setText(target.value);
        onTyped(target.value);
      }}
      onKeyDown={handleKeyDown}
      onBlur={() => end(text)}
      className="group-title-field"
    />
  );
}
