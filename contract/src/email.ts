// A mail address as a person types it.
import { z } from 'zod';

import { limits } from './limits.ts';
import { storableText, trimmedText } from './text.ts';

/** An address as typed, trimmed; compared case-insensitively on the server. */
export function requiredEmail(requiredMessage: string) {
  return (
    storableText
      .pipe(trimmedText.min(1, requiredMessage))
      // A pipe ends at its first refusal, so the pattern never reads a long text.
      .pipe(z.string().max(limits.emailMax, 'Please enter a valid email address.'))
      .pipe(z.email('Please enter a valid email address.').max(limits.emailMax))
  );
}

/** The address of whoever types it. */
export const Email = requiredEmail('Please enter your email address.');
