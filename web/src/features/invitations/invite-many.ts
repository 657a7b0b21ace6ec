// Parses several addresses from one field, as pasted from an email or a list.
import { limits } from '@wentwell/contract/limits';
import { Email, withoutUnseen } from '@wentwell/contract/text/email';

export interface Addresses {
  /** In typed order, without duplicates in any spelling. */
  valid: string[];
  /** Parts that are not addresses, as typed. */
  invalid: string[];
}

// A quoted name may contain addresses, separators and escaped quotes: `"robin@…" <robin@…>`. Bracketed comments may, too.
const names = /"(?:\\.|[^"\\\n])*"\s*(?=<)|\([^()@＠\n]*\)/g;
const quotedText = /"([^"@＠\n]*)"/g;
const title = /^\s*(?:\p{L}+\.[\s-]*)+</u;
const wideBrackets = /[＜＞（）［］]/gu;
const emptyGroup = /(?<![^,;:<>@\n])[^,;:<>@\n]*:\s*;/g;
/** Syntax of links: `[robin@…](mailto:robin@…)`, `mailto:robin@…?cc=ada@…&subject=Retro`. */
const linkMarks = /[[\]()|]|[?&](?:to|b?cc)=|[?&][a-z]+=[^\s&]*/giu;
const encoded = /%(?:20|2c|40)/giu;
/** Line folds and spaces before an address. */
export const spaceBeforeAddress = /(?<!\s)\s+(?=<)/g;
// A mistyped address must not be dropped as a name.
const domain = /\w\.\w/;

// Some languages open quotes with signs that close them in others.
const opening = /^[<"\p{Ps}\p{Pi}\p{Pf}]*(?:mailto:)?/iu;
const closing = /[>".\p{Pe}\p{Pi}\p{Pf}]*$/u;
const quoted = /^'(.*)'$/u;

/** Splits at spaces, commas, semicolons and line breaks. Parses `Robin Field <robin@…>`. */
export function parseAddresses(text: string): Addresses {
  const found: Addresses = { valid: [], invalid: [] };
  const seen = new Set<string>();
  const plain = withoutUnseen(text)
    .replaceAll(wideBrackets, (sign) => sign.normalize('NFKC'))
    .replaceAll(names, ' ')
    .replaceAll(quotedText, (_, text: string) => (domain.test(text) ? text : ' '))
    .replaceAll(emptyGroup, ';')
    .replaceAll(encoded, decodeURIComponent)
    .replaceAll(linkMarks, ' ')
    .replaceAll(spaceBeforeAddress, ' ')
    .replaceAll('<', ' <')
    .replaceAll('>', '>;');
  for (const entries of plain.split(/[;\n；、؛]+/u).map((list) => list.split(/[,，،]+/u))) {
    for (const [index, entry] of entries.entries()) {
      for (const part of entry.split(/\s+/)) {
        const bare = part.replace(opening, '').replace(closing, '');
        const address = bare.replace(quoted, '$1');
        const { data } = Email.safeParse(address);
        const key = (data ?? address).toLowerCase();
        if (!/[\p{L}\p{N}]/u.test(address) || seen.has(key)) continue;
        seen.add(key);
        if (data !== undefined) found.valid.push(address);
        else if (!isName(address, entries.slice(index, index + 3))) found.invalid.push(address);
      }
    }
  }
  return found;
}

/** Whether a word is a name beside its address. Other words count as mistyped addresses and must not be dropped. */
function isName(word: string, [entry = '', next = '', last = '']: readonly string[]): boolean {
  if (holdsAddress(word)) return false;
  if (isNamed(entry)) return true;
  // Mail clients also write `Field, Robin <robin@…>` and `Field, Robin, Dr. <robin@…>`.
  const isBefore = isNamed(next) || (title.test(last) && isNamed(last));
  return !domain.test(word) && (holdsAddress(entry) || isBefore);
}

function isNamed(entry: string): boolean {
  return entry.includes('<') && holdsAddress(entry);
}

function holdsAddress(text: string): boolean {
  return /\S[@＠]/u.test(text);
}

/** Undefined if every part is an address. */
export function unreadParts({ invalid }: Addresses): string | undefined {
  return invalid.length === 0 ? undefined : `Not an email address: ${invalid.join(', ')}`;
}

export function tooManyAddresses({ valid }: Addresses): string | undefined {
  const most = limits.invitationsPerMinute;
  return valid.length > most ? `Please invite at most ${most} people at once.` : undefined;
}
