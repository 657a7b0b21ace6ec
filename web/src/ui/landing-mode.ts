import { useLayoutEffect, useState } from 'react';

import { borrowTheme } from './theme.ts';
import { landingThemes } from './themes/theme-list.ts';

/** The landing page's own light or dark, apart from the theme chosen inside the app. */
export type LandingMode = keyof typeof landingThemes;

// The boot script reads the same key before first paint.
const storageKey = 'landing-color-mode';

function readMode(): LandingMode {
  try {
    return localStorage.getItem(storageKey) === 'dark' ? 'dark' : 'light';
  } catch (error) {
    console.warn('The landing colour mode could not be read.', error);
    return 'light';
  }
}

/** Used by the landing page alone: paints its mode while it is mounted. */
export function useLandingMode(): { mode: LandingMode; toggle: () => void } {
  const [mode, setMode] = useState(readMode);
  useLayoutEffect(() => borrowTheme(landingThemes[mode]), [mode]);

  function toggle(): void {
    const next = mode === 'dark' ? 'light' : 'dark';
    setMode(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch (error) {
      console.warn('The landing colour mode could not be stored.', error);
    }
  }

  return { mode, toggle };
}
