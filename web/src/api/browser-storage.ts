// The browser's storage, of all its tabs or of one. Where a browser refuses storage, values are lost with the page.

export const storageKeys = {
  token: 'authToken',
  /** When the token was last renewed, in ms since 1970. */
  tokenSince: 'authTokenSince',
  /** Identifies the login that the token belongs to; the same after the token is renewed. */
  login: 'authLogin',
  team: 'currentTeamId',
  /** The reason why a session ends. Written and removed at once, because other tabs need only the storage event. */
  sessionEnd: 'authEnd',
  /** The addresses recently registered in this browser. */
  registered: 'registeredEmails',
  /** What the tab needs when its user comes back from the identity provider. */
  providerSignIn: 'providerSignIn',
  /** How closely a board's cards stand. */
  density: 'boardDensity',
  /** Whether the panel beside a board is open. */
  sidePanel: 'boardSidePanel',
  /** Whether the sound at the end of a timer is muted. */
  timerMuted: 'timerMuted',
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

/** `null` removes the item. */
export function store(key: string, value: string | null): void {
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
