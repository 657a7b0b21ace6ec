// A text of several lines, read as one note per line.

import { isBlank } from '@wentwell/contract/letters';

/** A paste that would make more notes than this is usually a mistake. */
export const linesMax = 100;

// Word writes the second level as an o or a letter, the third as §, and some signs in the private letters of its own font.
const sign =
  /^\s*(?:[-*+–—·•‣⁃■-◿☐-☒\uf0a7-\uf0d8]|(?:\d{1,3}\.)*\d{1,3}[.)])\s+|^\s+(?:o|(?:[ivx]+|[a-z])[.)])\s+|^(?:[o§]|[a-z][.)])\t\s*/iu;
const checkbox = /^\[[ x]\]\s+/iu;

// A spreadsheet quotes a cell with a line break. No text holds U+0000.
const quotedCell = /(?<=^|[\n\t])"((?:[^"]|"")*\n(?:[^"]|"")*)"(?=[\t\n]|$)/g;
const breakInCell = '\u0000';

/** The lines that say something, without the marks of a list. A spreadsheet's cell is one, whatever is in it. */
export function splitLines(content: string): string[] {
  return content
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(quotedCell, (_, cell: string) =>
      cell.replaceAll('""', '"').replaceAll('\n', breakInCell),
    )
    .split('\n')
    .map((line) => line.trimEnd().replace(sign, '').trim().replace(checkbox, ''))
    .map((line) => line.replaceAll(breakInCell, '\n').trim())
    .filter((line) => !isBlank(line));
}
