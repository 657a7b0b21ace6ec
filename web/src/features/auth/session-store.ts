// Who is signed in, as a state machine without React: restored at load, ended by a 401, followed across tabs (spec 4).
import { LoginInput, SessionToken } from '@wentwell/contract/auth';
import { User } from '@wentwell/contract/users';

import { readStored, storageKeys, store } from '#web/api/browser-storage';
import { onUnauthorized, request, setBearer } from '#web/api/request';

import { noAccessToken } from './auth-messages.ts';

/** A session in use is given a new token so often, and asks itself whether it is time so often, in ms. */
const refreshEvery = 24 * 60 * 60_000;
const checkEvery = 60 * 60_000;

export const sessionExpired = 'Your session has expired. Please log in again.';

/** Why nobody is signed in: they came so, their session ran out, or they left. */
export type SignedOutBecause = 'visit' | 'expired' | 'logout';

export type SessionState =
  | { state: 'loading'; token: string; user: null; error: Error | null }
  | { state: 'out'; token: null; user: null; because: SignedOutBecause }
  | { state: 'in'; token: string; user: User };

export interface SessionListeners {
  /** Another person may come next: what was fetched for this one is to be forgotten. */
  forget: () => void;
  warn: (text: string) => void;
}

export class SessionStore {
  #state: SessionState = { state: 'out', token: null, user: null, because: 'visit' };
  readonly #subscribers = new Set<() => void>();
  readonly #listeners: SessionListeners;

  constructor(listeners: SessionListeners) {
    this.#listeners = listeners;
    const token = readStored(storageKeys.token);
    if (token !== null) this.#state = { state: 'loading', token, user: null, error: null };
  }

  readonly read = (): SessionState => this.#state;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Restores the stored session, listens to 401s and other tabs, keeps the token fresh; gives the way to stop. */
  start(): () => void {
    onUnauthorized(() => this.#refused());
    const followTabs = (event: StorageEvent) => {
      if (event.key === storageKeys.token || event.key === null) this.#follow();
    };
    window.addEventListener('storage', followTabs);
    void this.restore();
    const timer = setInterval(() => void this.#refreshIfDue(), checkEvery);
    return () => {
      clearInterval(timer);
      window.removeEventListener('storage', followTabs);
    };
  }

  /** Asks who the stored token belongs to; a failure that is no 401 leaves the token for another try. */
  async restore(): Promise<void> {
    const { token } = this.#state;
    if (token === null) return;
    setBearer(token);
    if (this.#state.state === 'loading') this.#set({ ...this.#state, error: null });
    try {
      const user = await request({ path: '/api/v1/users/me', schema: User });
      if (this.#state.token !== token) return;
      this.#set({ state: 'in', token, user });
      void this.#refreshIfDue();
    } catch (error) {
      if (this.#state.token !== token || this.#state.state !== 'loading') return;
      this.#set({
        ...this.#state,
        error: error instanceof Error ? error : new Error(String(error)),
      });
    }
  }

  async login(email: string, password: string): Promise<User> {
    const { access_token: token } = await request({
      path: '/api/v1/auth/login',
      method: 'POST',
      form: LoginInput.parse({ username: email, password }),
      schema: SessionToken.partial(),
    });
    if (!token) throw new Error(noAccessToken);
    const user = await request({
      path: '/api/v1/users/me',
      headers: { Authorization: `Bearer ${token}` },
      schema: User,
    });
    this.#listeners.forget();
    this.#keep(token);
    this.#set({ state: 'in', token, user });
    return user;
  }

  /** Has the token replaced, here and in every other tab; the old one works a little longer (api.md). */
  async refresh(): Promise<void> {
    const { token } = this.#state;
    const { access_token } = await request({
      path: '/api/v1/auth/refresh',
      method: 'POST',
      body: {},
      schema: SessionToken,
    });
    if (this.#state.state !== 'in' || this.#state.token !== token) return;
    this.#keep(access_token);
    this.#set({ ...this.#state, token: access_token });
  }

  /** Leaves at once; the server is told, and whether it hears that changes nothing here (spec 4). */
  async logout(): Promise<void> {
    const { token } = this.#state;
    this.#end('logout');
    if (token === null) return;
    await request({
      path: '/api/v1/auth/logout',
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    }).catch(() => {
      // The token is forgotten here either way, and ends by itself on the server.
    });
  }

  /** Takes the user as the server now knows them, after they changed something of themselves. */
  replaceUser(user: User): void {
    if (this.#state.state === 'in') this.#set({ ...this.#state, user });
  }

  #keep(token: string): void {
    setBearer(token);
    store(storageKeys.token, token);
    store(storageKeys.tokenSince, String(Date.now()));
  }

  async #refreshIfDue(): Promise<void> {
    if (this.#state.state !== 'in') return;
    const since = Number(readStored(storageKeys.tokenSince));
    const now = Date.now();
    if (since > now - refreshEvery && since <= now) return;
    // Before the call, so that the other tabs leave it to this one; what fails is tried again after as long.
    store(storageKeys.tokenSince, String(now));
    // A token of which nothing is known may have been made a moment ago.
    if (since === 0) return;
    await this.refresh().catch(() => {
      // The token at hand goes on until it ends by itself.
    });
  }

  // A tab that was asleep may have missed that another one holds a newer token.
  #refused(): void {
    const stored = readStored(storageKeys.token);
    if (stored !== null && stored !== this.#state.token) this.#beginWith(stored);
    else this.#end('expired');
  }

  #end(because: SignedOutBecause): void {
    setBearer(null);
    // Another tab may have signed in since: what is stored is then theirs.
    if (readStored(storageKeys.token) === this.#state.token) {
      store(storageKeys.token, null);
      store(storageKeys.tokenSince, null);
      store(storageKeys.team, null);
    }
    this.#set({ state: 'out', token: null, user: null, because });
    this.#listeners.forget();
    if (because === 'expired') this.#listeners.warn(sessionExpired);
  }

  // Another tab has signed in, out, or in as somebody else, or has had the token replaced.
  #follow(): void {
    const token = readStored(storageKeys.token);
    if (token === this.#state.token) return;
    if (token === null) {
      setBearer(null);
      this.#set({ state: 'out', token: null, user: null, because: 'logout' });
      this.#listeners.forget();
    } else if (this.#state.state === 'in') {
      void this.#succeed(this.#state, token);
    } else {
      this.#beginWith(token);
    }
  }

  // Most often the same person's next token: the page stays as it is while that is asked.
  async #succeed(before: SessionState, token: string): Promise<void> {
    const user = await request({
      path: '/api/v1/users/me',
      headers: { Authorization: `Bearer ${token}` },
      schema: User,
    }).catch(() => null);
    if (this.#state !== before || readStored(storageKeys.token) !== token) return;
    if (user === null || user.id !== before.user?.id) {
      this.#beginWith(token);
    } else {
      setBearer(token);
      this.#set({ state: 'in', token, user });
    }
  }

  #beginWith(token: string): void {
    this.#listeners.forget();
    this.#set({ state: 'loading', token, user: null, error: null });
    void this.restore();
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const subscriber of this.#subscribers) subscriber();
  }
}
