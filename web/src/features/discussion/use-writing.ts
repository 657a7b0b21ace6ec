import { type FormEvent, type FocusEvent, useState } from 'react';

/** Whether a text field within the element holds the focus and a text. Spread `handlers` on the element. */
export function useWriting() {
  const [isWriting, setWriting] = useState(false);
  return {
    isWriting,
    handlers: {
      onFocus: ({ target }: FocusEvent) => setWriting(holdsText(target)),
      onBlur: () => setWriting(false),
      onInput: ({ target }: FormEvent) => setWriting(holdsText(target)),
    },
  };
}

function holdsText(target: EventTarget): boolean {
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  return isField && target.value.trim() !== '';
}
