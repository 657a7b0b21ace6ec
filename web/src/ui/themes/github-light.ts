import type { Palette } from './theme.ts';

/** GitHub Light, https://primer.style/primitives/colors: borders and the emphasis colours of Primer on a page as dark as its borders. */
export const githubLight: Palette = {
  tokens: {
    background: {
      primary: '#dae0e7',
      secondary: '#f6f8fa',
      tertiary: '#e6eaef',
      column: '#eceff3',
      card: '#ffffff',
      overlay: '#ffffff',
    },
    text: { primary: '#1f2328', secondary: '#424a53', muted: '#59636e', interactive: '#0969da' },
    border: { primary: '#d1d9e0', secondary: '#b7bfc8' },
    hover: { background: '#e6eaef', border: '#818b98' },
    action: {
      primary: '#0969da',
      success: '#1a7f37',
      danger: '#cf222e',
      neutral: '#59636e',
      primaryText: '#ffffff',
    },
  },
  brand: {
    50: '#eef4fc',
    100: '#d8e7f9',
    200: '#b5d2f4',
    300: '#84b4ec',
    400: '#468ee3',
    500: '#0969da',
    600: '#0a5cbe',
    700: '#0b4c9a',
    800: '#0d3c79',
    900: '#0e305f',
  },
  hues: {
    info: '#0969da',
    success: '#1a7f37',
    warning: '#bf8700',
    danger: '#cf222e',
    accent: '#8250df',
    gray: '#818b98',
  },
  people: [
    '#0550ae',
    '#bf3989',
    '#4ac26b',
    '#d4a72c',
    '#8250df',
    '#1b7c83',
    '#a40e26',
    '#c297ff',
    '#116329',
    '#ff8182',
    '#9a6700',
    '#54aeff',
  ],
};
