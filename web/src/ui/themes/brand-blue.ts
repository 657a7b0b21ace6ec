import type { Palette } from './theme.ts';

/** The product's blue, for themes without a blue of their own. */
export const brandBlue: Palette['brand'] = {
  50: '#eff4ff',
  100: '#dce7fe',
  200: '#bfd3fd',
  300: '#93b5fb',
  400: '#5a8ef8',
  500: '#1e66f5',
  600: '#1a57d1',
  700: '#1948a9',
  800: '#193b83',
  900: '#182f62',
};
