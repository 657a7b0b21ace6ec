import type { Palette } from './theme.ts';

/** Catppuccin Mocha, https://catppuccin.com/palette: mantle is the page, base the card, crust the well. */
export const catppuccinMocha: Palette = {
  tokens: {
    background: {
      primary: '#181825',
      secondary: '#1e1e2e',
      tertiary: '#11111b',
      card: '#1e1e2e',
      overlay: '#1e1e2e',
    },
    text: { primary: '#cdd6f4', secondary: '#bac2de', muted: '#9399b2', interactive: '#89b4fa' },
    border: { primary: '#313244', secondary: '#45475a' },
    hover: { background: '#313244', border: '#585b70' },
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
  people: ['#89b4fa', '#fab387', '#a6e3a1', '#cba6f7', '#f9e2af', '#94e2d5', '#f5c2e7', '#eba0ac'],
};
