// The theme is kept with the account, so that every browser of a person looks alike, and in the browser, for its first paint.
import type { MeUpdate } from '@wentwell/contract/user-changes';
import { useEffect } from 'react';

import { request } from '#web/api/request';
import { setTheme } from '#web/ui/theme';

import { useMe } from './session.tsx';

/** Shows the theme of the account. Until one was chosen there, that of the browser stays. */
export function useOwnTheme(): void {
  const { theme } = useMe();
  useEffect(() => {
    if (theme !== null) setTheme(theme);
  }, [theme]);
}

/** Shows it at once. Where it cannot be told to the server, this browser alone keeps it. */
export function chooseTheme(theme: string): void {
  setTheme(theme);
  const body: MeUpdate = { theme };
  void request({ path: '/api/v1/users/me', method: 'PATCH', body }).catch(() => undefined);
}
