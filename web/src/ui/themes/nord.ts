import type { Palette } from './theme.ts';

/** Nord, https://www.nordtheme.com/docs/colors-and-palettes: polar night is column, card and hover, snow the text; the page lies one step below polar night. */
export const nord: Palette = {
  tokens: {
    background: {
      primary: '#242933',
      secondary: '#2e3440',
      tertiary: '#2e3440',
      column: '#2e3440',
      card: '#3b4252',
      overlay: '#3b4252',
    },
    text: { primary: '#eceff4', secondary: '#d8dee9', muted: '#aab4c6', interactive: '#88c0d0' },
    border: { primary: '#4c566a', secondary: '#5b667d' },
    hover: { background: '#434c5e', border: '#7b88a1' },
    action: {
      primary: '#88c0d0',
      success: '#a3be8c',
      danger: '#d0878f',
      neutral: '#d8dee9',
      primaryText: '#272c36',
    },
  },
  brand: {
    50: '#f4f6f9',
    100: '#e5ebf2',
    200: '#cfd9e6',
    300: '#aec0d6',
    400: '#86a0c1',
    500: '#5e81ac',
    600: '#527097',
    700: '#435c7c',
    800: '#354863',
    900: '#2b384f',
  },
  hues: {
    info: '#81a1c1',
    success: '#a3be8c',
    warning: '#ebcb8b',
    danger: '#bf616a',
    accent: '#b48ead',
    gray: '#8f9bb3',
  },
  people: [
    '#88c0d0',
    '#bf616a',
    '#5e81ac',
    '#ebcb8b',
    '#b48ead',
    '#a3be8c',
    '#d08770',
    '#7c7d46',
    '#549d90',
    '#e5a5ae',
    '#93688f',
    '#b8b1e8',
  ],
};
