import type { Palette } from './theme.ts';

/** Dracula, https://draculatheme.com/contribute: the background is the card, its darker shades page and well. */
export const dracula: Palette = {
  tokens: {
    background: {
      primary: '#21222c',
      secondary: '#282a36',
      tertiary: '#191a21',
      card: '#282a36',
      overlay: '#282a36',
    },
    text: { primary: '#f8f8f2', secondary: '#d5d6e0', muted: '#9aa5ce', interactive: '#bd93f9' },
    border: { primary: '#343746', secondary: '#44475a' },
    hover: { background: '#343746', border: '#6272a4' },
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
  people: ['#bd93f9', '#ffb86c', '#50fa7b', '#ff79c6', '#f1fa8c', '#8be9fd', '#ff5555', '#a4b0e0'],
};
