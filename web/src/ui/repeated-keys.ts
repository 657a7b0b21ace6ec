import { keyOf } from '#web/ui/key-press';

/** Arrows, Tab and Mod+Z go on where they have led the focus. */
const once = /^(?:[^z]|Enter|Delete|F2)$/u;

let pressedOn: EventTarget | null = null;

// A held key acts once: not again on what it has shown or focused, such as the button of a confirmation.
addEventListener(
  'keydown',
  (event) => {
    const { target, repeat } = event;
    if (!repeat) pressedOn = target;
    const key = keyOf(event);
    const isText = key !== 'Enter' || target instanceof HTMLTextAreaElement;
    if (!repeat || !once.test(key) || (isText && target === pressedOn)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
