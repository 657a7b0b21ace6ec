import type { Palette } from './theme.ts';

/** GitHub Dark, https://primer.style/primitives/colors: the inset canvas is the page, as on GitHub's own boards; the muted steps above it are column and card. */
export const githubDark: Palette = {
  tokens: {
    background: {
      primary: '#010409',
      secondary: '#0d1117',
      tertiary: '#0d1117',
      column: '#151b23',
      card: '#212830',
      overlay: '#212830',
    },
    text: { primary: '#f0f6fc', secondary: '#c9d1d9', muted: '#9198a1', interactive: '#4493f8' },
    border: { primary: '#2f3742', secondary: '#3d444d' },
    hover: { background: '#2a313c', border: '#656c76' },
    action: {
      primary: '#4493f8',
      success: '#3fb950',
      danger: '#f85149',
      neutral: '#c9d1d9',
      primaryText: '#010409',
    },
  },
  brand: {
    50: '#eff5fe',
    100: '#dbe8fc',
    200: '#bcd4f9',
    300: '#8fb7f5',
    400: '#5793f0',
    500: '#1f6feb',
    600: '#1d61cc',
    700: '#1a50a6',
    800: '#173f81',
    900: '#153264',
  },
  hues: {
    info: '#4493f8',
    success: '#3fb950',
    warning: '#d29922',
    danger: '#f85149',
    accent: '#ab7df8',
    gray: '#8b949e',
  },
  people: [
    '#1f6feb',
    '#db61a2',
    '#238636',
    '#e3b341',
    '#8957e5',
    '#39c5cf',
    '#da3633',
    '#d2a8ff',
    '#56d364',
    '#ff7b72',
    '#9e6a03',
    '#b3f0ff',
  ],
};
