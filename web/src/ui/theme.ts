import { useSyncExternalStore } from 'react';

import { defaultThemeId, themeList, type ThemeId } from './themes/theme-list.ts';
import type { ThemeInfo } from './themes/theme.ts';

/** The chosen theme: an attribute on the root element, remembered in the browser. No part of the tree re-renders for it. */

const storageKey = 'theme';
const listeners = new Set<() => void>();
let chosen: ThemeId | undefined;
let borrowed: ThemeId | undefined;

function isThemeId(id: string): id is ThemeId {
  return themeList.some((theme) => theme.id === id);
}

function readStored(): ThemeId {
  try {
    const stored = localStorage.getItem(storageKey);
    if (stored === null) return defaultThemeId;
    if (isThemeId(stored)) return stored;
    console.warn(`Unknown theme "${stored}" ignored.`);
  } catch (error) {
    console.warn('The stored theme could not be read.', error);
  }
  return defaultThemeId;
}

function paint(id: ThemeId): void {
  const root = document.documentElement;
  root.dataset['theme'] = id;
  const canvas = getComputedStyle(root).getPropertyValue('--canvas');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
}

export function listThemes(): readonly (ThemeInfo & { id: ThemeId })[] {
  return themeList;
}

function getTheme(): ThemeId {
  chosen ??= readStored();
  return chosen;
}

/** Unknown ids are ignored with a warning, as they are when stored. */
export function setTheme(id: string): void {
  if (!isThemeId(id)) {
    console.warn(`Unknown theme "${id}" ignored.`);
    return;
  }
  chosen = id;
  if (borrowed === undefined) paint(id);
  try {
    localStorage.setItem(storageKey, id);
  } catch (error) {
    console.warn('The theme could not be stored.', error);
  }
  for (const listener of listeners) listener();
}

/** Shows another theme without choosing it (the landing page); the returned function gives the chosen one back. */
export function borrowTheme(id: ThemeId): () => void {
  borrowed = id;
  paint(id);
  return () => {
    borrowed = undefined;
    paint(getTheme());
  };
}

function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the theme menu; everything else follows by CSS. */
export function useTheme(): ThemeId {
  return useSyncExternalStore(subscribeTheme, getTheme);
}

// Another tab chose: follow it.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey || event.newValue === null || !isThemeId(event.newValue)) return;
    chosen = event.newValue;
    if (borrowed === undefined) paint(chosen);
    for (const listener of listeners) listener();
  });
}
