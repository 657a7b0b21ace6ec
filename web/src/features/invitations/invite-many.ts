// Parses many addresses from one field, as pasted from an email or a list.
import { Email } from '@wentwell/contract/email';

export interface Addresses {
  /** In the order typed, without duplicates in any spelling. */
  valid: string[];
  /** The parts that are not addresses, as typed. */
  invalid: string[];
}

/** Splits at spaces, commas, semicolons and line breaks, and reads `Robin Field <robin@…>`. */
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

/** Whether a word is a name beside its address. Any other word counts as a mistyped address, which must not be dropped. */
function isName(word: string, entry: string, bracketed: boolean): boolean {
  if (word.includes('@')) return false;
  const dotted = /\w\.\w/.test(word);
  // Mail clients write `Field, Robin <robin@…>`, where a part without an address may be a name, too.
  if (bracketed) return !dotted || entry.trim() !== word;
  return !dotted && entry.includes('@');
}
