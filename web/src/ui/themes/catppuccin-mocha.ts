import type { Palette } from './theme.ts';

/**
 * Catppuccin Mocha, https://catppuccin.com/palette: crust is the page, mantle the bars, surface 0 the card. Base misses the
 * column's contrast with crust by a hair, so the column is one shade lighter than base.
 */
export const catppuccinMocha: Palette = {
  tokens: {
    background: {
      primary: '#11111b',
      secondary: '#181825',
      tertiary: '#181825',
      column: '#202031',
      card: '#313244',
      overlay: '#313244',
    },
    text: { primary: '#cdd6f4', secondary: '#bac2de', muted: '#9399b2', interactive: '#89b4fa' },
    border: { primary: '#45475a', secondary: '#585b70' },
    hover: { background: '#3b3c50', border: '#6c7086' },
    action: {
      primary: '#89b4fa',
      success: '#a6e3a1',
      danger: '#f38ba8',
      neutral: '#bac2de',
      primaryText: '#11111b',
    },
  },
  brand: {
    50: '#eff5ff',
    100: '#dce9fe',
    200: '#c5dafd',
    300: '#a9c8fc',
    400: '#89b4fa',
    500: '#5f96f8',
    600: '#1e66f5',
    700: '#1a52c2',
    800: '#1c4291',
    900: '#1c3468',
  },
  hues: {
    info: '#89b4fa',
    success: '#a6e3a1',
    warning: '#f9e2af',
    danger: '#f38ba8',
    accent: '#cba6f7',
    gray: '#9399b2',
  },
  people: [
    '#89b4fa',
    '#fab387',
    '#a6e3a1',
    '#cba6f7',
    '#f9e2af',
    '#89dceb',
    '#f5c2e7',
    '#f38ba8',
    '#84a57d',
    '#ae8db5',
    '#c98a66',
    '#50a8c2',
  ],
};
