// Who is signed in, as a state machine without React: restored at load, ended by a 401, followed across tabs.
import type { ChangePasswordInput } from '@wentwell/contract/auth';
import { LoginInput, SessionToken } from '@wentwell/contract/sessions';
import { User } from '@wentwell/contract/users';

import { readStored, storageKeys, store } from '#web/api/browser-storage';
import { ApiError, onBearerUse, onUnauthorized, request, setBearer } from '#web/api/request';

import { noAccessToken } from './auth-messages.ts';
import { withSessionLock } from './session-lock.ts';

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
  /** Which login the held token belongs to: another tab's token of the same one is this tab's, too. */
  #login: string | null = null;
  // Another tab has just found that the session ran out; the removal of its token follows.
  #isExpiredElsewhere = false;

  constructor(listeners: SessionListeners) {
    this.#listeners = listeners;
    const token = readStored(storageKeys.token);
    if (token === null) return;
    this.#state = { state: 'loading', token, user: null, error: null };
    this.#login = readStored(storageKeys.login);
    if (this.#login === null) this.#nameLogin();
  }

  readonly read = (): SessionState => this.#state;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Restores the stored session, listens to 401s and other tabs, keeps the token fresh; gives the way to stop. */
  start(): () => void {
    onUnauthorized(() => void this.#refused());
    onBearerUse((held) => this.#newest(held));
    const followTabs = (event: StorageEvent) => {
      if (event.key === storageKeys.sessionEnd && event.newValue === 'expired') {
        this.#isExpiredElsewhere = true;
      }
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
    if (this.#state.token === null) return;
    // Another tab may have replaced it since this one was opened.
    const token = this.#isSameLogin() ? readStored(storageKeys.token) : null;
    if (token !== null && this.#state.state === 'loading') this.#state = { ...this.#state, token };
    await this.#identify(this.#state.token);
  }

  async #identify(token: string): Promise<void> {
    setBearer(token);
    if (this.#state.state === 'loading') this.#set({ ...this.#state, error: null });
    try {
      const user = await request({ path: '/api/v1/users/me', schema: User });
      if (this.#state.token !== token) return;
      this.#set({ state: 'in', token, user });
      void this.#refreshIfDue();
    } catch (error) {
      if (this.#state.token !== token || this.#state.state !== 'loading') return;
      // Whoever is told of refused tokens decides about that one.
      if (error instanceof ApiError && error.status === 401) return;
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
    this.#nameLogin();
    this.#keep(token);
    this.#set({ state: 'in', token, user });
    return user;
  }

  /** Changes the password. Every session ends with it, and this browser goes on with a new one. */
  async changePassword(input: ChangePasswordInput): Promise<void> {
    await withSessionLock(async () => {
      const { access_token } = await request({
        path: '/api/v1/auth/change-password',
        method: 'POST',
        body: input,
        schema: SessionToken,
      });
      if (this.#state.state === 'in') this.#replaceToken(access_token);
    });
  }

  /** Leaves at once; the server is told, and whether it hears that changes nothing here. */
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

  /** Writes the login's name before its token, so that no tab takes the token for another login's. */
  #nameLogin(): void {
    this.#login = `${Date.now()}-${Math.random()}`;
    store(storageKeys.login, this.#login);
  }

  /** Whether the stored token is of the login that this tab holds. */
  #isSameLogin(): boolean {
    return readStored(storageKeys.login) === this.#login;
  }

  #replaceToken(token: string): void {
    this.#keep(token);
    if (this.#state.state === 'in') this.#set({ ...this.#state, token });
  }

  /** The stored token, where another tab has replaced the held one within the same login. */
  #newest(held: string): string {
    const stored = readStored(storageKeys.token);
    if (this.#state.state !== 'in' || this.#state.token !== held) return held;
    if (stored === null || stored === held) return held;
    if (!this.#isSameLogin()) return held;
    this.#set({ ...this.#state, token: stored });
    return stored;
  }

  #isRefreshDue(): boolean {
    const since = Number(readStored(storageKeys.tokenSince));
    const now = Date.now();
    return since <= now - refreshEvery || since > now;
  }

  async #refreshIfDue(): Promise<void> {
    if (this.#state.state !== 'in' || !this.#isRefreshDue()) return;
    await withSessionLock(async () => {
      // Another tab may have replaced it while this one waited; the call below then carries the newer token.
      if (this.#state.state === 'in' && this.#isRefreshDue()) await this.#refresh();
    }).catch(() => {
      // The token at hand goes on until it ends by itself.
    });
  }

  async #refresh(): Promise<void> {
    const since = Number(readStored(storageKeys.tokenSince));
    // Before the call, for tabs without locks; what fails is tried again after as long.
    store(storageKeys.tokenSince, String(Date.now()));
    // A token of which nothing is known may have been made a moment ago.
    if (since === 0) return;
    const { access_token } = await request({
      path: '/api/v1/auth/refresh',
      method: 'POST',
      body: {},
      schema: SessionToken,
    });
    if (this.#state.state === 'in') this.#replaceToken(access_token);
  }

  /** Another tab may hold a newer token, or be about to store it. */
  async #refused(): Promise<void> {
    const before = this.#state;
    await withSessionLock(() => Promise.resolve());
    if (this.#state.token !== before.token || before.token === null) return;
    const stored = readStored(storageKeys.token);
    if (stored === null || stored === before.token) this.#end('expired');
    else if (before.state === 'in' && this.#isSameLogin()) {
      setBearer(this.#newest(before.token));
    } else this.#beginWith(stored);
  }

  #end(because: SignedOutBecause): void {
    setBearer(null);
    // Another tab may have signed in since: what is stored is then theirs.
    if (readStored(storageKeys.token) === this.#state.token) {
      store(storageKeys.sessionEnd, because);
      store(storageKeys.sessionEnd, null);
      store(storageKeys.token, null);
      store(storageKeys.tokenSince, null);
      store(storageKeys.login, null);
      store(storageKeys.team, null);
    }
    this.#set({ state: 'out', token: null, user: null, because });
    this.#listeners.forget();
    if (because === 'expired') this.#listeners.warn(sessionExpired);
  }

  // Another tab has signed in, out, or in as somebody else, or has had the token replaced.
  #follow(): void {
    const token = readStored(storageKeys.token);
    const because = this.#isExpiredElsewhere ? 'expired' : 'logout';
    this.#isExpiredElsewhere = false;
    if (token === this.#state.token) return;
    if (token === null) {
      setBearer(null);
      this.#set({ state: 'out', token: null, user: null, because });
      this.#listeners.forget();
      if (because === 'expired') this.#listeners.warn(sessionExpired);
    } else if (this.#state.state === 'in' && this.#isSameLogin()) {
      setBearer(this.#newest(this.#state.token));
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
      this.#login = readStored(storageKeys.login);
      this.#set({ state: 'in', token, user });
    }
  }

  #beginWith(token: string): void {
    this.#listeners.forget();
    this.#login = readStored(storageKeys.login);
    this.#set({ state: 'loading', token, user: null, error: null });
    void this.restore();
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const subscriber of this.#subscribers) subscriber();
  }
}
