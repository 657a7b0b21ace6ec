// Values that get into a field without typing.
import { flushSync } from 'react-dom';

import { keyOf } from '#web/ui/key-press';

type Field = HTMLInputElement | HTMLTextAreaElement;

const textTypes = new Set(['text', 'email', 'password', 'search', 'url', 'tel', 'date']);
const lastHeard = new WeakMap<Field, string>();

function isTextField(target: unknown): target is Field {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && textTypes.has(target.type);
}

document.addEventListener(
  'input',
  ({ target }) => {
    if (isTextField(target)) lastHeard.set(target, target.value);
  },
  true,
);

/** Whether the field has got its value without an event. React keeps `defaultValue` at the value that it has set. */
function isUnheard(field: unknown): field is Field {
  if (!isTextField(field) || field.readOnly || field.disabled) return false;
  return field.value !== field.defaultValue && field.value !== lastHeard.get(field);
}

/** React ignores an `input` event with a value that was set through the element's own property. */
function announceValue(field: Field, value = field.value): void {
  const own = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  field.value = '';
  Reflect.getOwnPropertyDescriptor(own.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Each owner knows its value before the next is told. Drawing it gives the other fields the values that React knows. */
function hearForm(form: HTMLFormElement): void {
  const fields = [...form.elements].filter(isUnheard).map((field) => [field, field.value] as const);
  // Whether a select was set is not to be seen: each tells its value, and its owner compares.
  const selects = [...form.querySelectorAll('select')].map((each) => [each, each.value] as const);
  for (const [field, value] of fields) flushSync(() => announceValue(field, value));
  for (const [select, value] of selects) {
    select.value = value;
    flushSync(() => select.dispatchEvent(new Event('change', { bubbles: true })));
  }
}

// Assistants fill fields without an event. The field's owner must know the value before a submit, Enter or change of focus.
// Announcing a value clears a selection, so validated forms, whose values React does not draw, are heard at submit alone.
document.addEventListener(
  'submit',
  ({ target }) => {
    if (target instanceof HTMLFormElement) hearForm(target);
  },
  true,
);
document.addEventListener(
  'keydown',
  (event) => {
    const { target } = event;
    if (keyOf(event) !== 'Enter' || !isTextField(target)) return;
    if (target.form) hearForm(target.form);
    else if (isUnheard(target)) announceValue(target);
  },
  true,
);
for (const type of ['focusin', 'focusout'] as const) {
  document.addEventListener(
    type,
    ({ target }) => {
      if (isUnheard(target) && !target.form?.noValidate) announceValue(target);
    },
    true,
  );
}
