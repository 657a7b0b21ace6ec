// What the browser keeps for us between visits. A browser that refuses to keep anything only forgets.

export const storageKeys = {
  token: 'authToken',
  /** When the token was last made anew, in ms since 1970. */
  tokenSince: 'authTokenSince',
  /** Names the login that the token belongs to, however often the token is replaced. */
  login: 'authLogin',
  team: 'currentTeamId',
  /** Why a session ends, written and removed at once: what other tabs need is the event. */
  sessionEnd: 'authEnd',
  /** The addresses that were registered in this browser lately. */
  registered: 'registeredEmails',
} as const;

/** Takes a key; gives the stored text, or null where there is none or the browser refuses. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Takes a key and a text to keep, or null to forget it. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows and full quotas: the visit goes on, the next one starts afresh.
  }
}
