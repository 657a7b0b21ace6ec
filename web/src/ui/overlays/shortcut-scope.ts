// Conditions under which a shortcut of the page must not act.

/**
 * Whether a dialog is open over the page. Popovers are always in the document and do not count. A closed dialog that
 * still fades out does not count either, because a shortcut pressed right after it would be lost.
 */
export function isCovered(): boolean {
  const dialogs = ':is([role=dialog]:not([popover]), [role=alertdialog]):not([inert])';
  return document.querySelector(dialogs) !== null;
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}
