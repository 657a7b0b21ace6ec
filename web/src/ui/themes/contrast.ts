import type { Hex } from './theme.ts';

type Triple = readonly [number, number, number];

function toRgb(hex: Hex): Triple {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex(rgb: Triple): Hex {
  const digits = rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0'));
  return `#${digits.join('')}`;
}

/** Blends `share` of `top` over `bottom`; both are opaque. */
export function mix(top: Hex, bottom: Hex, share: number): Hex {
  const a = toRgb(top);
  const b = toRgb(bottom);
  return toHex([
    a[0] * share + b[0] * (1 - share),
    a[1] * share + b[1] * (1 - share),
    a[2] * share + b[2] * (1 - share),
  ]);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

export function luminance(hex: Hex): number {
  const [red, green, blue] = toRgb(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Adds as little black or white as needed for `ratio`, so that readable hues stay unchanged. */
export function legible(color: Hex, backgrounds: readonly Hex[], ratio: number): Hex {
  const brightest = Math.max(...backgrounds.map(luminance));
  const pole: Hex = brightest > 0.4 ? '#000000' : '#ffffff';
  for (let share = 0; share <= 1; share += 0.02) {
    const candidate = mix(pole, color, share);
    if (backgrounds.every((background) => contrast(candidate, background) >= ratio))
      return candidate;
  }
  return pole;
}

/** OKLab by Björn Ottosson, https://bottosson.github.io/posts/oklab: equal distances look equally different. */
export function toOklab(hex: Hex): Triple {
  const [red, green, blue] = toRgb(hex);
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

/** Encodes a linear channel, clamped to the displayable range. */
function shown(part: number): number {
  const inside = Math.min(1, Math.max(0, part));
  return 255 * (inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055);
}

function fromOklab([lightness, a, b]: Triple): Hex {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ] as const;
  return toHex([shown(rgb[0]), shown(rgb[1]), shown(rgb[2])]);
}

/** The hue of `color`, from 0 to 360 degrees, and its chroma, by which it differs from gray. */
export function hueOf(color: Hex): { hue: number; chroma: number } {
  const [, a, b] = toOklab(color);
  return { hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360, chroma: Math.hypot(a, b) };
}

export function fromHue(lightness: number, { hue, chroma }: ReturnType<typeof hueOf>): Hex {
  const angle = (hue * Math.PI) / 180;
  return fromOklab([lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]);
}
