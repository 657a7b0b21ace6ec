// The theme is kept with the account, so that every browser of a person looks alike, and in the browser, for its first paint.
import type { UserId } from '@wentwell/contract/ids';
import type { MeUpdate } from '@wentwell/contract/user-changes';
import { Me } from '@wentwell/contract/users';
import { useEffect, useEffectEvent } from 'react';

import { readStored, store, storageKeys } from '#web/api/browser-storage';
import { request } from '#web/api/request';
import { setTheme } from '#web/ui/theme';
import { defaultThemeId } from '#web/ui/themes/theme-list';

import { useMe, useSession } from './session.tsx';

/** Holds the id of the user whose account has brought the browser's theme. */
const themeOf = 'themeOf';

/**
 * Shows the account's theme. Where none was chosen, the browser's stays, unless another person's account has brought it. A
 * choice not told to the server yet is sent again.
 */
export function useOwnTheme(): void {
  const { id, theme } = useMe();
  const chooseTheme = useEffectEvent(useChooseTheme());
  useEffect(() => {
    const untold = readStored(storageKeys.untoldTheme + id);
    const owner = readStored(themeOf) ?? id;
    if (untold !== null) chooseTheme(untold);
    else if (theme !== null || owner !== id) setThemeOf(id, theme ?? defaultThemeId);
  }, [id, theme]);
}

function setThemeOf(id: UserId, theme: string): void {
  setTheme(theme);
  store(themeOf, id);
}

/** Shows it at once. Where the server cannot be told, the next page that this browser loads tells it. */
export function useChooseTheme(): (theme: string) => void {
  const { id } = useMe();
  const { replaceUser } = useSession();
  return (theme) => {
    const key = storageKeys.untoldTheme + id;
    setThemeOf(id, theme);
    store(key, theme);
    const body: MeUpdate = { theme };
    const answer = request({ path: '/api/v1/users/me', method: 'PATCH', body, schema: Me });
    void answer.then(
      (me) => {
        if (readStored(key) !== theme) return;
        store(key, null);
        replaceUser(me);
      },
      () => undefined,
    );
  };
}
