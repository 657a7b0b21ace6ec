// The session as a state machine without React: restored on load, ended by a 401, synchronised across tabs.
import type { ChangePasswordInput } from '@wentwell/contract/accounts/auth';
import { LoginInput, SessionToken } from '@wentwell/contract/accounts/sessions';
import { Me } from '@wentwell/contract/accounts/users';

import { withLock } from '#web/api/browser-locks';
import { ApiError, onBearerUse, onUnauthorized, request, setBearer } from '#web/api/request';
import { readStored, restoreStored, storageKeys, store } from '#web/browser-storage';
import { Subscribers } from '#web/subscribers';

/** Only one tab at a time renews the token; the others wait for the stored one. A hanging tab blocks them for 5 s. */
function withSessionLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return withLock({ name: 'wentwell-session', signal: AbortSignal.timeout(5000) }, work);
}

/** Interval of token renewal, and of checks whether it is due, in ms. */
const refreshEvery = 24 * 60 * 60_000;
const checkEvery = 60 * 60_000;

export const mePath = '/api/v1/users/me';

export const sessionExpired = 'Your session has expired. Please log in again.';

/** Why nobody is signed in: initially, by expiry, or by logout. */
export type SignedOutBecause = 'visit' | 'expired' | 'logout';

export type SessionState =
  | { state: 'loading'; token: string; user: null; error: Error | null }
  | { state: 'out'; token: null; user: null; because: SignedOutBecause }
  | { state: 'in'; token: string; user: Me };

export interface SessionListeners {
  /** Clears fetched data, because another user may sign in next. */
  forget: () => void;
  warn: (text: string) => void;
}

const bearerOf = (token: string) => ({ Authorization: `Bearer ${token}` });
const readUser = (token: string) => request({ path: mePath, headers: bearerOf(token), schema: Me });

export class SessionStore {
  #state: SessionState = { state: 'out', token: null, user: null, because: 'visit' };
  readonly #states = new Subscribers();
  readonly #listeners: SessionListeners;
  /** Identifies the token's login. Tokens that another tab renews for the same login are valid here, too. */
  #login: string | null = null;
  // Another tab has found that the session expired; the removal of its token follows.
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

  readonly subscribe = this.#states.subscribe;

