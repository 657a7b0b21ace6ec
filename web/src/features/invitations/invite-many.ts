// Parses many addresses from one field, as pasted from an email or a list.
import { Email, withoutUnseen } from '@wentwell/contract/email';
import { limits } from '@wentwell/contract/limits';

export interface Addresses {
  /** In the order typed, without duplicates in any spelling. */
  valid: string[];
  /** The parts that are not addresses, as typed. */
  invalid: string[];
}

// A quoted name may be an address: `"robin@…" <robin@…>`.
const quotedName = /"[^"\n]*"\s*(?=<)/g;

const opening = /^[<([“‘«"]*(?:mailto:)?/iu;
const closing = /[>)\]”’»".]*$/u;
const quoted = /^'(.*)'$/u;

/** Splits at spaces, commas, semicolons and line breaks, and reads `Robin Field <robin@…>`. */
export function parseAddresses(text: string): Addresses {
  const found: Addresses = { valid: [], invalid: [] };
  const seen = new Set<string>();
  const bracketed = text.includes('<');
  const seenText = withoutUnseen(text).replaceAll(quotedName, '');
  for (const entry of seenText.split(/[,;\n，；、]+/u)) {
    for (const part of entry.split(/\s+/)) {
      const address = part.replace(opening, '').replace(closing, '').replace(quoted, '$1');
      const { data } = Email.safeParse(address);
      const key = (data ?? address).toLowerCase();
      if (address === '' || seen.has(key)) continue;
      seen.add(key);
      if (data !== undefined) found.valid.push(address);
      else if (!isName(address, entry, bracketed)) found.invalid.push(address);
    }
  }
  return found;
}

/** Whether a word is a name beside its address. Any other word counts as a mistyped address, which must not be dropped. */
function isName(word: string, entry: string, bracketed: boolean): boolean {
  if (/[@＠]/u.test(word)) return false;
  const dotted = /\w\.\w/.test(word);
  // Mail clients write `Field, Robin <robin@…>`, where a part without an address may be a name, too.
  if (bracketed) return !dotted || entry.trim() !== word;
  return !dotted && entry.includes('@');
}

/** Undefined where every part is an address. */
export function unreadParts({ invalid }: Addresses): string | undefined {
  return invalid.length === 0 ? undefined : `Not an email address: ${invalid.join(', ')}`;
}

export function tooManyAddresses({ valid }: Addresses): string | undefined {
  const most = limits.invitationsPerMinute;
  return valid.length > most ? `Please invite at most ${most} people at once.` : undefined;
}
