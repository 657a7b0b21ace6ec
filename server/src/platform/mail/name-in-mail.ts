import { hasLink } from '@wentwell/contract/links-in-names';

/** Returns a stored name as mails show it: of one that holds a link, only the words, which no program links. */
export function nameInMail(name: string): string {
  if (!hasLink(name)) return name;
  const words = name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}' -]+/gu, ' ')
    .trim();
  return words || '…';
}
