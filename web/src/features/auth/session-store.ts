// Who is signed in, as a state machine without React: restored at load, ended by a 401, followed across tabs (spec 4).
import { LoginInput, SessionToken } from '@wentwell/contract/auth';
import { User } from '@wentwell/contract/users';

import { readStored, storageKeys, store } from '#web/api/browser-storage';
import { onUnauthorized, request, setBearer } from '#web/api/request';

import { noAccessToken } from './auth-messages.ts';

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

  /** Restores the stored session and listens to 401s and other tabs; gives the way to stop. */
  start(): () => void {
    onUnauthorized(() => this.#end('expired'));
    const followTabs = (event: StorageEvent) => {
      if (event.key === storageKeys.token || event.key === null) this.#follow();
    };
    window.addEventListener('storage', followTabs);
    void this.restore();
    return () => window.removeEventListener('storage', followTabs);
  }

  /** Asks who the stored token belongs to; a failure that is no 401 leaves the token for another try. */
  async restore(): Promise<void> {
    const { token } = this.#state;
    if (token === null) return;
    setBearer(token);
    if (this.#state.state === 'loading') this.#set({ ...this.#state, error: null });
    try {
      const user = await request({ path: '/api/v1/users/me', schema: User });
      if (this.#state.token === token) this.#set({ state: 'in', token, user });
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
    setBearer(token);
    store(storageKeys.token, token);
    this.#set({ state: 'in', token, user });
    return user;
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

  #end(because: SignedOutBecause): void {
    setBearer(null);
    // Another tab may have signed in since: what is stored is then theirs.
    if (readStored(storageKeys.token) === this.#state.token) {
      store(storageKeys.token, null);
      store(storageKeys.team, null);
    }
    this.#set({ state: 'out', token: null, user: null, because });
    this.#listeners.forget();
    if (because === 'expired') this.#listeners.warn(sessionExpired);
  }

  // Another tab has signed in, out, or in as somebody else.
  #follow(): void {
    const token = readStored(storageKeys.token);
    if (token === this.#state.token) return;
    this.#listeners.forget();
    if (token === null) {
      setBearer(null);
      this.#set({ state: 'out', token: null, user: null, because: 'logout' });
    } else {
      this.#set({ state: 'loading', token, user: null, error: null });
      void this.restore();
    }
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const subscriber of this.#subscribers) subscriber();
  }
}
