import { useEffectEvent, useLayoutEffect } from 'react';

import { shortcutOf, typedKey } from '#web/ui/key-press';

/** Keys that fields and lists handle, besides letters. Others, such as F5, are left to the browser. */
const keysOfFields = /^(?:.|Enter|Tab|Escape|Backspace|Delete|Home|End|Arrow\w+)$/u;

/** Placeholder of a loading dialog: keys typed meanwhile go to the dialog's field. */
export function HeldKeys({ onClose }: { onClose: () => void }): null {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    let held: KeyboardEvent[] = [];
    // The key that opened the dialog may still be down.
    let hasPress = false;
    function hold(event: KeyboardEvent): void {
      const key = typedKey(event);
      if (isShortcut(event) || !keysOfFields.test(key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      hasPress ||= !event.repeat;
      if (!hasPress) return;
      if (key === 'Escape') {
        held = [];
        close();
      } else held.push(event);
    }
    addEventListener('keydown', hold, { capture: true });
    return () => {
      removeEventListener('keydown', hold, { capture: true });
      // After the dialog has taken the focus and before the next key event.
      queueMicrotask(() => {
        for (const event of held) press(event, document.activeElement);
      });
    };
  }, []);
  return null;
}

function isShortcut(event: KeyboardEvent): boolean {
  return /^(?:Mod|Alt)\+/.test(shortcutOf(event)) && !isSending(event);
}

/** Ctrl or Cmd+Enter submits a dialog. */
function isSending(event: KeyboardEvent): boolean {
  return shortcutOf(event) === 'Mod+Enter';
}

function press(held: KeyboardEvent, target: Element | null): void {
  const key = typedKey(held);
  const isText = target instanceof HTMLTextAreaElement && !isSending(held);
  if (isText || (target instanceof HTMLInputElement && !/Enter|Tab|Up|Down/.test(key))) {
    pressInField(key, target);
  } else {
    target?.dispatchEvent(new KeyboardEvent('keydown', held));
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function pressInField(key: string, field: Field): void {
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  const isCaret = start === end;
  if (key === 'Home') field.setSelectionRange(0, 0);
  else if (key === 'End') field.setSelectionRange(field.value.length, field.value.length);
  else if (key === 'ArrowLeft')
    field.setSelectionRange(Math.max(0, start - 1), Math.max(0, start - 1));
  else if (key === 'ArrowRight') field.setSelectionRange(end + 1, end + 1);
  else if (key === 'Backspace') replace(field, '', [isCaret ? Math.max(0, start - 1) : start, end]);
  else if (key === 'Delete') replace(field, '', [start, isCaret ? end + 1 : end]);
  else if (key === 'Enter') replace(field, '\n', [start, end]);
  else if (key.length <= 2) replace(field, key, [start, end]);
}

function replace(field: Field, text: string, [from, to]: [number, number]): void {
  field.setRangeText(text, from, Math.min(to, field.value.length), 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
