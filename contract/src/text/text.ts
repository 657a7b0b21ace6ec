// User text: trimmed, bounded, and without characters that break databases or logs.
import { z } from 'zod';

import { trimmed } from './letters.ts';

/** PostgreSQL cannot store U+0000. A lone surrogate is not valid UTF-8. */
function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

// Bidirectional controls that make text display in another order: embeddings, overrides and isolates.
export const bidiControl = /[\u202a-\u202e\u2066-\u2069]/;
// Line breaks and control characters, which could break a line of a page or email.
export const notOneLine = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** For names shown to others: rejects characters that change how the text displays. */
export function withReadableText<T extends z.ZodType<string>>(name: T, what: string) {
  return name
    .refine((value) => !bidiControl.test(value), {
      message: `${what} must not contain characters that change the direction of text.`,
    })
    .refine((value) => !notOneLine.test(value), {
      message: `${what} must be a single line of text.`,
    });
}

/** Any storable string, untrimmed. */
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

/** ISO 8601. Responses use UTC with milliseconds (docs/api.md A-12). */
export const Timestamp = z.iso.datetime({ offset: true });
