// A text of several lines, read as one note per line.

import { isBlank } from '@wentwell/contract/letters';

/** A paste that would make more notes than this is usually a mistake. */
export const linesMax = 100;

const bullet = /^(?:(?:[-*+•–]|\d{1,3}[.)])\s+)?(?:\[[ x]\]\s+)?/iu;

/** The lines that say something, without the marks of a list. */
export function splitLines(content: string): string[] {
  return content
    .split(/\r\n?|\n/u)
    .map((line) => line.trim().replace(bullet, '').trim())
    .filter((line) => !isBlank(line));
}
