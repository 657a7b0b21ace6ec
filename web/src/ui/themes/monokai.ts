import type { Palette } from './theme.ts';

/** Monokai, https://monokai.pro/history: the warm near-black of the editor is the column; cyan acts, so that lime is left to what went well. */
export const monokai: Palette = {
  tokens: {
    background: {
      primary: '#161713',
      secondary: '#1e1f1c',
      tertiary: '#1e1f1c',
      column: '#272822',
      card: '#34352f',
      overlay: '#34352f',
    },
    text: { primary: '#f8f8f2', secondary: '#d6d6cc', muted: '#a59f85', interactive: '#66d9ef' },
    border: { primary: '#49483e', secondary: '#5b5a4c' },
    hover: { background: '#3e3d32', border: '#75715e' },
    action: {
      primary: '#66d9ef',
      success: '#a6e22e',
      danger: '#f92672',
      neutral: '#cfcfc2',
      primaryText: '#161713',
    },
  },
  brand: {
    50: '#f0fcfe',
    100: '#dcf7fc',
    200: '#bdf0f9',
    300: '#94e6f6',
    400: '#66d9ef',
    500: '#45bfd8',
    600: '#339fb6',
    700: '#297e91',
    800: '#226170',
    900: '#1c4a55',
  },
  hues: {
    info: '#66d9ef',
    success: '#a6e22e',
    warning: '#fd971f',
    danger: '#f92672',
    accent: '#ae81ff',
    gray: '#90896f',
  },
  people: [
    '#66d9ef',
    '#fd971f',
    '#a6e22e',
    '#ae81ff',
    '#e6db74',
    '#f92672',
    '#fd5ff0',
    '#cc6633',
    '#18a34e',
    '#0395c5',
    '#eeaffd',
    '#ba69a0',
  ],
};
