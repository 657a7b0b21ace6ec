import type { Palette } from './theme.ts';

/** Dracula, https://draculatheme.com/contribute: the background is the column, its two darker shades page and bars, its lighter one the card. */
export const dracula: Palette = {
  tokens: {
    background: {
      primary: '#191a21',
      secondary: '#21222c',
      tertiary: '#21222c',
      column: '#282a36',
      card: '#343746',
      overlay: '#343746',
    },
    text: { primary: '#f8f8f2', secondary: '#d5d6e0', muted: '#9aa5ce', interactive: '#bd93f9' },
    border: { primary: '#44475a', secondary: '#565a75' },
    hover: { background: '#3e4153', border: '#6272a4' },
    action: {
      primary: '#bd93f9',
      success: '#50fa7b',
      danger: '#ff5555',
      neutral: '#c8c9d4',
      primaryText: '#191a21',
    },
  },
  brand: {
    50: '#faf7ff',
    100: '#f4eefe',
    200: '#ebdffd',
    300: '#dec9fc',
    400: '#ceaefa',
    500: '#bd93f9',
    600: '#a380d8',
    700: '#8267af',
    800: '#635088',
    900: '#4b3f69',
  },
  hues: {
    info: '#8be9fd',
    success: '#50fa7b',
    warning: '#ffb86c',
    danger: '#ff5555',
    accent: '#ff79c6',
    gray: '#8b95c0',
  },
  people: [
    '#bd93f9',
    '#ffb86c',
    '#50fa7b',
    '#ff79c6',
    '#f1fa8c',
    '#8be9fd',
    '#ff5555',
    '#6272a4',
    '#6f9f30',
    '#3eb3d3',
    '#92cb86',
    '#bf7c42',
  ],
};
