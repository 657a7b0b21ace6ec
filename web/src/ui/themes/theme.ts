/** A theme maps a published palette to the product's semantic tokens; theme-css.ts generates the CSS. */

/** `#rrggbb`, the only notation a palette uses. */
export type Hex = `#${string}`;

export type ThemeCategory = 'light' | 'dark';

export type ThemeTokens = {
  background: {
    /** The page itself. */
    primary: Hex;
    /** Bars, side panels and table heads. */
    secondary: Hex;
    /** Tracks, and controls that are switched off. */
    tertiary: Hex;
    /** The ground that notes lie on: lighter than the page, darker than a card. */
    column: Hex;
    card: Hex;
    /** Menus, dialogs and toasts. */
    overlay: Hex;
  };
  text: { primary: Hex; secondary: Hex; muted: Hex; interactive: Hex };
  border: { primary: Hex; secondary: Hex };
  hover: { background: Hex; border: Hex };
  action: { primary: Hex; success: Hex; danger: Hex; neutral: Hex; primaryText: Hex };
};

type FourHues = [Hex, Hex, Hex, Hex];
type TwelveHues = readonly [...FourHues, ...FourHues, ...FourHues];

export type BrandStep = 50 | 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;

export type Palette = {
  tokens: ThemeTokens;
  brand: Record<BrandStep, Hex>;
  /** The palette's hues for badges, alerts and column tints; text and fill colours are derived from them. */
  hues: { info: Hex; success: Hex; warning: Hex; danger: Hex; accent: Hex; gray: Hex };
  /** For avatars: hues of the palette, and shades of them where it has fewer than twelve that can be told apart. */
  people: TwelveHues;
};

export type ThemeInfo = { id: string; name: string; description: string; category: ThemeCategory };

export type Theme = ThemeInfo & Palette;
