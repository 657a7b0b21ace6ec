import type { ThemeInfo } from './theme.ts';

const rows = [
  ['catppuccin-mocha', 'Catppuccin Mocha', 'Deep and soft, the house default', 'dark'],
  ['catppuccin-latte', 'Catppuccin Latte', 'Milky daylight with a clear blue', 'light'],
  ['dracula', 'Dracula', 'Violet night with neon signs', 'dark'],
  ['atom-one-dark', 'Atom One Dark', 'Slate and muted colours, easy on the eyes', 'dark'],
  ['nord', 'Nord', 'Arctic blues under a grey sky', 'dark'],
  ['tango', 'Tango', 'Paper and ink with plain, strong colours', 'light'],
  ['github-light', 'GitHub Light', 'Crisp white and a sober blue', 'light'],
  ['github-dark', 'GitHub Dark', 'Near black with clear signals', 'dark'],
  ['monokai', 'Monokai', 'Warm black with cyan, lime and pink', 'dark'],
  ['landing-pastel', 'Landing Pastel', 'Lavender paper and gentle pastels', 'light'],
] as const satisfies readonly (readonly [
  id: string,
  name: string,
  description: string,
  category: ThemeInfo['category'],
])[];

export type ThemeId = (typeof rows)[number][0];

/** Names of the themes. The browser gets their colours as CSS. */
export const themeList = rows.map(([id, name, description, category]) => ({
  id,
  name,
  description,
  category,
}));

export const defaultThemeId: ThemeId = 'catppuccin-mocha';
