// A theme maps a published palette to the product's semantic tokens; theme-css.ts generates the CSS.
import { z } from 'zod';

/** `#rrggbb`, the only notation a palette uses. */
export type Hex = `#${string}`;

const Hex = z.templateLiteral(['#', z.string().regex(/[\da-f]{6}/)]);
const Twelve = z.array(Hex).length(12);

/** Reads one colour for each name. */
function colors<const Name extends string>(...names: [Name, ...Name[]]) {
  const schema = z.record(z.enum(names), Hex);
  return (row: string) =>
    schema.parse(Object.fromEntries(row.split(' ').map((hex, index) => [names[index], hex])));
}

const tokens = {
  // In order: the page; bars, side panels and table heads; tracks and disabled controls; cards; menus, dialogs and toasts.
  background: colors('primary', 'secondary', 'tertiary', 'card', 'overlay'),
  text: colors('primary', 'secondary', 'muted', 'interactive'),
  border: colors('primary', 'secondary'),
  hover: colors('background', 'border'),
  action: colors('primary', 'success', 'danger', 'neutral', 'primaryText'),
};
const brand = colors('50', '100', '200', '300', '400', '500', '600', '700', '800', '900');
// For badges, alerts and column tints; text and fill colours are derived from them.
const hues = colors('info', 'success', 'warning', 'danger', 'accent', 'gray');

type Rows = Record<keyof typeof tokens | 'brand' | 'hues' | 'people', string>;

/** A row holds one token's colours in order. `people` are twelve distinct hues or shades for avatars. */
export function palette(rows: Rows) {
  return {
    tokens: {
      background: tokens.background(rows.background),
      text: tokens.text(rows.text),
      border: tokens.border(rows.border),
      hover: tokens.hover(rows.hover),
      action: tokens.action(rows.action),
    },
    brand: brand(rows.brand),
    hues: hues(rows.hues),
    people: Twelve.parse(rows.people.split(' ')),
  };
}

export type Palette = ReturnType<typeof palette>;

export type ThemeInfo = {
  id: string;
  name: string;
  description: string;
  category: 'light' | 'dark';
};

export type Theme = ThemeInfo & Palette;
