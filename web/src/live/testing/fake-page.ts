import type { BrowserState } from '#web/live/browser-state';

/** A page that a test hides and takes offline. */
export class FakePage implements BrowserState {
  #hidden = false;
  #online = true;
  readonly #listeners = new Set<() => void>();

  isHidden(): boolean {
    return this.#hidden;
  }

  isOnline(): boolean {
    return this.#online;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hide(hidden: boolean): void {
    this.#hidden = hidden;
    this.#notify();
  }

  goOnline(online: boolean): void {
    this.#online = online;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
