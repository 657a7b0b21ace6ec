// The stack of open modals: everything below the top one is hidden from screen readers, and Tab stays inside.

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
    // `inert` on the page would restyle every note of a board.
    const page = document.getElementById('root');
    const below = [page, ...this.#open];
    const top = below.pop();
    top?.removeAttribute('aria-hidden');
    for (const each of below) each?.setAttribute('aria-hidden', 'true');
    const { documentElement: root } = document;
    // Keeps the scrollbar's space, so that nothing moves behind the dialog.
    if (!root.hasAttribute('data-modal-open')) {
      root.style.scrollbarGutter = innerWidth > root.clientWidth ? 'stable' : '';
    }
    root.toggleAttribute('data-modal-open', this.#open.length > 0);
  }
}

export const openModals = new OpenModals();

function focusMain(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}

let focusPage = focusMain;

/** Lets a page take the focus itself instead of its main landmark. Returns a function that unregisters. */
export function setFocusFallback(focus: () => void): () => void {
  focusPage = focus;
  return () => {
    focusPage = focusMain;
  };
}

/** Focuses the modal's opener. If that is gone or about to go, focuses the modal below or the page. */
export function returnFocus(opener: HTMLElement): void {
  opener.focus({ preventScroll: true });
  if (document.activeElement !== opener) focusFallback();
  else if (opener !== document.body && focusPage === focusMain) keepFocusWithout(opener);
}

function focusFallback(): void {
  const { top } = openModals;
  if (top) (controlsIn(top)[0] ?? top).focus({ preventScroll: true });
  else focusPage();
}

/** A dialog may have deleted its opener's row, which is removed after the dialog. */
function keepFocusWithout(opener: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (opener.isConnected) return;
    observer.disconnect();
    if (hasNoFocus()) focusFallback();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', () => observer.disconnect(), { once: true });
}

export function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

const controls =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** Controls that Tab reaches, in document order. */
export function controlsIn(popup: HTMLElement): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>(controls)].filter(
    (each) =>
      each.tabIndex >= 0 &&
      !each.matches(':disabled, [inert] *') &&
      each.checkVisibility({ visibilityProperty: true }),
  );
}

/** Wraps from the last control to the first, and back. */
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
