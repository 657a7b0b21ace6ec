import { z } from 'zod';

import { limits } from '../limits.ts';
import { storableText, trimmedText } from './text.ts';

const invalid = 'Please enter a valid email address.';

// Zod's own pattern rejects top-level domains like xn--p1ai. A domain label has at most 63 characters.
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/;

/** Converts a Unicode domain to ASCII. Returns the input if it cannot be converted. */
export function toAsciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(domain) || /^[\x21-\x7e]*$/.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}

// Invisible characters from copied addresses. Joiners have the same category but distinguish domains, so they stay.
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

export const withoutUnseen = (text: string): string => text.replaceAll(invisible, '');

/** The canonical form for storage and comparison: no invisible characters, one spelling of the domain. */
export function toAsciiAddress(typed: string): string {
  const address = withoutUnseen(typed).trim();
  const [, person, domain] = /^([^@＠]*)[@＠]([^@＠]*)$/u.exec(address) ?? [];
  if (person === undefined || domain === undefined) return address;
  return `${person.normalize('NFKC')}@${toAsciiDomain(domain)}`;
}

/** A trimmed address with an ASCII domain. The server compares addresses case-insensitively. */
export function requiredEmail(requiredMessage: string) {
  return (
    storableText
      .pipe(trimmedText.min(1, requiredMessage))
      // A pipe stops at its first error, so the pattern never reads a long text.
      .pipe(z.string().max(limits.emailMax, invalid).overwrite(toAsciiAddress))
      .pipe(z.email({ pattern: emailPattern, error: invalid }).max(limits.emailMax))
  );
}

export const Email = requiredEmail('Please enter your email address.');
