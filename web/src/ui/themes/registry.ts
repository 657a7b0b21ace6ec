import { catppuccinLatte } from './catppuccin-latte.ts';
import { catppuccinMocha } from './catppuccin-mocha.ts';
import { themeList, type ThemeId } from './theme-list.ts';
import type { Palette, Theme } from './theme.ts';

/** A theme is a line in theme-list.ts, a palette file and a line here; the compiler asks for all three. */
const palettes: Record<ThemeId, Palette> = {
  'catppuccin-mocha': catppuccinMocha,
  'catppuccin-latte': catppuccinLatte,
};

/** Every theme with its colours. For the build and the tests; the browser takes theme-list.ts. */
export const themes: readonly Theme[] = themeList.map((info) => ({
  ...info,
  ...palettes[info.id],
}));
