import { legible, mix } from './contrast.ts';
import { landingThemes, type ThemeId } from './theme-list.ts';
import type { Hex, Theme } from './theme.ts';

/** The names of tokens.css; each becomes `--name` under the theme's selector. */
export type ThemeVariables = Record<string, Hex>;

const tones = ['info', 'success', 'warning', 'danger', 'accent', 'gray'] as const;

/** The backgrounds of text; controls, links and icons must be visible on all of them. */
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
    variables[`${tone}-line`] = mix(hue, background.card, dark ? 0.32 : 0.34);
    variables[`${tone}-text`] = legible(hue, [soft, ...textGrounds(theme)], 4.5);
    variables[`${tone}-solid`] = legible(hue, textGrounds(theme), 3);
  }
  return variables;
}

/** The tint of a column is weak enough that its cards stay the brightest elements. */
function columnVariables(theme: Theme): ThemeVariables {
  const { background } = theme.tokens;
  const ground = theme.category === 'dark' ? background.tertiary : background.primary;
  const share = 0.08;
  return {
    'column-success': mix(theme.hues.success, ground, share),
    'column-warning': mix(theme.hues.warning, ground, share),
    'column-accent': mix(theme.hues.accent, ground, share),
    'column-danger': mix(theme.hues.danger, ground, share),
    'column-info': mix(theme.hues.info, ground, share),
    'column-neutral': mix(theme.hues.gray, ground, share),
  };
}

function peopleVariables(theme: Theme): ThemeVariables {
  const variables: ThemeVariables = {};
  theme.people.forEach((hue, index) => {
    const fill = mix(hue, theme.tokens.background.card, theme.category === 'dark' ? 0.28 : 0.2);
    variables[`person-${index}`] = fill;
    variables[`person-${index}-text`] = legible(hue, [fill], 4.5);
  });
  return variables;
}

/** Every colour that a component can use, as hex, so that a test can measure contrasts. */
export function themeVariables(theme: Theme): ThemeVariables {
  const { background, text, border, hover, action } = theme.tokens;
  const grounds = textGrounds(theme);
  const inverse = theme.category === 'dark' ? background.tertiary : background.card;
  const pole: Hex = theme.category === 'dark' ? '#ffffff' : '#000000';
  const selected = mix(action.primary, background.card, theme.category === 'dark' ? 0.18 : 0.1);
  const columns = columnVariables(theme);
  const everywhere = [...grounds, ...Object.values(columns), hover.background, selected];
  const variables: ThemeVariables = {
    canvas: background.primary,
    surface: background.secondary,
    sunken: background.tertiary,
    card: background.card,
    overlay: background.overlay,
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
    'hover-line': hover.border,
    primary: action.primary,
    'primary-hover': mix(pole, action.primary, 0.12),
    'on-primary': action.primaryText,
    success: action.success,
    danger: action.danger,
    'danger-hover': mix(pole, action.danger, 0.12),
    'on-danger': inverse,
    neutral: action.neutral,
    focus: legible(action.primary, everywhere, 3),
    selected,
    tip: text.primary,
    'on-tip': inverse,
    ...toneVariables(theme),
    ...columns,
    ...peopleVariables(theme),
  };
  for (const [step, hex] of Object.entries(theme.brand)) variables[`brand-${step}`] = hex;
  return variables;
}

/** The style sheet of all themes, one block each. */
export function themesCss(themes: readonly Theme[]): string {
  return themes
    .map((theme) => {
      const lines = Object.entries(themeVariables(theme)).map(([name, hex]) => `--${name}:${hex};`);
      const depth = theme.category === 'dark' ? '0.5' : '0.12';
      return `[data-theme='${theme.id}']{color-scheme:${theme.category};--shade:${depth};${lines.join('')}}`;
    })
    .join('\n');
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
  try {
    var stored = localStorage.getItem('theme');
    if (stored && Object.hasOwn(canvases, stored)) id = stored;
    else if (stored) console.warn('Unknown theme "' + stored + '" ignored.');
    if (location.pathname === '/') {
      id = localStorage.getItem('landing-color-mode') === 'dark' ? landing.dark : landing.light;
    }
  } catch (error) {
    console.warn('The stored theme could not be read.', error);
    if (location.pathname === '/') id = landing.light;
  }
  document.documentElement.dataset.theme = id;
  var meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.content = canvases[id];
})();
`;
}
