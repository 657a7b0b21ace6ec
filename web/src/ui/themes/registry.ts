import { atomOneDark } from './atom-one-dark.ts';
import { catppuccinLatte } from './catppuccin-latte.ts';
import { catppuccinMocha } from './catppuccin-mocha.ts';
import { dracula } from './dracula.ts';
import { githubDark } from './github-dark.ts';
import { githubLight } from './github-light.ts';
import { landingPastel } from './landing-pastel.ts';
import { monokai } from './monokai.ts';
import { nord } from './nord.ts';
import { tango } from './tango.ts';
import { themeList, type ThemeId } from './theme-list.ts';
import type { Palette, Theme } from './theme.ts';

/** A theme is a line in theme-list.ts, a palette file and a line here; the compiler checks all three. */
const palettes: Record<ThemeId, Palette> = {
  'catppuccin-mocha': catppuccinMocha,
  'catppuccin-latte': catppuccinLatte,
  dracula,
  'atom-one-dark': atomOneDark,
  nord,
  tango,
  'github-light': githubLight,
  'github-dark': githubDark,
  monokai,
  'landing-pastel': landingPastel,
};

/** Every theme with its colours, for the build and the tests; the browser needs only theme-list.ts. */
export const themes: readonly Theme[] = themeList.map((info) => ({
  ...info,
  ...palettes[info.id],
}));
