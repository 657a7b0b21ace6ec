import type { Palette } from './theme.ts';

/** GitHub Dark, https://primer.style/primitives/colors: canvas, borders and the foreground colours of Primer. */
export const githubDark: Palette = {
  tokens: {
    background: {
      primary: '#0d1117',
      secondary: '#151b23',
      tertiary: '#010409',
      card: '#151b23',
      overlay: '#151b23',
    },
    text: { primary: '#f0f6fc', secondary: '#c9d1d9', muted: '#9198a1', interactive: '#4493f8' },
    border: { primary: '#2a313c', secondary: '#3d444d' },
    hover: { background: '#212830', border: '#656c76' },
    action: {
      primary: '#4493f8',
      success: '#3fb950',
      danger: '#f85149',
      neutral: '#c9d1d9',
      primaryText: '#010409',
    },
  },
  brand: {
    50: '#eff5fe',
    100: '#dbe8fc',
    200: '#bcd4f9',
    300: '#8fb7f5',
    400: '#5793f0',
    500: '#1f6feb',
    600: '#1d61cc',
    700: '#1a50a6',
    800: '#173f81',
    900: '#153264',
  },
  hues: {
    info: '#4493f8',
    success: '#3fb950',
    warning: '#d29922',
    danger: '#f85149',
    accent: '#ab7df8',
    gray: '#8b949e',
  },
  people: ['#4493f8', '#db6d28', '#3fb950', '#ab7df8', '#d29922', '#39c5cf', '#db61a2', '#f85149'],
};
