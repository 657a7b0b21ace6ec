import { z } from 'zod';

import { limits } from './limits.ts';
import { storableText, trimmedText } from './text.ts';

const invalid = 'Please enter a valid email address.';

// Zod's own pattern refuses a top-level domain like xn--p1ai. A label of a domain has 63 letters at most.
const pattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/;

/** The ASCII form of a domain in Unicode. What cannot be converted stays as it is. */
export function toAsciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(domain) || /^[\x21-\x7e]*$/.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}

// Copied addresses bring them along. Joiners, which are of the same kind, tell domains apart.
const unseen = /(?![\u200c\u200d])\p{Cf}/gu;

export const withoutUnseen = (text: string): string => text.replaceAll(unseen, '');

/** The address as it is stored and compared: without what nobody sees, and a domain has one spelling. */
export function toAsciiAddress(typed: string): string {
  const address = withoutUnseen(typed).trim();
  const [, person, domain] = /^([^@＠]*)[@＠]([^@＠]*)$/u.exec(address) ?? [];
  if (person === undefined || domain === undefined) return address;
  return `${person}@${toAsciiDomain(domain)}`;
}

/** An address as typed, trimmed, with its domain in ASCII; compared case-insensitively on the server. */
export function requiredEmail(requiredMessage: string) {
  return (
    storableText
      .pipe(trimmedText.min(1, requiredMessage))
      // A pipe ends at its first refusal, so the pattern never reads a long text.
      .pipe(z.string().max(limits.emailMax, invalid).overwrite(toAsciiAddress))
      .pipe(z.email({ pattern, error: invalid }).max(limits.emailMax))
  );
}

export const Email = requiredEmail('Please enter your email address.');
