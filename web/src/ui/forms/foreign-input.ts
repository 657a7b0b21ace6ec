// Values that get into a field without typing.
import { keyOf } from '#web/ui/key-press';

type Field = HTMLInputElement | HTMLTextAreaElement;

const textTypes = new Set(['text', 'email', 'password', 'search', 'url', 'tel']);
const lastHeard = new WeakMap<Field, string>();

function isTextField(target: unknown): target is Field {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && textTypes.has(target.type);
}

/** React ignores an `input` event with a value that was set through the element's own property. */
function announceValue(field: Field): void {
  const { value } = field;
  const own = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  field.value = '';
  Reflect.getOwnPropertyDescriptor(own.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

document.addEventListener(
  'input',
  ({ target }) => {
    if (isTextField(target)) lastHeard.set(target, target.value);
  },
  true,
);

/** Announces what the field has got without an event. React keeps `defaultValue` at the value that it has set. */
function hear(field: Element): void {
  if (!isTextField(field) || field.readOnly || field.disabled) return;
  const { value, defaultValue } = field;
  if (value !== defaultValue && value !== lastHeard.get(field)) announceValue(field);
}

// Assistants fill fields without an event. The field's owner must know the value before a submit, Enter or change of focus.
// Announcing a value clears a selection, so validated forms, whose values React does not draw, are heard at submit alone.
document.addEventListener(
  'submit',
  ({ target }) => {
    if (target instanceof HTMLFormElement) for (const field of target.elements) hear(field);
  },
  true,
);
for (const type of ['focusin', 'focusout', 'keydown'] as const) {
  document.addEventListener(
    type,
    (event) => {
      const { target } = event;
      const isHeard =
        event instanceof KeyboardEvent
          ? keyOf(event) === 'Enter'
          : isTextField(target) && !target.form?.noValidate;
      if (isHeard && target instanceof Element) hear(target);
    },
    true,
  );
}
