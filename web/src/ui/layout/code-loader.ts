import { Subscribers } from '#web/subscribers';

export type CodeState<Code> =
  | { status: 'idle' | 'loading' | 'failed'; code: null }
  | { status: 'loaded'; code: Code };

/** Loads code that may fail to load. A failure is a state to retry; it never rejects or reloads the page. */
export class CodeLoader<Code> {
  readonly #fetch: () => Promise<Code>;
  readonly #states = new Subscribers();
  #state: CodeState<Code> = { status: 'idle', code: null };
  #loading: Promise<void> | null = null;
  #isWanted = false;

  constructor(fetch: () => Promise<Code>) {
    this.#fetch = fetch;
  }

  readonly read = (): CodeState<Code> => this.#state;

  readonly subscribe = this.#states.subscribe;

  /** Resolves when the code is loaded or has failed; concurrent calls share one promise. */
  readonly load = (): Promise<void> => {
    this.#isWanted = true;
    return this.prefetch();
  };

  /** Like `load`, ahead of need: a failure resets the state to idle. */
  readonly prefetch = (): Promise<void> => {
    if (this.#state.status === 'loaded') return Promise.resolve();
    this.#loading ??= this.#attempt().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  };

  async #attempt(): Promise<void> {
    // After a failure the status stays `failed` until the code is loaded.
    if (this.#state.status === 'idle') this.#set({ status: 'loading', code: null });
    try {
      this.#set({ status: 'loaded', code: await this.#fetch() });
    } catch {
      this.#set({ status: this.#isWanted ? 'failed' : 'idle', code: null });
    }
  }

  #set(state: CodeState<Code>): void {
    this.#state = state;
    this.#states.call();
  }
}

export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 50);
  });
}

/** `media` of style sheets that prefetching holds back. */
export const heldMedia = 'not all';

const firstDelayMs = 2000;
const maxDelayMs = 30_000;

/** Retries after 2, 4, 8 … at most 30 s and when the browser comes online. Returns a function that stops it. */
export function keepTrying(attempt: () => Promise<void>): () => void {
  let delay = firstDelayMs;
  let timer = setTimeout(tryAgain, 0);
  function tryAgain(): void {
    clearTimeout(timer);
    void attempt();
    timer = setTimeout(tryAgain, delay);
    delay = Math.min(delay * 2, maxDelayMs);
  }
  window.addEventListener('online', tryAgain);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', tryAgain);
  };
}
