// The browser's storage, of all its tabs or of one. Where a browser refuses storage, values are lost with the page.
import type * as DurableCopy from './durable-copy.ts';

export const storageKeys = {
  token: 'authToken',
  /** When the token was last renewed, in ms since 1970. */
  tokenSince: 'authTokenSince',
  /** Identifies the login that the token belongs to; the same after the token is renewed. */
  login: 'authLogin',
  /** The user who is logged in, for when the server cannot be asked. */
  user: 'authUser',
  team: 'currentTeamId',
  /** The reason why a session ends. Written and removed at once, because other tabs need only the storage event. */
  sessionEnd: 'authEnd',
  registered: 'registeredEmails',
  providerSignIn: 'providerSignIn',
  /** Before the id of a user: the theme that the server has not been told yet. */
  untoldTheme: 'untoldTheme.',
  density: 'boardDensity',
  sidePanel: 'boardSidePanel',
  activity: 'recentActivity',
  timerSound: 'timerSound',
  /** Before the ids of a team and a phase: for how many minutes a timer was last started there. */
  timerMinutes: 'timerMinutes.',
  /** Whether floating reactions are shown; absent until somebody has chosen. */
  floating: 'floatingReactions',
} as const;

/** Null where nothing is stored or the browser refuses storage. */
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
    // Without a copy, a browser that is killed loses the last seconds.
  }
}

let restoring: Promise<void> | null = null;

/** Puts back what a killed browser has lost, once for each page. */
export function restoreStored(): Promise<void> {
  return (restoring ??= withDurableCopy(({ restore }) => restore()));
}

/** Removes the copy, with what no page has put back. */
export function forgetStored(): Promise<void> {
  return withDurableCopy(({ forget }) => forget());
}

/** `null` removes the item. A name with a colon is of a person's texts and changes, which a killed browser must not lose. */
export function store(key: string, value: string | null): void {
  if (key.includes(':')) void withDurableCopy(({ write }) => write(key, value));
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // In private windows and with a full quota the value is lost with the page.
  }
}

/** The same for this tab alone; a reload keeps it. */
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
    // As with `store`.
  }
}
