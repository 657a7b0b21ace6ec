import type { Hex } from './theme.ts';

type Rgb = readonly [number, number, number];

function toRgb(hex: Hex): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex(rgb: Rgb): Hex {
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

/** WCAG 2 relative luminance. */
function luminance(hex: Hex): number {
  const [red, green, blue] = toRgb(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * Mixes `color` with as little black or white as needed to reach `ratio` on every background, so that a published hue
 * stays unchanged where it is readable.
 */
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
