// The account stores the theme for all of a user's browsers; the browser stores it for the first paint.
import type { MeUpdate } from '@wentwell/contract/accounts/user-changes';
import { Me } from '@wentwell/contract/accounts/users';
import type { UserId } from '@wentwell/contract/ids';
import { useEffect, useEffectEvent } from 'react';

import { request } from '#web/api/request';
import { readStored, store, storageKeys } from '#web/browser-storage';
import { setTheme } from '#web/ui/theme';
import { defaultThemeId } from '#web/ui/themes/theme-list';

import { useMe, useSession } from './session.tsx';

/** The id of the user whose account set this browser's theme. */
const themeOf = 'themeOf';

/**
 * Applies the account's theme. Without one, the browser's theme stays, unless another user's account set it. A choice that
 * the server has not saved is sent again.
 */
export function useOwnTheme(): void {
  const { id, theme } = useMe();
  const chooseTheme = useEffectEvent(useChooseTheme());
  useEffect(() => {
    const unsaved = readStored(storageKeys.unsavedTheme + id);
    const owner = readStored(themeOf) ?? id;
    if (unsaved !== null) chooseTheme(unsaved);
    else if (theme !== null || owner !== id) setThemeOf(id, theme ?? defaultThemeId);
  }, [id, theme]);
}

function setThemeOf(id: UserId, theme: string): void {
  setTheme(theme);
  store(themeOf, id);
}

/** Applies the theme immediately. If saving fails, the next page load retries. */
export function useChooseTheme(): (theme: string) => void {
  const { id } = useMe();
  const { replaceUser } = useSession();
  return (theme) => {
    const key = storageKeys.unsavedTheme + id;
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
