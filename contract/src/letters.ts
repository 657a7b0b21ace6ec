// Which characters are seen, and which are the same to a reader. Without zod: every page needs it.

// DI: default ignorable code points. The others are drawn as nothing, too. A mark (M) needs a base character.
const visible = /[^\s\p{Cc}\p{Cf}\p{DI}\p{M}\u{2800}\u{fffc}\u{13441}\u{13442}\u{1d159}]/u;

/** Spaces, zero-width characters, fillers, the braille blank and marks without a letter are no text. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/** Without the spaces around it; empty where nothing of it is seen. */
export function trimmed(text: string): string {
  return isBlank(text) ? '' : text.trim();
}

/** NFKC without case. `toLowerCase` splits İ in two. The search in server/src/platform/db/search.ts agrees. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/i\u0307|ı/gu, 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}
