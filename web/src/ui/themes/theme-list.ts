import type { ThemeInfo } from './theme.ts';

/** Names of the themes. The browser gets their colours as CSS. */
export const themeList = [
  {
    id: 'catppuccin-mocha',
    name: 'Catppuccin Mocha',
    description: 'Deep and soft, the house default',
    category: 'dark',
  },
  {
    id: 'catppuccin-latte',
    name: 'Catppuccin Latte',
    description: 'Milky daylight with a clear blue',
    category: 'light',
  },
  { id: 'dracula', name: 'Dracula', description: 'Violet night with neon signs', category: 'dark' },
  {
    id: 'atom-one-dark',
    name: 'Atom One Dark',
    description: 'Slate and muted colours, easy on the eyes',
    category: 'dark',
  },
  { id: 'nord', name: 'Nord', description: 'Arctic blues under a grey sky', category: 'dark' },
  {
    id: 'tango',
    name: 'Tango',
    description: 'Paper and ink with plain, strong colours',
    category: 'light',
  },
  {
    id: 'github-light',
    name: 'GitHub Light',
    description: 'Crisp white and a sober blue',
    category: 'light',
  },
  {
    id: 'github-dark',
    name: 'GitHub Dark',
    description: 'Near black with clear signals',
    category: 'dark',
  },
  {
    id: 'monokai',
    name: 'Monokai',
    description: 'Warm black with cyan, lime and pink',
    category: 'dark',
  },
  {
    id: 'landing-pastel',
    name: 'Landing Pastel',
    description: 'Lavender paper and gentle pastels',
    category: 'light',
  },
] as const satisfies readonly ThemeInfo[];

export type ThemeId = (typeof themeList)[number]['id'];

export const defaultThemeId: ThemeId = 'catppuccin-mocha';
