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
  for (const part of text.split(/[\s,;]+/)) {
    const address = part.replace(/^<|>$/g, '');
    const key = address.toLowerCase();
    if (address === '' || seen.has(key)) continue;
    seen.add(key);
    if (Email.safeParse(address).success) found.valid.push(address);
    // The words of a name beside its address are not mistaken addresses.
    else if (address.includes('@')) found.invalid.push(address);
  }
  return found;
}
