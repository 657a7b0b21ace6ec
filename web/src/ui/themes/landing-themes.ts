import type { ThemeId } from './theme-list.ts';

/** The landing page's own themes, independent of the user's choice. */
export const landingThemes = {
  light: 'landing-pastel',
  dark: 'catppuccin-mocha',
} as const satisfies Record<'light' | 'dark', ThemeId>;

export type LandingMode = keyof typeof landingThemes;

export const landingModeKey = 'landing-color-mode';
