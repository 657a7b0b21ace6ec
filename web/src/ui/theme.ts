import { useSyncExternalStore } from 'react';

import { Subscribers } from '#web/subscribers';

import { defaultThemeId, themeList, type ThemeId } from './themes/theme-list.ts';
import type { ThemeInfo } from './themes/theme.ts';

/** The theme is an attribute of the root element and stored in the browser, so changing it re-renders nothing. */

const storageKey = 'theme';
const choices = new Subscribers();
let chosen: ThemeId | undefined;

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

/** Ignores unknown ids with a warning. */
export function setTheme(id: string): void {
  if (!isThemeId(id)) {
    console.warn(`Unknown theme "${id}" ignored.`);
    return;
  }
  chosen = id;
  paint(id);
  try {
    localStorage.setItem(storageKey, id);
  } catch (error) {
    console.warn('The theme could not be stored.', error);
  }
  choices.call();
}

/** Applies to this page only: nothing is stored, and an unknown id changes nothing. */
export function showTheme(id: string): void {
  if (isThemeId(id)) paint(id);
}

/** For the theme menu; everything else uses CSS. */
export function useTheme(): ThemeId {
  return useSyncExternalStore(choices.subscribe, getTheme);
}

// Another tab has changed the theme.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey || event.newValue === null || !isThemeId(event.newValue)) return;
    chosen = event.newValue;
    paint(chosen);
    choices.call();
  });
}
