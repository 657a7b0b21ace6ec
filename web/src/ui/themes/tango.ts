import type { Palette } from './theme.ts';

/** Tango, http://tango.freedesktop.org/Tango_Icon_Theme_Guidelines: aluminium for the column and its edges, the middle tones for what acts. */
export const tango: Palette = {
  tokens: {
    background: {
      primary: '#dcdfd9',
      secondary: '#f7f7f6',
      tertiary: '#e4e6e1',
      column: '#eeeeec',
      card: '#ffffff',
      overlay: '#ffffff',
    },
    text: { primary: '#2e3436', secondary: '#4a4d49', muted: '#61635f', interactive: '#3465a4' },
    border: { primary: '#d3d7cf', secondary: '#babdb6' },
    hover: { background: '#e9ebe6', border: '#888a85' },
    action: {
      primary: '#3465a4',
      success: '#4e9a06',
      danger: '#cc0000',
      neutral: '#555753',
      primaryText: '#ffffff',
    },
  },
  brand: {
    50: '#f1f4f9',
    100: '#dfe6f0',
    200: '#c2d1e4',
    300: '#9ab2d2',
    400: '#678cbb',
    500: '#3465a4',
    600: '#2f5990',
    700: '#284977',
    800: '#213a5f',
    900: '#1c2f4c',
  },
  hues: {
    info: '#3465a4',
    success: '#4e9a06',
    warning: '#f57900',
    danger: '#cc0000',
    accent: '#75507b',
    gray: '#888a85',
  },
  people: [
    '#3465a4',
    '#edd400',
    '#ef2929',
    '#4e9a06',
    '#75507b',
    '#f57900',
    '#729fcf',
    '#8f5902',
    '#73d216',
    '#a40000',
    '#c4a000',
    '#ad7fa8',
  ],
};
