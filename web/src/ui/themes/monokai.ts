import type { Palette } from './theme.ts';

/** Monokai, https://monokai.pro/history: the warm near-black of the editor and its six signal colours. */
export const monokai: Palette = {
  tokens: {
    background: {
      primary: '#1e1f1c',
      secondary: '#272822',
      tertiary: '#161713',
      card: '#272822',
      overlay: '#272822',
    },
    text: { primary: '#f8f8f2', secondary: '#d6d6cc', muted: '#a59f85', interactive: '#66d9ef' },
    border: { primary: '#3a392f', secondary: '#49483e' },
    hover: { background: '#3e3d32', border: '#75715e' },
    action: {
      primary: '#a6e22e',
      success: '#a6e22e',
      danger: '#f92672',
      neutral: '#cfcfc2',
      primaryText: '#161713',
    },
  },
  brand: {
    50: '#f9fdf0',
    100: '#f1fade',
    200: '#e4f6c0',
    300: '#d2f096',
    400: '#bce962',
    500: '#a6e22e',
    600: '#90c32c',
    700: '#739c29',
    800: '#587626',
    900: '#435924',
  },
  hues: {
    info: '#66d9ef',
    success: '#a6e22e',
    warning: '#fd971f',
    danger: '#f92672',
    accent: '#ae81ff',
    gray: '#90896f',
  },
  people: ['#66d9ef', '#fd971f', '#a6e22e', '#ae81ff', '#e6db74', '#f92672', '#a1efe4', '#f6a5c0'],
};
