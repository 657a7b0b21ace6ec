/** The state of code that is fetched when it is needed. */
export type CodeState<Code> =
  | { status: 'idle' | 'loading' | 'failed'; code: null }
  | { status: 'loaded'; code: Code };

/**
 * Code of the page that comes later, and that may not come: offline, or because a newer version has replaced its file.
 * A failure is a state and can be tried again; it never rejects and never reloads the document.
 */
export class CodeLoader<Code> {
  readonly #fetch: () => Promise<Code>;
  readonly #subscribers = new Set<() => void>();
  #state: CodeState<Code> = { status: 'idle', code: null };
  #loading: Promise<void> | null = null;

  constructor(fetch: () => Promise<Code>) {
    this.#fetch = fetch;
  }

  readonly read = (): CodeState<Code> => this.#state;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Resolves when the code has come or failed to; calls while it is on its way share one promise. */
  readonly load = (): Promise<void> => {
    if (this.#state.status === 'loaded') return Promise.resolve();
    this.#loading ??= this.#attempt().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  };

  async #attempt(): Promise<void> {
    // A page that says that this failed goes on saying so until the code is there.
    if (this.#state.status === 'idle') this.#set({ status: 'loading', code: null });
    try {
      this.#set({ status: 'loaded', code: await this.#fetch() });
    } catch {
      this.#set({ status: 'failed', code: null });
    }
  }

  #set(state: CodeState<Code>): void {
    this.#state = state;
    for (const subscriber of this.#subscribers) subscriber();
  }
}

const firstDelay = 2000;
const longestDelay = 30_000;

/** Tries again after 2, 4, 8 … at most 30 s and whenever the network is back; returns a function that stops it. */
export function keepTrying(attempt: () => Promise<void>): () => void {
  let delay = firstDelay;
  let timer = setTimeout(tryAgain, 0);
  function tryAgain(): void {
    clearTimeout(timer);
    void attempt();
    timer = setTimeout(tryAgain, delay);
    delay = Math.min(delay * 2, longestDelay);
  }
  window.addEventListener('online', tryAgain);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', tryAgain);
  };
}
