import { useEffect } from 'react';

import { sayWhyNot } from '#web/ui/feedback/say-why-not';
import { shortcutOf } from '#web/ui/key-press';

function isTextField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLInputElement) return !/radio|checkbox/.test(target.type);
  return target instanceof HTMLTextAreaElement;
}

/**
 * A field may disappear while the user types, such as at the end of its phase. The following keys are not shortcuts.
 */
export function GoneField(): null {
  useEffect(() => {
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    let field: HTMLElement | null = null;

    function follow({ target, type }: Event): void {
      if (isTextField(target)) field = target;
      else if (type === 'pointerdown') field = null;
    }

    function hold(event: KeyboardEvent): void {
      const shortcut = shortcutOf(event);
      // These keys may close or leave the field themselves.
      if (/Enter|Escape|Tab|Arrow|^Mod\+[a-z]$/.test(shortcut)) field = null;
      const isText = /^(?:Shift\+)?(?:.|Delete)$/u.test(shortcut) && !isTextField(event.target);
      if (!isText || !field || field.checkVisibility()) return;
      event.preventDefault();
      event.stopPropagation();
      sayWhyNot('The field is gone. Press Esc to use shortcuts.');
    }

    for (const type of ['focusin', 'keyup', 'pointerdown']) addEventListener(type, follow, options);
    addEventListener('keydown', hold, options);
    return () => ending.abort();
  }, []);
  return null;
}
