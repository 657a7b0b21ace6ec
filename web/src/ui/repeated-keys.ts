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

/** Text repeats where it began, and undo and redo everywhere. Enter repeats only where it breaks lines. */
function mayRepeat(event: KeyboardEvent): boolean {
  const { target, shiftKey } = event;
  const key = keyOf(event);
  const isModified = event.ctrlKey || event.metaKey;
  if (isModified && /^[zy]$/i.test(key)) return true;
  if (target !== pressedOn || key === 'Escape') return false;
  if (key !== 'Enter') return true;
  const isText = target instanceof HTMLTextAreaElement && !isModified;
  return isText && (shiftKey || target.enterKeyHint === '');
}
