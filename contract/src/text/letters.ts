// Visible and equivalent characters. Without Zod, because every page loads this.

// DI: default-ignorable code points. The listed others are also invisible. A mark (M) needs a base character.
const visible = /[^\s\p{Cc}\p{Cf}\p{DI}\p{M}\u{2800}\u{fffc}\u{13441}\u{13442}\u{1d159}]/u;

/** True for texts of only spaces, zero-width characters, fillers, braille blanks or marks without a base. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/** Trims spaces. Returns '' if nothing is visible. */
export function trimmed(text: string): string {
  return isBlank(text) ? '' : text.trim();
}

/** NFKC and case folding. `toLowerCase` splits İ in two. Must match the search in server/src/platform/db/search.ts. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/i\u0307|ı/gu, 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}
