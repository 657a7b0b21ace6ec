import { contrast, fromHue, hueOf, legible, mix } from './contrast.ts';
import { landingModeKey, landingThemes } from './landing-themes.ts';
import type { ThemeId } from './theme-list.ts';
import type { Hex, Theme } from './theme.ts';

/** Each becomes `--name` under the theme's selector. */
export type ThemeVariables = Record<string, Hex>;

const tones = ['info', 'success', 'warning', 'danger', 'accent', 'gray'] as const;
const linedTones = ['info', 'success', 'warning', 'danger'] as const;

/** Text backgrounds, on all of which controls, links and icons must be visible. */
function textGrounds(theme: Theme): readonly Hex[] {
  const { background } = theme.tokens;
  return [
    background.primary,
    background.secondary,
    background.tertiary,
    background.card,
    background.overlay,
  ];
}

function toneVariables(theme: Theme): ThemeVariables {
  const { background } = theme.tokens;
  const dark = theme.category === 'dark';
  const variables: ThemeVariables = {};
  for (const tone of tones) {
    const hue = theme.hues[tone];
    // Gray has no hue, so it needs a stronger tint.
    const share = tone === 'gray' ? 0.18 : dark ? 0.12 : 0.1;
    const soft = mix(hue, background.card, share);
    variables[`${tone}-soft`] = soft;
    variables[`${tone}-text`] = legible(hue, [soft, ...textGrounds(theme)], 4.5);
    variables[`${tone}-solid`] = legible(hue, textGrounds(theme), 3);
  }
  for (const tone of linedTones) {
    variables[`${tone}-line`] = mix(theme.hues[tone], background.card, dark ? 0.32 : 0.34);
  }
  return variables;
}

const columnTones = {
  success: 'success',
  warning: 'warning',
  accent: 'accent',
  danger: 'danger',
  info: 'info',
  neutral: 'gray',
} as const;

/** Lightness of a sheet, a pile's back, a fold and a composer's edge; target and chroma of warm hues. */
const papers = {
  dark: { sheet: 0.355, back: 0.445, fold: 0.57, edge: 0.57, chroma: 0.034, warm: 54, more: 1.3 },
  light: { sheet: 0.962, back: 0.83, fold: 0.7, edge: 0.55, chroma: 0.036, warm: 88, more: 1.7 },
};

/** All papers have one lightness, so that no column stands out. Muddy hues are shifted. */
function paperVariables(theme: Theme): ThemeVariables {
  const paper = papers[theme.category];
  const variables: ThemeVariables = {};
  for (const [tone, name] of Object.entries(columnTones)) {
    const { hue, chroma } = hueOf(theme.hues[name]);
    const warmth = Math.max(0, Math.min((hue - 38) / 14, (122 - hue) / 12, 1));
    const most = paper.chroma * (1 + (paper.more - 1) * warmth);
    const shade = (lightness: number, times: number): Hex =>
      fromHue(lightness, {
        hue: hue + (paper.warm - hue) * 0.75 * warmth,
        chroma: Math.min(chroma, most * times),
      });
    variables[`paper-${tone}`] = shade(paper.sheet, 1);
    variables[`paper-${tone}-back`] = shade(paper.back, 1.5);
    variables[`paper-${tone}-fold`] = shade(paper.fold, 2);
    variables[`paper-${tone}-edge`] = shade(paper.edge, 3);
  }
  return variables;
}

/** Initials are white or near black. The hue shifts only as far as readability demands. */
function peopleVariables(theme: Theme): ThemeVariables {
  const { background, text } = theme.tokens;
  const isDark = theme.category === 'dark';
  const ink = isDark ? background.primary : mix(text.primary, '#000000', 0.4);
  // White looks better on the full hues of a light theme, even if black has more contrast.
  const preference = isDark ? 1 : 2;
  const variables: ThemeVariables = { 'on-person': isDark ? ink : '#ffffff' };
  theme.people.forEach((hue, index) => {
    const letters = contrast('#ffffff', hue) * preference > contrast(ink, hue) ? '#ffffff' : ink;
    variables[`person-${index}`] = legible(hue, [letters], 4.5);
    variables[`person-${index}-text`] = letters;
  });
  return variables;
}

function stepVariables({ category, tokens }: Theme): ThemeVariables {
  const canvas = tokens.background.primary;
  const { primary } = tokens.action;
  const isDark = category === 'dark';
  return {
    'step-fill': mix(primary, canvas, isDark ? 0.3 : 0.2),
    'step-edge': legible(mix(primary, canvas, isDark ? 0.65 : 1), [canvas], 3),
  };
}

