// Which characters are seen, and which are the same to a reader. Without zod: every page needs it.

// DI: default ignorable code points. The null notehead and the blanks of hieroglyphs are drawn as nothing, too. A mark (M)
// needs a character to stand on.
const visible = /[^\s\p{Cc}\p{Cf}\p{DI}\p{M}\u{2800}\u{fffc}\u{13441}\u{13442}\u{1d159}]/u;

/** Spaces, zero-width characters, fillers, the braille blank and marks without a letter are no text. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/**
 * The form in which texts are compared: NFKC without case. `toLowerCase` keeps the dot of İ as a character of its own.
 * The server's search accepts the same letters (server/src/platform/db/search.ts).
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/i\u0307|ı/gu, 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}
