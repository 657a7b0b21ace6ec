// Values that get into a field without typing. Forms with passwords import it at once, other pages later.
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

// Assistants fill fields without an event; before React hears of the submit, its form must know the values.
document.addEventListener(
  'submit',
  ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return;
    for (const field of target.elements) {
      if (!isTextField(field) || field.readOnly || field.disabled) continue;
      if ((lastHeard.get(field) ?? field.defaultValue) !== field.value) announceValue(field);
    }
  },
  true,
);
