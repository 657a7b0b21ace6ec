// Mail programs link whatever looks like an address, so a name with a site in it would be an advertisement.
import { z } from 'zod';

// Endings that mail programs link without a path or a scheme, beside the two letters of a country.
const linkedEndings = new Set(
  `com net org info biz edu gov mil int name mobi app dev page web site online shop store club link click live xyz
  top vip work zip mov tech cloud space website pro blog news agency company group team tools support help email
  chat zone world today life media digital services solutions systems academy example test invalid рф онлайн сайт
  中国 中文网`.split(/\s+/),
);
// Two letters that end the name of a language or a library more often than that of a site.
const notCountries = new Set(['js', 'ts', 'cs', 'vb', 'kt', 'db']);

function isLinkedEnding(ending: string): boolean {
  if (/^[a-z]{2}$/.test(ending)) return !notCountries.has(ending);
  return linkedEndings.has(ending) || ending.startsWith('xn--');
}

/** Whether a word has a part before a dot and an ending behind it that make it the name of a site. */
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

// Between two letters nobody sees them: a reader takes what they divide for one word, and types it.
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/** Whether a text holds a link, the name of a site or a mail address, in full-width letters as well. */
export function hasLink(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(unseen, '').toLowerCase().replaceAll('。', '.');
  if (plain.includes('@') || plain.includes('://') || plain.includes('www.')) return true;
  return plain.split(/[\s,;()<>"'“”„«»]+/).some(isSite);
}

/** Refuses names that contain a link. `schema` bounds the length, so that the search stays cheap. */
export function withoutLinks(schema: z.ZodType<string, string>, label: string) {
  const sentence = `${label} cannot contain a link or an email address`;
  return schema.pipe(z.string().refine((name) => !hasLink(name), sentence));
}
