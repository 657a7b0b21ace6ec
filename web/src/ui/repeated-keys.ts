import { keyOf } from '#web/ui/key-press';

/** Arrows and Tab go on where they have led the focus. */
const once = /^(?:.|Enter|Delete|F2|Escape)$/u;

let pressedOn: EventTarget | null = null;

// A held key acts once: not again on what it has shown or focused, such as the button of a confirmation.
addEventListener(
  'keydown',
  (event) => {
    if (!event.repeat) pressedOn = event.target;
    else if (once.test(keyOf(event)) && !mayRepeat(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  { capture: true },
);

const menuOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[role=menu]') : null;

/**
 * Text repeats where it began, and undo and redo everywhere. Enter repeats only where it breaks lines. A letter goes on
 * through the items of its menu.
 */
function mayRepeat(event: KeyboardEvent): boolean {
  const { target, shiftKey } = event;
  const key = keyOf(event);
  const isModified = event.ctrlKey || event.metaKey;
  if (isModified && /^[zy]$/i.test(key)) return true;
  const isLetter = /^\S$/u.test(key);
  if (isLetter && menuOf(target) !== null && menuOf(target) === menuOf(pressedOn)) return true;
  if (target !== pressedOn || key === 'Escape') return false;
  if (key !== 'Enter') return true;
  const isText = target instanceof HTMLTextAreaElement && !isModified;
  return isText && (shiftKey || target.enterKeyHint === '');
}
