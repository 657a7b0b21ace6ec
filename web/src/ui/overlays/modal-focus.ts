// Which modal is on top, what is hidden below it from screen readers, and how Tab stays inside.

class OpenModals {
  readonly #open: HTMLElement[] = [];

  get top(): HTMLElement | undefined {
    return this.#open.at(-1);
  }

  /** Returns a function to call when it closes. */
  add(popup: HTMLElement): () => void {
    this.#open.push(popup);
    this.#hideBelow();
    return () => {
      this.#open.splice(this.#open.indexOf(popup), 1);
      popup.removeAttribute('aria-hidden');
      this.#hideBelow();
    };
  }

  #hideBelow(): void {
    // Making the page inert would style every note of a board anew.
    const page = document.getElementById('root');
    const below = [page, ...this.#open];
    const top = below.pop();
    top?.removeAttribute('aria-hidden');
    for (const each of below) each?.setAttribute('aria-hidden', 'true');
    const { documentElement: root } = document;
    // The page keeps the room of its scrollbar, so that nothing moves behind the dialog.
    if (!root.hasAttribute('data-modal-open')) {
      root.style.scrollbarGutter = innerWidth > root.clientWidth ? 'stable' : '';
    }
    root.toggleAttribute('data-modal-open', this.#open.length > 0);
  }
}

export const openModals = new OpenModals();

const controls =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** What Tab leads to, in its order. */
export function controlsIn(popup: HTMLElement): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>(controls)].filter(
    (each) =>
      each.tabIndex >= 0 &&
      !each.matches(':disabled, [inert] *') &&
      each.checkVisibility({ visibilityProperty: true }),
  );
}

/** From the last control to the first, and back. */
export function stepFocus(popup: HTMLElement, event: KeyboardEvent): void {
  const all = controlsIn(popup);
  const [first] = all;
  const last = all.at(-1);
  const { activeElement } = document;
  if (!first || !last) {
    event.preventDefault();
    popup.focus();
    return;
  }
  const isInside = popup.contains(activeElement) && activeElement !== popup;
  if (event.shiftKey && (activeElement === first || !isInside)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && (activeElement === last || !isInside)) {
    event.preventDefault();
    first.focus();
  }
}
