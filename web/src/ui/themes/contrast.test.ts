import { describe, expect, test } from 'vitest';

import { contrast, luminance, toOklab } from './contrast.ts';
import { themes } from './registry.ts';
import { themeVariables } from './theme-css.ts';
import { defaultThemeId, themeList } from './theme-list.ts';
import type { Hex } from './theme.ts';

/** The colour pairs used on screen. A component with a new pair adds it here. */

const grounds = ['canvas', 'surface', 'sunken', 'card', 'overlay'];
const people = Array.from({ length: 12 }, (_, index) => `person-${index}`);
const papers = ['success', 'warning', 'accent', 'danger', 'info', 'neutral'].map(
  (tone) => `paper-${tone}`,
);
const backs = papers.map((paper) => `${paper}-back`);
const edges = papers.map((paper) => `${paper}-edge`);
const tones = ['info', 'success', 'warning', 'danger', 'accent', 'gray'];

/** How different two colours look: 0 for the same, 1 for black and white, about 0.02 for a difference just visible. */
function colorDistance(one: Hex, other: Hex): number {
  const [lightness, a, b] = toOklab(one);
  const [otherLightness, otherA, otherB] = toOklab(other);
  return Math.hypot(lightness - otherLightness, a - otherA, b - otherB);
}

type Pair = readonly [foreground: string, background: string];

function across(foregrounds: readonly string[], backgrounds: readonly string[]): Pair[] {
  return foregrounds.flatMap((one) => backgrounds.map((other): Pair => [one, other]));
}

/** 4.5:1 */
const textPairs: Pair[] = [
  ...across(['ink', 'soft', 'muted', 'link'], [...grounds, ...papers, 'hover', 'selected']),
  ...across(['ink'], backs),
  ...across(
    ['ink'],
    tones.map((tone) => `${tone}-soft`),
  ),
  ...across(['ink'], ['step-fill']),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-primary', 'danger'],
  ['on-primary', 'danger-hover'],
  ['on-primary', 'tip'],
  ...tones.flatMap((tone) => across([`${tone}-text`], [...grounds, `${tone}-soft`])),
  ...people.map((person): Pair => [`${person}-text`, person]),
];

/** 3:1: borders of controls, focus rings, icons and large text */
const shapePairs: Pair[] = [
  ...across(['control', 'control-hover', 'focus', 'primary'], papers),
  ...across(['control', 'control-hover', 'focus'], grounds),
  ...across(edges, ['canvas']),
  ...tones.flatMap((tone) => across([`${tone}-solid`], grounds)),
  ['step-edge', 'canvas'],
];

/** Each lies on the next. */
const steps: Pair[] = across(['card', ...papers], ['canvas']);

describe.each(themes)('$id', (theme) => {
  const colors = themeVariables(theme);

  function colorOf(name: string): Hex {
    const color = colors[name];
    if (!color) throw new Error(`No such colour: ${name}`);
    return color;
  }

  function ratioOf([foreground, background]: Pair): number {
    return contrast(colorOf(foreground), colorOf(background));
  }

  test.each(textPairs)('text %s on %s reaches 4.5:1', (...pair) => {
    expect(ratioOf(pair)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapePairs)('shape %s on %s reaches 3:1', (...pair) => {
    expect(ratioOf(pair)).toBeGreaterThanOrEqual(3);
  });

  test.each(steps)('%s is lighter than %s by 1.15:1 (docs/design.md D-16)', (...pair) => {
    const [upper, lower] = pair;
    expect(luminance(colorOf(upper))).toBeGreaterThan(luminance(colorOf(lower)));
    expect(ratioOf(pair)).toBeGreaterThanOrEqual(1.15);
  });

  test('twelve avatar colours are distinguishable (docs/design.md D-17)', () => {
    const tooClose = people
      .flatMap((one, index): Pair[] => people.slice(index + 1).map((other) => [one, other]))
      .filter(([one, other]) => colorDistance(colorOf(one), colorOf(other)) < 0.08);
    expect(tooClose).toEqual([]);
  });

  test('the colours of actions and of success differ', () => {
    expect(colorDistance(colorOf('primary'), colorOf('success-solid'))).toBeGreaterThan(0.08);
  });
});

test('a colour distance is 0 for the same colour and 1 for black and white', () => {
  expect(colorDistance('#1e66f5', '#1e66f5')).toBe(0);
  expect(colorDistance('#000000', '#ffffff')).toBeCloseTo(1);
});

test('yellow paper is clay on dark themes and butter on light ones', () => {
  const warning = new Map(
    themes.map((theme) => [theme.id, themeVariables(theme)['paper-warning']]),
  );
  expect(warning.get('catppuccin-mocha')).toBe('#4d3723');
  expect(warning.get('catppuccin-latte')).toBe('#fff0c4');
});

test('ids are unique and the default is among them', () => {
  const ids = themeList.map((theme) => theme.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain(defaultThemeId);
});

test('every theme defines the same colours', () => {
  const names = themes.map((theme) => Object.keys(themeVariables(theme)).toSorted().join());
  expect(new Set(names).size).toBe(1);
});
