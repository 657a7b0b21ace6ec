// Plain text as a person typed it: trimmed, bounded, and free of what no database or log should meet.
import { z } from 'zod';

import { trimmed } from './letters.ts';

/** U+0000 cannot be stored by PostgreSQL; a lone surrogate is not valid UTF-8. */
function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

// Directions that make what follows them read other than it is written: embeddings, overrides, isolates.
export const bidiControl = /[\u202a-\u202e\u2066-\u2069]/;
// Characters that begin a new line, or ring a bell, where a name stands in a line of a page or an email.
export const notOneLine = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Adds to a text that names something: others must read it as it is written. */
export function withReadableText<T extends z.ZodType<string>>(name: T, what: string) {
  return name
    .refine((value) => !bidiControl.test(value), {
      message: `${what} must not contain characters that change the direction of text.`,
    })
    .refine((value) => !notOneLine.test(value), {
      message: `${what} must be a single line of text.`,
    });
}

/** Any string that can be stored; nothing is trimmed. */
export const storableText = z.string().refine(isStorable, 'Contains characters that are not text.');

/** A text without a visible character becomes empty. */
export const trimmedText = z.string().overwrite(trimmed);

export function requiredText(max: number, requiredMessage: string) {
  return storableText
    .pipe(trimmedText.min(1, requiredMessage))
    .pipe(z.string().max(max, `Must be at most ${max} characters long.`));
}

export function optionalText(max: number) {
  return storableText.pipe(trimmedText.max(max, `Must be at most ${max} characters long.`));
}

/** ISO 8601 in UTC with milliseconds, as every answer carries times (docs/api.md A-12). */
export const Timestamp = z.iso.datetime({ offset: true });