  /** Restores the stored session, handles 401s and other tabs, and renews the token. Returns a function that stops. */
  start(): () => void {
    onUnauthorized(() => void this.#refused());
    onBearerUse((held) => this.#latestToken(held));
    const followTabs = (event: StorageEvent) => {
      if (event.key === storageKeys.sessionEnd && event.newValue === 'expired') {
        this.#isExpiredElsewhere = true;
      }
      if (event.key === storageKeys.token || event.key === null) this.#onTokenStored();
    };
    window.addEventListener('storage', followTabs);
    void this.restore();
    const timer = setInterval(() => void this.#refreshIfDue(), checkEvery);
    return () => {
      clearInterval(timer);
      window.removeEventListener('storage', followTabs);
    };
  }

  /** Loads the user of the stored token. A failure other than 401 keeps the token for a retry. */
  async restore(): Promise<void> {
    if (this.#state.token === null) return;
    // Another tab may have renewed the token meanwhile.
    const token = this.#isSameLogin() ? readStored(storageKeys.token) : null;
    if (token !== null && this.#state.state === 'loading') this.#state = { ...this.#state, token };
    await this.#identify(this.#state.token);
  }

  async #identify(token: string): Promise<void> {
    setBearer(token);
    if (this.#state.state === 'loading') this.#set({ ...this.#state, error: null });
    try {
      const [user] = await Promise.all([request({ path: mePath, schema: Me }), restoreStored()]);
      if (this.#state.token !== token) return;
      this.#set({ state: 'in', token, user });
      void this.#refreshIfDue();
    } catch (error) {
      if (this.#state.token !== token || this.#state.state !== 'loading') return;
      // The listener for refused tokens handles this error.
      if (error instanceof ApiError && error.status === 401) return;
      this.#set({
        ...this.#state,
        error: error instanceof Error ? error : new Error(String(error)),
      });
    }
  }

  async login(email: string, password: string): Promise<Me> {
    const { access_token: token } = await request({
      path: '/api/v1/auth/login',
      method: 'POST',
      form: LoginInput.parse({ username: email, password }),
      schema: SessionToken.partial(),
    });
    if (!token) throw new Error(noAccessToken);
    return this.enter(token);
  }

  async enter(token: string): Promise<Me> {
    const [user] = await Promise.all([readUser(token), restoreStored()]);
    this.#listeners.forget();
    this.#nameLogin();
    this.#storeToken(token);
    this.#set({ state: 'in', token, user });
    return user;
  }

  /** Changes the password. The server ends all sessions, and this browser continues with a new one. */
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

  /** Signs out immediately, whether or not the server can be reached. */
  async logout(): Promise<void> {
    const { token } = this.#state;
    this.#end('logout');
    if (token === null) return;
    await request({
      path: '/api/v1/auth/logout',
      method: 'POST',
      headers: bearerOf(token),
    }).catch(() => {
      // The token is removed here anyway, and expires on the server.
    });
  }

  /** Call with the response after a change of the user's own data. */
  replaceUser(user: Me): void {
    if (this.#state.state === 'in') this.#set({ ...this.#state, user });
  }

  #storeToken(token: string): void {
    setBearer(token);
    store(storageKeys.token, token);
    store(storageKeys.tokenSince, String(Date.now()));
  }

  /** Stores the login's id before the token, so that no tab attributes the token to another login. */
  #nameLogin(): void {
    this.#login = `${Date.now()}-${Math.random()}`;
    store(storageKeys.login, this.#login);
  }

  /** Whether the stored token belongs to this tab's login. */
  #isSameLogin(): boolean {
    return readStored(storageKeys.login) === this.#login;
  }

  #replaceToken(token: string): void {
    this.#storeToken(token);
    if (this.#state.state === 'in') this.#set({ ...this.#state, token });
  }

  /** The stored token, if another tab has renewed it for the same login. */
  #latestToken(held: string): string {
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
      // Another tab may have renewed the token while this one waited; the next call sends the newer one.
      if (this.#state.state === 'in' && this.#isRefreshDue()) await this.#refresh();
    }).catch(() => {
      // The current token remains valid until it expires.
    });
  }

  async #refresh(): Promise<void> {
    const since = Number(readStored(storageKeys.tokenSince));
    // Set before the call, for tabs without locks. A failed renewal is retried after the same interval.
    store(storageKeys.tokenSince, String(Date.now()));
    // A token of unknown age may be new.
    if (since === 0) return;
    const { access_token } = await request({
      path: '/api/v1/auth/refresh',
      method: 'POST',
      body: {},
      schema: SessionToken,
    });
    if (this.#state.state === 'in') this.#replaceToken(access_token);
  }

  /** Another tab may hold a newer token, or be about to store one. */
  async #refused(): Promise<void> {
    const before = this.#state;
    await withSessionLock(() => Promise.resolve());
    if (this.#state.token !== before.token || before.token === null) return;
    const stored = readStored(storageKeys.token);
    if (stored === null || stored === before.token) this.#end('expired');
    else if (before.state === 'in' && this.#isSameLogin()) {
      setBearer(this.#latestToken(before.token));
    } else this.#beginWith(stored);
  }

  #end(because: SignedOutBecause): void {
    // Another tab may have signed in meanwhile and stored its own token.
    if (readStored(storageKeys.token) === this.#state.token) {
      store(storageKeys.sessionEnd, because);
      store(storageKeys.sessionEnd, null);
      store(storageKeys.token, null);
      store(storageKeys.tokenSince, null);
      store(storageKeys.login, null);
      store(storageKeys.user, null);
      store(storageKeys.team, null);
    }
    this.#leave(because);
  }

  #leave(because: SignedOutBecause): void {
    setBearer(null);
    this.#set({ state: 'out', token: null, user: null, because });
    this.#listeners.forget();
    if (because === 'expired') this.#listeners.warn(sessionExpired);
  }

  // Another tab has signed in or out, signed in as another user, or renewed the token.
  #onTokenStored(): void {
    const token = readStored(storageKeys.token);
    const because = this.#isExpiredElsewhere ? 'expired' : 'logout';
    this.#isExpiredElsewhere = false;
    if (token === this.#state.token) return;
    if (token === null) {
      this.#leave(because);
    } else if (this.#state.state === 'in' && this.#isSameLogin()) {
      setBearer(this.#latestToken(this.#state.token));
    } else if (this.#state.state === 'in') {
      void this.#succeed(this.#state, token);
    } else {
      this.#beginWith(token);
    }
  }

  // Usually the same user's next token, so the page stays visible while the user loads.
  async #succeed(before: SessionState, token: string): Promise<void> {
    const user = await readUser(token).catch(() => null);
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
    if (state.state === 'in' && state.user.id !== this.#state.user?.id) {
      store(storageKeys.user, state.user.id);
    }
    this.#state = state;
    this.#states.call();
  }
}

/** Shown unchanged if the login response has no token. */
export const noAccessToken = 'Login failed: No access token received';
