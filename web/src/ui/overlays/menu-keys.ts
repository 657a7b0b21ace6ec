/** Keyboard navigation in a menu: arrows wrap around, Home and End jump, a letter finds the next item that starts with it. */

export function menuItemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

function nextByLetter(items: HTMLElement[], from: number, letter: string): HTMLElement | undefined {
  const rotated = [...items.slice(from + 1), ...items.slice(0, from + 1)];
  return rotated.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter));
}

/** The item to focus, or undefined where the key does not navigate. */
export function itemForKey(menu: Element, key: string): HTMLElement | undefined {
  const items = menuItemsOf(menu);
  const from = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return items[(from + 1) % items.length];
  if (key === 'ArrowUp') return items.at(from <= 0 ? -1 : from - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length === 1 && key !== ' ') return nextByLetter(items, from, key.toLocaleLowerCase());
  return undefined;
}
