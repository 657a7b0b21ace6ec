// Mail programs turn anything like an address into a link, so a name with a site in it could advertise.
import { z } from 'zod';

// Top-level domains that mail programs link without a path or scheme, besides two-letter country codes.
const linkedEndings = new Set(
  `com net org info biz edu gov mil int name mobi app dev page web site online shop store club link click live xyz
  top vip work zip mov tech cloud space website pro blog news agency company group team tools support help email
  chat zone world today life media digital services solutions systems academy example test invalid рф онлайн сайт
  中国 中文网`.split(/\s+/),
);
// Two-letter endings that are more common in names of languages or libraries than of sites.
const nonCountryEndings = new Set(['js', 'ts', 'cs', 'vb', 'kt', 'db']);

function isLinkedEnding(ending: string): boolean {
  if (/^[a-z]{2}$/.test(ending)) return !nonCountryEndings.has(ending);
  return linkedEndings.has(ending) || ending.startsWith('xn--');
}

/** Whether a word has a label, a dot and an ending that mail programs link. */
function isSite(word: string): boolean {
  const labels = word.split('.');
  return labels.some((label, index) => {
    const before = labels[index - 1];
    if (before === undefined || !/[\p{L}\p{N}]$/u.test(before)) return false;
    const [ending = ''] = /^(?:xn--[a-z0-9-]+|\p{L}{2,})/u.exec(label) ?? [];
    if (ending === '') return false;
    const rest = label.slice(ending.length);
    return /^[/:?#]/.test(rest) || (!/^[\p{L}\p{N}-]/u.test(rest) && isLinkedEnding(ending));
  });
}

// Invisible between letters: readers would join the parts into one word.
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Whether a text contains a link, a site name or an email address, also in full-width letters. */
export function hasLink(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .toLowerCase()
    .replaceAll('。', '.');
  if (plain.includes('@') || plain.includes('://') || plain.includes('www.')) return true;
  return plain.split(/[\s,;()<>"'“”„«»]+/).some(isSite);
}

/** Rejects names with a link. `schema` must bound the length to keep the search cheap. */
export function withoutLinks(schema: z.ZodType<string, string>, label: string) {
  const sentence = `${label} cannot contain a link or an email address`;
  return schema.pipe(z.string().refine((name) => !hasLink(name), sentence));
}
