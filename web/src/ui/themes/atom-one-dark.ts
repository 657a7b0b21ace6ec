import type { Palette } from './theme.ts';

/** Atom One Dark, https://github.com/atom/atom/tree/master/packages/one-dark-syntax. */
export const atomOneDark: Palette = {
  tokens: {
    background: {
      primary: '#21252b',
      secondary: '#282c34',
      tertiary: '#181a1f',
      card: '#282c34',
      overlay: '#282c34',
    },
    text: { primary: '#d7dae0', secondary: '#abb2bf', muted: '#8f97a6', interactive: '#61afef' },
    border: { primary: '#343a45', secondary: '#3e4451' },
    hover: { background: '#343a45', border: '#5c6370' },
    action: {
      primary: '#61afef',
      success: '#98c379',
      danger: '#e06c75',
      neutral: '#abb2bf',
      primaryText: '#181a1f',
    },
  },
  brand: {
    50: '#f4f9fe',
    100: '#e6f2fc',
    200: '#d0e7fa',
    300: '#b0d7f7',
    400: '#88c3f3',
    500: '#61afef',
    600: '#5598d0',
    700: '#457aa8',
    800: '#375e83',
    900: '#2c4866',
  },
  hues: {
    info: '#61afef',
    success: '#98c379',
    warning: '#e5c07b',
    danger: '#e06c75',
    accent: '#c678dd',
    gray: '#828997',
  },
  people: ['#61afef', '#d19a66', '#98c379', '#c678dd', '#e5c07b', '#56b6c2', '#be8fd4', '#e06c75'],
};
