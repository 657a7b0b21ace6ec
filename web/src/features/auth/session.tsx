// Provides session-store.ts to React.
import { useQueryClient } from '@tanstack/react-query';
import type { ChangePasswordInput } from '@wentwell/contract/accounts/auth';
import type { Me } from '@wentwell/contract/accounts/users';
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

import { prefetchCalls } from '#web/api/request';
import { readStored, storageKeys } from '#web/browser-storage';

import { mePath, type SessionState, SessionStore } from './session-store.ts';

export type Session = SessionState & {
  login: (email: string, password: string) => Promise<Me>;
  enter: (token: string) => Promise<Me>;
  logout: () => Promise<void>;
  retry: () => Promise<void>;
  changePassword: (input: ChangePasswordInput) => Promise<void>;
  replaceUser: (user: Me) => void;
  /** A guest of one meeting or of the demo, without an account. */
  isGuest?: boolean;
};

export const SessionContext = createContext<Session | null>(null);

/** Guest pages and the demo have their own session; the browser's account is unaffected. */
const isGuestPage = (): boolean => /^\/(guest|try)\/*$/i.test(location.pathname);

/** Requests the stored token's user, and more, before the first render. */
export function prefetchSession(further: readonly string[]): void {
  const token = readStored(storageKeys.token);
  if (token !== null && !isGuestPage()) prefetchCalls(token, [mePath, ...further]);
}

/** `warn` shows the message about an expired session. */
export function SessionProvider(props: { warn: (text: string) => void; children: ReactNode }) {
  const { warn, children } = props;
  const queries = useQueryClient();
  const [store] = useState(() => new SessionStore({ forget: () => queries.clear(), warn }));
  useEffect(() => (isGuestPage() ? undefined : store.start()), [store]);
  const state = useSyncExternalStore(store.subscribe, store.read);
  const session = useMemo<Session>(
    () => ({
      ...state,
      login: (email, password) => store.login(email, password),
      enter: (token) => store.enter(token),
      logout: () => store.logout(),
      retry: () => store.restore(),
      changePassword: (input) => store.changePassword(input),
      replaceUser: (user) => store.replaceUser(user),
    }),
    [state, store],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it.');
  return session;
}

export const useIsGuest = (): boolean => useSession().isGuest ?? false;

/** The signed-in user. Throws outside protected screens. */
export function useMe(): Me {
  const { user } = useSession();
  if (!user) throw new Error('useMe is for protected screens.');
  return user;
}
