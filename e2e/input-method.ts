// Keys that an input method uses in text fields.
import type { Locator } from '@playwright/test';

/** Those that can be typed into. */
export const textFieldsOf = (place: Locator): Locator =>
  place
    .locator(
      ':is(input:not([type=radio], [type=checkbox], [type=file], [readonly], :disabled), textarea:not([readonly])):not([inert] *)',
    )
    .filter({ visible: true });

/**
 * Types into each text field. Returns the keys of an input method that change the page, with their field. React renders in
 * microtasks, in which no timer and no answer can change it.
 */
export async function changingKeys(place: Locator): Promise<string[]> {
  const faults: string[] = [];
  for (const field of await textFieldsOf(place).all()) faults.push(...(await keysOf(field)));
  return faults;
}

function keysOf(field: Locator): Promise<string[]> {
  return field.evaluate(async (element: HTMLInputElement | HTMLTextAreaElement) => {
    const microtasks = async () => {
      for (let count = 0; count < 100; count += 1) await Promise.resolve();
    };
    const shown = () => {
      const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
      const values = [...fields].map(({ value, checked }) => [value, checked]);
      const isFocused = document.activeElement === element;
      return JSON.stringify([location.href, isFocused, values, document.body.innerHTML]);
    };
    const before = element.value;
    element.focus();
    element.select();
    document.execCommand('insertText', false, 'にほn');
    await microtasks();
    const faults: string[] = [];
    for (const key of ['Enter', 'Escape']) {
      for (const mark of [{ isComposing: true }, { keyCode: 229 }]) {
        const was = shown();
        const press = { key, ...mark, bubbles: true, cancelable: true };
        element.dispatchEvent(new KeyboardEvent('keydown', press));
        await microtasks();
        if (shown() !== was) faults.push(`${key} in ${element.outerHTML.slice(0, 80)}`);
      }
    }
    element.select();
    document.execCommand(before === '' ? 'delete' : 'insertText', false, before);
    return faults;
  });
}
