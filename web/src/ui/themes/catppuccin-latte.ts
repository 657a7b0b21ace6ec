import { brandBlue } from './brand-blue.ts';
import type { Palette } from './theme.ts';

/**
 * Catppuccin Latte, https://catppuccin.com/palette. Latte has no step lighter than base, so cards are
 * white; column and page are base and crust, each a shade darker to part from what lies on them.
 */
export const catppuccinLatte: Palette = {
  tokens: {
    background: {
      primary: '#dadee7',
      secondary: '#eff1f5',
      tertiary: '#e6e9ef',
      column: '#edeff3',
      card: '#ffffff',
      overlay: '#ffffff',
    },
    text: { primary: '#4c4f69', secondary: '#5c5f77', muted: '#6c6f85', interactive: '#1e66f5' },
    border: { primary: '#ccd0da', secondary: '#acb0be' },
    hover: { background: '#e6e9ef', border: '#8c8fa1' },
    action: {
      primary: '#1e66f5',
      success: '#40a02b',
      danger: '#d20f39',
      neutral: '#5c5f77',
      primaryText: '#ffffff',
    },
  },
  brand: brandBlue,
  hues: {
    info: '#1e66f5',
    success: '#40a02b',
    warning: '#df8e1d',
    danger: '#d20f39',
    accent: '#8839ef',
    gray: '#7c7f93',
  },
  people: [
    '#1e66f5',
    '#fe640b',
    '#40a02b',
    '#8839ef',
    '#df8e1d',
    '#179299',
    '#ea76cb',
    '#d20f39',
    '#04a5e5',
    '#dd7878',
    '#7287fd',
    '#8c4787',
  ],
};
