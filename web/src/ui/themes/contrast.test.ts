import { describe, expect, test } from 'vitest';

import { contrast } from './contrast.ts';
import { themes } from './registry.ts';
import { themeVariables } from './theme-css.ts';
import { defaultThemeId, themeList } from './theme-list.ts';

/** The colour pairs used on screen. A component with a new pair adds it here. */

const grounds = ['canvas', 'surface', 'sunken', 'card', 'overlay'];
const columns = ['success', 'warning', 'accent', 'danger', 'info', 'neutral'].map(
  (tone) => `column-${tone}`,
);
const tones = ['info', 'success', 'warning', 'danger', 'accent', 'gray'];

type Pair = readonly [foreground: string, background: string];

function across(foregrounds: readonly string[], backgrounds: readonly string[]): Pair[] {
  return foregrounds.flatMap((one) => backgrounds.map((other): Pair => [one, other]));
}

/** 4.5:1 */
const textPairs: Pair[] = [
  ...across(['ink', 'soft', 'muted', 'link'], [...grounds, ...columns, 'hover', 'selected']),
  ...across(
    ['ink'],
    tones.map((tone) => `${tone}-soft`),
  ),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-tip', 'tip'],
  ...tones.flatMap((tone) => across([`${tone}-text`], [...grounds, `${tone}-soft`])),
  ...Array.from({ length: 8 }, (_, index): Pair => [`person-${index}-text`, `person-${index}`]),
];

/** 3:1: borders of controls, focus rings, icons and large text */
const shapePairs: Pair[] = [
  ...across(['control', 'control-hover', 'focus'], [...grounds, ...columns]),
  ...tones.flatMap((tone) => across([`${tone}-solid`], grounds)),
];

describe.each(themes)('$id', (theme) => {
  const colors = themeVariables(theme);

  function ratioOf([foreground, background]: Pair): number {
    const one = colors[foreground];
    const other = colors[background];
    if (!one || !other) throw new Error(`No such colour: ${foreground} or ${background}`);
    return contrast(one, other);
  }

  test.each(textPairs)('text %s on %s reaches 4.5:1', (...pair) => {
    expect(ratioOf(pair)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapePairs)('shape %s on %s reaches 3:1', (...pair) => {
    expect(ratioOf(pair)).toBeGreaterThanOrEqual(3);
  });
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
