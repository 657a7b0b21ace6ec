import { useState } from 'react';

/** Focuses the field's form: the next key is a shortcut, and Tab goes on from here. */
export function leaveField(field: Element): void {
  const form = field.closest('form');
  form?.setAttribute('tabindex', '-1');
  form?.focus({ preventScroll: true });
}

/** For fields that open in place. The returned function gives the focus back to the control that has opened it. */
export function useOpener(): () => void {
  const [opener] = useState(() => document.activeElement);
  return () => {
    if (opener instanceof HTMLElement) opener.focus();
  };
}
