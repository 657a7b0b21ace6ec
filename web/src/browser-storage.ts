// The browser's storage: shared by all tabs, or of this tab. If the browser refuses storage, values last as long as the page.
import type * as DurableCopy from './durable-copy.ts';

export const storageKeys = {
  token: 'authToken',
  /** When the token was last renewed, in ms since 1970. */
  tokenSince: 'authTokenSince',
  /** Identifies the login that the token belongs to; the same after the token is renewed. */
  login: 'authLogin',
  /** The signed-in user, for when the server is unreachable. */
  user: 'authUser',
  team: 'currentTeamId',
  /** The reason why a session ends. Removed immediately, because other tabs need only the storage event. */
  sessionEnd: 'authEnd',
  registered: 'registeredEmails',
  providerSignIn: 'providerSignIn',
  /** Followed by a user's id: a theme not yet saved on the server. */
  unsavedTheme: 'unsavedTheme.',
  density: 'boardDensity',
  sidePanel: 'boardSidePanel',
  activity: 'recentActivity',
  timerSound: 'timerSound',
  /** Whether floating reactions are shown; absent until the user has chosen. */
  floating: 'floatingReactions',
} as const;

/** Null if nothing is stored or the browser refuses storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

async function withDurableCopy(act: (copy: typeof DurableCopy) => unknown): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  try {
    await act(await import('./durable-copy.ts'));
  } catch {
    // Without the copy, a killed browser loses the last seconds.
  }
}

let restoring: Promise<void> | null = null;

/** Restores items lost by a killed browser. Call once per page. */
export function restoreStored(): Promise<void> {
  return (restoring ??= withDurableCopy(({ restore }) => restore()));
}

/** Removes the copy, including items not yet restored. */
export function forgetStored(): Promise<void> {
  return withDurableCopy(({ forget }) => forget());
}

/** `null` removes the item. Names with a colon hold a user's texts and changes, which are also copied to IndexedDB. */
export function store(key: string, value: string | null): void {
  if (key.includes(':')) void withDurableCopy(({ write }) => write(key, value));
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // In private windows or with a full quota the value lasts as long as the page.
  }
}

export function storedNames(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Like `readStored`, for this tab only; survives a reload. */
export function readStoredInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function storeInTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // As in `store`.
  }
}
