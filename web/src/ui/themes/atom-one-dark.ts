import type { Palette } from './theme.ts';

/** Atom One Dark, https://github.com/atom/atom/tree/master/packages/one-dark-syntax: the editor is the column, its gutter and panels lie below it. */
export const atomOneDark: Palette = {
  tokens: {
    background: {
      primary: '#181a1f',
      secondary: '#21252b',
      tertiary: '#21252b',
      column: '#282c34',
      card: '#333842',
      overlay: '#333842',
    },
    text: { primary: '#d7dae0', secondary: '#abb2bf', muted: '#8f97a6', interactive: '#61afef' },
    border: { primary: '#3e4451', secondary: '#4b5263' },
    hover: { background: '#3a3f4b', border: '#5c6370' },
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
  people: [
    '#61afef',
    '#e06c75',
    '#98c379',
    '#c678dd',
    '#e5c07b',
    '#528bff',
    '#be5046',
    '#d19a66',
    '#2c896e',
    '#7f69a7',
    '#919122',
    '#f393c2',
  ],
};