/** All colours as hex, so that tests can measure contrasts. No component uses the brand scale. */
export function themeVariables(theme: Theme): ThemeVariables {
  const { background, text, border, hover, action } = theme.tokens;
  const grounds = textGrounds(theme);
  const pole: Hex = theme.category === 'dark' ? '#ffffff' : '#000000';
  const selected = mix(action.primary, background.card, theme.category === 'dark' ? 0.18 : 0.1);
  const paper = paperVariables(theme);
  const sheets = Object.keys(columnTones).flatMap((tone) => paper[`paper-${tone}`] ?? []);
  const everywhere = [...grounds, ...sheets, hover.background, selected];
  return {
    canvas: background.primary,
    surface: background.secondary,
    sunken: background.tertiary,
    card: background.card,
    overlay: background.overlay,
    // On light panels the page's colour would look disabled.
    field: theme.category === 'dark' ? background.primary : background.card,
    ink: legible(text.primary, everywhere, 7),
    soft: legible(text.secondary, everywhere, 4.8),
    muted: legible(text.muted, everywhere, 4.5),
    link: legible(text.interactive, everywhere, 4.5),
    line: border.primary,
    'line-strong': border.secondary,
    // A control must be recognisable by its border alone, and palettes' border colours are too weak for that.
    control: legible(border.secondary, everywhere, 3),
    'control-hover': legible(hover.border, everywhere, 4),
    hover: hover.background,
    primary: action.primary,
    'primary-hover': mix(pole, action.primary, 0.12),
    'on-primary': action.primaryText,
    danger: action.danger,
    'danger-hover': mix(pole, action.danger, 0.12),
    focus: legible(action.primary, everywhere, 3),
    selected,
    ...stepVariables(theme),
    tip: text.primary,
    ...toneVariables(theme),
    ...paper,
    ...peopleVariables(theme),
  };
}

/** Tailwind's colours: `bg-card` is the theme's `--card`. */
function colorTokens(theme: Theme): string {
  const names = Object.keys(themeVariables(theme)).filter(
    (name) => !/^(?:paper|person|step|on-person)/.test(name),
  );
  const colors = names.map((name) => `--color-${name}:var(--${name});`).join('');
  const others = '--color-transparent:transparent;--color-current:currentColor;';
  return `@theme inline{--color-*:initial;${others}--color-scrim:color-mix(in srgb,var(--canvas) 62%,transparent);${colors}}`;
}

/** `data-tone` sets a column's tone, and with it its colours and those of its paper. A class may set another one. */
function toneRules(): string[] {
  return Object.entries(columnTones).map(([tone, name]) => {
    const paper = `var(--paper-${tone}`;
    const parts = ['soft', 'text', 'solid'].map((part) => `--tone-${part}:var(--${name}-${part});`);
    return `:where([data-tone='${tone}']){--paper:${paper});--paper-back:${paper}-back);--paper-fold:${paper}-fold);--paper-edge:${paper}-edge);${parts.join('')}}`;
  });
}

function printCss(): string {
  const grounds = ['canvas', 'surface', 'sunken', 'card', 'field', 'overlay', 'hover', 'selected'];
  const shades = {
    '#fff': [...grounds, 'primary', ...tones.map((tone) => `${tone}-soft`)],
    '#999': ['line', ...linedTones.map((tone) => `${tone}-line`)],
    '#666': ['line-strong', 'control'],
    '#333': ['muted'],
    '#000': [
      'ink',
      'soft',
      'link',
      'on-primary',
      ...tones.flatMap((tone) => [`${tone}-text`, `${tone}-solid`]),
    ],
  };
  const lines = Object.entries(shades).flatMap(([shade, names]) =>
    names.map((name) => `--${name}:${shade};`),
  );
  return `@media print{:root[data-theme]{color-scheme:light;${lines.join('')}}}`;
}

/** The style sheet of all themes, with what follows from their colours. */
export function themesCss(themes: readonly Theme[]): string {
  const tokens = themes.slice(0, 1).map(colorTokens);
  return [...tokens, ...themes.map(blockOf), ...toneRules(), printCss()].join('\n');
}

function blockOf(theme: Theme): string {
  const variables = themeVariables(theme);
  const lines = Object.entries(variables)
    // Most are equal: avatars fall back to `--on-person` (identity/person.ts).
    .filter(([name, hex]) => !/^person-.*text$/.test(name) || hex !== variables['on-person'])
    .map(([name, hex]) => `--${name}:${hex};`);
  const depth = theme.category === 'dark' ? '0.5' : '0.12';
  return `[data-theme='${theme.id}']{color-scheme:${theme.category};--shade:${depth};${lines.join('')}}`;
}

/** Runs before the first paint. Served without compilation, so it uses old JavaScript only. */
export function themeBootScript(themes: readonly Theme[], defaultId: ThemeId): string {
  const canvases = Object.fromEntries(
    themes.map((theme) => [theme.id, theme.tokens.background.primary]),
  );
  return `(function () {
  var canvases = ${JSON.stringify(canvases)};
  var landing = ${JSON.stringify(landingThemes)};
  var id = ${JSON.stringify(defaultId)};
  var mode = 'light';
  try {
    var stored = localStorage.getItem('theme');
    if (stored && Object.hasOwn(canvases, stored)) id = stored;
    else if (stored) console.warn('Unknown theme "' + stored + '" ignored.');
    if (location.pathname === '/' && localStorage.getItem('${landingModeKey}') === 'dark') {
      mode = 'dark';
    }
  } catch (error) {
    console.warn('The stored theme could not be read.', error);
  }
  var root = document.documentElement;
  if (location.pathname === '/') {
    root.dataset.mode = mode;
    id = landing[mode];
  }
  root.dataset.theme = id;
  var meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.content = canvases[id];
})();
`;
}
