// Detects values that assistants or scripts set in a field without an event. Announces them to the field's owner before
// it acts.
import { flushSync } from 'react-dom';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const chosenTypes = /radio|checkbox|file|select/;
/** Each field's value at its last event. Removed when a script sets another. */
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

/** Fields of the form library have names. React does not render their values, so they are announced only at submit. */
function isOfLibrary(field: Field): boolean {
  return isText(field) && field.name !== '';
}

function valueOf(field: Field): string {
  return 'checked' in field && !isText(field) ? `${field.checked}` : field.value;
}

/** Fields normalize line breaks to LF; `defaultValue` does not. */
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
  // Choosing a radio button clears the others.
  if (field.type === 'radio' && value === 'false') return false;
  // A select shows its first option for a value that is not among its options.
  return !('options' in field) || [...field.options].some((option) => option.value === rendered);
}

/** React ignores an event if the value was last set through the element's own property. */
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
  // Announcing causes clicks and focus changes.
  if (isAnnouncing) return;
  isAnnouncing = true;
  try {
    const found = [...fields].filter(isField).filter(isUnannounced);
    for (const [field, value] of found.map((each) => [each, valueOf(each)] as const)) {
      // The owner of an earlier field may have set this one, too.
      if (value === renderedValue(field)) continue;
      flushSync(() => announce(field, value));
      if (!isText(field) || isOfLibrary(field) || field === document.activeElement) continue;
      // Some fields apply their value on blur, and this one never had the focus.
      flushSync(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    }
  } finally {
    isAnnouncing = false;
  }
}

document.addEventListener(
  'input',
  ({ target }) => {
    // React ignores events of values that a script has set.
    const isOwnEvent = isField(target) && isText(target) && !scripted.has(target);
    if (isOwnEvent) announced.set(target, target.value);
  },
  true,
);
/** Announces all together, because a render resets the other fields. React removes names while it renders. */
function announceScripted(): void {
  const all = [...scripted].filter((field) => !isOfLibrary(field));
  scripted.clear();
  announceAll(all);
}

// Announces values set by scripts before the next render. Values set by the browser itself need no announcement here,
// because they survive renders.
function announceScriptedValues(prototype: object, property: 'value' | 'checked'): void {
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
for (const { prototype } of fieldClasses) announceScriptedValues(prototype, 'value');
announceScriptedValues(HTMLInputElement.prototype, 'checked');
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
// Live collections, maintained by the browser: a board has thousands of elements and few fields.
const fields = ['input', 'textarea', 'select'].map((tag) => document.getElementsByTagName(tag));

for (const type of ['pointerover', 'keydown', 'click', 'focusin', 'focusout']) {
  document.addEventListener(
    type,
    ({ target, isTrusted }) => {
      // A script's click causes a render, which would reset values that the script sets next.
      if (!isTrusted) queueMicrotask(announceScripted);
      // A click changes its checkbox first and then announces it itself.
      const isClicked = (field: Field) => type === 'click' && field === target && !isText(field);
      const all = fields.flatMap((list) => [...list]).filter(isField);
      announceAll(all.filter((field) => !isOfLibrary(field) && !isClicked(field)));
    },
    true,
  );
}
