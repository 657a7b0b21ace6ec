// Conditions under which a shortcut of the page must not act.

/** Whether a dialog covers the page. Popovers and dialogs that fade out do not count. */
export function isCovered(): boolean {
  const dialogs = ':is([role=dialog]:not([popover]), [role=alertdialog]):not([inert])';
  return document.querySelector(dialogs) !== null;
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}
