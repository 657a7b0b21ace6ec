// Values that get into a field without an event, as assistants set them. The field's owner is told before it acts.
import { flushSync } from 'react-dom';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const chosenTypes = /radio|checkbox|file|select/;
/** Values that fields had at their last event, until somebody sets another. */
const announced = new WeakMap<Field, string>();
/** Fields that a script has set in this task. */
const scripted = new Set<Field>();

const fieldClasses = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement];

function isField(target: unknown): target is Field {
  return fieldClasses.some((each) => target instanceof each);
}

function isText(field: Field): boolean {
  return !chosenTypes.test(field.type);
}

/** The form library names its fields. React does not render their values, so they are announced at submit only. */
function isOfLibrary(field: Field): boolean {
  return isText(field) && field.name !== '';
}

function valueOf(field: Field): string {
  return 'checked' in field && !isText(field) ? `${field.checked}` : field.value;
}

/** A field turns line breaks into LF; `defaultValue` does not. */
const withLf = (text: string | undefined): string | undefined => text?.replaceAll(/\r\n?/g, '\n');

/** React keeps a text field's `defaultValue` at the value that it renders. Other fields keep it in `data-rendered`. */
function renderedValue(field: Field): string | undefined {
  return 'defaultValue' in field && isText(field)
    ? withLf(field.defaultValue)
    : field.dataset['rendered'];
}

function isUnannounced(field: Field): boolean {
  const value = valueOf(field);
  const rendered = renderedValue(field);
  if (rendered === undefined || value === rendered || value === announced.get(field)) return false;
  if (field.disabled || ('readOnly' in field && field.readOnly)) return false;
  // Choosing a radio button clears another.
  if (field.type === 'radio' && value === 'false') return false;
  // A select shows its first option for a value that is not among its options.
  return !('options' in field) || [...field.options].some((option) => option.value === rendered);
}

/** React ignores an event if the element's own property had this value last. */
function announce(field: Field, value: string): void {
  if ('checked' in field && !isText(field)) {
    field.checked = value === 'false';
    field.click();
  } else if (field instanceof HTMLSelectElement) {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    const own = 'checked' in field ? HTMLInputElement : HTMLTextAreaElement;
    field.value = `${value}.`;
    Reflect.getOwnPropertyDescriptor(own.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

let isAnnouncing = false;

/** Announces one field at a time: rendering resets other checkboxes and selects to the values that React knows. */
function announceAll(fields: Iterable<unknown>): void {
  // Announcing is clicks and changes of focus, too.
  if (isAnnouncing) return;
  isAnnouncing = true;
  try {
    const found = [...fields].filter(isField).filter(isUnannounced);
    for (const [field, value] of found.map((each) => [each, valueOf(each)] as const)) {
      // The owner of an earlier field may have set it, too.
      if (value === renderedValue(field)) continue;
      flushSync(() => announce(field, value));
      if (!isText(field) || isOfLibrary(field) || field === document.activeElement) continue;
      // Some fields apply their value when they lose the focus, and this one never had it.
      flushSync(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    }
  } finally {
    isAnnouncing = false;
  }
}

document.addEventListener(
  'input',
  ({ target }) => {
    // React takes a script's own event for one that changes nothing.
    const isHeard = isField(target) && isText(target) && !scripted.has(target);
    if (isHeard) announced.set(target, target.value);
  },
  true,
);
/** All at once, since a render takes the values of the others back. React takes the names away while it renders. */
function announceScripted(): void {
  const all = [...scripted].filter((field) => !isOfLibrary(field));
  scripted.clear();
  announceAll(all);
}

// A value that a script sets is announced before the next render. Assistants that only the browser sees do not pass here:
// every render writes the value that React knows, and theirs outlasts it.
function hear(prototype: object, property: 'value' | 'checked'): void {
  const own = Reflect.getOwnPropertyDescriptor(prototype, property);
  Object.defineProperty(prototype, property, {
    ...own,
    set(this: Field, value: unknown) {
      const isKnown = isText(this) && !isOfLibrary(this) && value === renderedValue(this);
      if (isKnown && !scripted.has(this) && isUnannounced(this)) return;
      announced.delete(this);
      own?.set?.call(this, value);
      if (isAnnouncing) return;
      if (scripted.size === 0) queueMicrotask(announceScripted);
      scripted.add(this);
    },
  });
}
for (const { prototype } of fieldClasses) hear(prototype, 'value');
hear(HTMLInputElement.prototype, 'checked');
document.addEventListener(
  'reset',
  ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return;
    for (const field of target.elements) if (isField(field)) announced.delete(field);
  },
  true,
);
document.addEventListener(
  'submit',
  ({ target }) => {
    if (target instanceof HTMLFormElement) announceAll(target.elements);
  },
  true,
);
// Live lists, which the browser keeps: a board has thousands of elements and few fields.
const fields = ['input', 'textarea', 'select'].map((tag) => document.getElementsByTagName(tag));

for (const type of ['pointerover', 'keydown', 'click', 'focusin', 'focusout']) {
  document.addEventListener(
    type,
    ({ target, isTrusted }) => {
      // Before the render that a script's click asks for takes back what it sets next.
      if (!isTrusted) queueMicrotask(announceScripted);
      // A click sets its checkbox first, and then announces it itself.
      const isClicked = (field: Field) => type === 'click' && field === target && !isText(field);
      const all = fields.flatMap((list) => [...list]).filter(isField);
      announceAll(all.filter((field) => !isOfLibrary(field) && !isClicked(field)));
    },
    true,
  );
}
