import { useEffectEvent, useLayoutEffect } from 'react';

/** The keys of a dialog that are longer than a letter. */
const forFields = new Set(['Enter', 'Escape', 'Backspace', 'Tab']);

/**
 * Stands in for a dialog whose code is on its way: what is typed meanwhile reaches the field that has the focus when the
 * dialog has come, and nothing else of the page.
 */
export function HeldKeys({ onClose }: { onClose: () => void }): null {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    let held: string[] = [];
    function hold(event: KeyboardEvent): void {
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
      if (isShortcut || !(event.key.length === 1 || forFields.has(event.key))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') {
        held = [];
        close();
      } else if (event.key === 'Backspace') held.pop();
      else if (event.key.length === 1 || event.key === 'Enter') held.push(event.key);
    }
    addEventListener('keydown', hold, { capture: true });
    return () => {
      removeEventListener('keydown', hold, { capture: true });
      // After the dialog has taken the focus, and before the next key.
      queueMicrotask(() => {
        for (const key of held) press(key);
      });
    };
  }, []);
  return null;
}

function press(key: string): void {
  const field = document.activeElement;
  const isEnter = key === 'Enter';
  if (isEnter && !(field instanceof HTMLTextAreaElement)) {
    field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd } = field;
    field.setRangeText(isEnter ? '\n' : key, selectionStart ?? 0, selectionEnd ?? 0, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
