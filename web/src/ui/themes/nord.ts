import type { Palette } from './theme.ts';

/** Nord, https://www.nordtheme.com/docs/colors-and-palettes: polar night is page and card, snow the text; the well lies one step below polar night. */
export const nord: Palette = {
  tokens: {
    background: {
      primary: '#2e3440',
      secondary: '#3b4252',
      tertiary: '#272c36',
      card: '#3b4252',
      overlay: '#3b4252',
    },
    text: { primary: '#eceff4', secondary: '#d8dee9', muted: '#aab4c6', interactive: '#88c0d0' },
    border: { primary: '#434c5e', secondary: '#4c566a' },
    hover: { background: '#434c5e', border: '#6d7a96' },
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
  people: ['#81a1c1', '#d08770', '#a3be8c', '#b48ead', '#ebcb8b', '#8fbcbb', '#88c0d0', '#bf616a'],
};
