// Many addresses in one field, as people paste them from a mail or a list.
import { Email } from '@wentwell/contract/email';

export interface Addresses {
  /** Each once, however it is spelled, in the order typed. */
  valid: string[];
  /** Parts that are no address, as typed. */
  invalid: string[];
}

/** Splits at spaces, commas, semicolons and lines; the brackets of `Robin Field <robin@…>` are taken off. */
export function parseAddresses(text: string): Addresses {
  const found: Addresses = { valid: [], invalid: [] };
  const seen = new Set<string>();
  const bracketed = text.includes('<');
  for (const entry of text.split(/[,;\n]+/)) {
    for (const part of entry.split(/\s+/)) {
      const address = part.replace(/^<|>$/g, '');
      const key = address.toLowerCase();
      if (address === '' || seen.has(key)) continue;
      seen.add(key);
      if (Email.safeParse(address).success) found.valid.push(address);
      else if (!isName(address, entry, bracketed)) found.invalid.push(address);
    }
  }
  return found;
}

/** Whether a word is a name beside its address. Any other word is an address with a mistake in it: nobody may be left out silently. */
function isName(word: string, entry: string, bracketed: boolean): boolean {
  if (word.includes('@')) return false;
  const dotted = /\w\.\w/.test(word);
  // Mail programs write `Field, Robin <robin@…>`: there a part without an address may be a name, too.
  if (bracketed) return !dotted || entry.trim() !== word;
  return !dotted && entry.includes('@');
}
