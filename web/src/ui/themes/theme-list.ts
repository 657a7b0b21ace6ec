import type { ThemeInfo } from './theme.ts';

/** The names of the themes, apart from their colours: the browser needs only these, the colours reach it as CSS. */
export const themeList = [
  {
    id: 'catppuccin-mocha',
    name: 'Catppuccin Mocha',
    description: 'Deep and soft, the house default',
    category: 'dark',
  },
  {
    id: 'catppuccin-latte',
    name: 'Catppuccin Latte',
    description: 'Milky daylight with a clear blue',
    category: 'light',
  },
] as const satisfies readonly ThemeInfo[];

export type ThemeId = (typeof themeList)[number]['id'];

export const defaultThemeId: ThemeId = 'catppuccin-mocha';

/** The landing page's own pair, whatever theme the person chose inside. */
export const landingThemes = {
  light: 'catppuccin-latte',
  dark: 'catppuccin-mocha',
} as const satisfies Record<'light' | 'dark', ThemeId>;
