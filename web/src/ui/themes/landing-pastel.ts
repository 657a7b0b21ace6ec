import { brandBlue } from './brand-blue.ts';
import type { Palette } from './theme.ts';

/** The pastels of the landing page, our own: lavender paper, white cards, and a periwinkle that acts. */
export const landingPastel: Palette = {
  tokens: {
    background: {
      primary: '#e1dbf4',
      secondary: '#f8f6fd',
      tertiary: '#ebe7f8',
      column: '#f0edfb',
      card: '#ffffff',
      overlay: '#ffffff',
    },
    text: { primary: '#2f2c47', secondary: '#4e4a68', muted: '#686383', interactive: '#2a55d8' },
    border: { primary: '#d6cfec', secondary: '#c0b8e0' },
    hover: { background: '#efebfb', border: '#958cbd' },
    action: {
      primary: '#2f62ea',
      success: '#2b8f6d',
      danger: '#c93a68',
      neutral: '#56526e',
      primaryText: '#ffffff',
    },
  },
  brand: brandBlue,
  hues: {
    info: '#4f7fe8',
    success: '#2fa07a',
    warning: '#dd8b2b',
    danger: '#d64573',
    accent: '#8b5cf6',
    gray: '#847fa0',
  },
  people: [
    '#4f7fe8',
    '#e0803a',
    '#2fa07a',
    '#8b5cf6',
    '#c79a1b',
    '#d64573',
    '#46b0dd',
    '#c38ad0',
    '#27780e',
    '#935105',
    '#006b9f',
    '#814c8d',
  ],
};
