// The browser's history: this tab's current place, and navigation.
import { Subscribers } from '#web/subscribers';

import { stringifySearch } from './search-params.ts';

/** Data passed between pages outside the address. It survives a reload. */
export interface PageState {
  email?: string;
  redirect?: string;
  /** The secret of a reset link, removed from the address. */
  resetToken?: string;
}

interface EntryState extends PageState {
  key: string;
  /** How many entries of this site lie before this one. */
  index: number;
  dialog?: { depth: number; pageKey: string } | undefined;
}

export interface Place {
  pathname: string;
  search: string;
  href: string;
  state: EntryState;
}

export type Address =
  | '/'
  | '/actions'
  | '/team-health'
  | '/admin'
  | `/admin/${string}`
  | '/dashboard'
  | `/invitations/${string}`
  | '/login'
  | '/login/callback'
  | '/meetings'
  | `/meetings/${string}`
  | '/profile'
  | '/register'
  | '/resend-verification'
  | '/reset-password'
  | '/search'
  | '/team-members'
  | '/verification-pending'
  | '/version';

export type Destination =
  | { to: Address; search?: Readonly<Record<string, string | undefined>> }
  /** A path from outside, such as the one to return to after login. */
  | { href: string };

type PageAction = 'push' | 'replace';

const moves = new Subscribers();
let current: Place | null = null;
let guard: ((action: PageAction) => Promise<PageAction>) | null = null;

/** Created on first use, because importing this module must work without a document. */
export function currentPlace(): Place {
  if (current) return current;
  addEventListener('popstate', moved);
  current = readPlace({ key: newKey(), index: 0 });
  return current;
}

/** Calls `listener` after each change of the place. Returns a function that unsubscribes. */
export const followPlace = moves.subscribe;

/** The page's entry and the entries of its open dialogs share one key. */
export function pageKeyOf({ state }: Place): string {
  return state.dialog?.pageKey ?? state.key;
}

export function hrefOf(destination: Destination): string {
  if ('href' in destination) return destination.href;
  return destination.to + stringifySearch(destination.search ?? {});
}

/** Resolves once the place is current; its page may be shown a moment later. */
export async function navigate({
  state = {},
  replace = false,
  ...destination
}: Destination & { state?: PageState | undefined; replace?: boolean }): Promise<void> {
  const href = hrefOf(destination);
  const wanted = replace || href === currentPlace().href ? 'replace' : 'push';
  writeEntry(guard ? await guard(wanted) : wanted, href, { ...state, key: newKey() });
}

/** Adds or changes the entry of a dialog, which belongs to the current page. */
export function writeDialogEntry(action: PageAction, dialog: EntryState['dialog']): void {
  const { href, state } = currentPlace();
  writeEntry(action, href, { ...state, dialog });
}

export function guardPages(decide: (action: PageAction) => Promise<PageAction>): void {
  guard = decide;
}

function writeEntry(action: PageAction, href: string, state: Omit<EntryState, 'index'>): void {
  const index = currentPlace().state.index + (action === 'push' ? 1 : 0);
  history[`${action}State`]({ ...state, index }, '', href);
  moved();
}

function moved(): void {
  // The browser has added an entry for a fragment, which shows the same page.
  const { state } = currentPlace();
  current = readPlace({ ...state, index: state.index + 1 });
  moves.call();
}

/** An entry added by the browser has no state yet. */
function readPlace(stateOfNew: EntryState): Place {
  const { pathname, search, hash } = location;
  const found: unknown = history.state;
  const state = isEntryState(found) ? found : stateOfNew;
  if (state !== found) history.replaceState(state, '');
  return { pathname, search, href: pathname + search + hash, state };
}

function newKey(): string {
  return Math.random().toString(36).slice(2);
}

function isEntryState(state: unknown): state is EntryState {
  return typeof state === 'object' && state !== null && 'key' in state && 'index' in state;
}
