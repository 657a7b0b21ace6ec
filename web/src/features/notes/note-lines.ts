// A text of several lines, read as one note per line.

import { isBlank } from '@wentwell/contract/letters';

/** A paste that would make more notes than this is usually a mistake. */
export const linesMax = 100;

// Word writes the second level as an o or a letter, the third as §, and some signs in the private letters of its own font.
// Wikis repeat the sign of a second level. Japanese is written without a space behind the sign.
const sign =
  /^\s*(?:(?:-{1,3}|\*+|[+‐‑–—−·•‣⁃›»∙←-⇿■-◿☐-☒✓-✘✦❖➔-➾⦾⦿\uf0a7-\uf0d8]\ufe0f?|(?:\d{1,3}\.)*\d{1,3}[.)])\s+|[・･]\s*)|^\s+(?:o|(?:[ivx]+|[a-z])[.)])\s+|^(?:[o§]|[a-z][.)])\t\s*/iu;
/** Elsewhere such a number may be an amount. */
const subNumber = /^\s*\d{1,3}(?:\.\d{1,3})+\s+/u;
const firstNumber = /^\s*1[.)]\s/mu;
const checkbox = /^\[[ x]\]\s+/iu;

// A spreadsheet quotes a cell with a line break. No text holds U+0000.
const quotedCell = /(?<=^|[\n\t])"((?:[^"]|"")*\n(?:[^"]|"")*)"(?=[\t\n]|$)/g;
const breakInCell = '\u0000';

/** The lines that say something, without the marks of a list. A spreadsheet's cell is one, whatever is in it. */
export function splitLines(content: string): string[] {
  const isOutline = firstNumber.test(content);
  const withoutSign = (line: string) => {
    const rest = line.replace(sign, '');
    return isOutline && rest === line ? line.replace(subNumber, '') : rest;
  };
  return (
    content
      .replaceAll(/\r\n?|\u2029/g, '\n')
      // Slides and word processors break a line so without beginning a new item.
      .replaceAll(/[\v\u2028]/g, breakInCell)
      .replaceAll(quotedCell, (_, cell: string) =>
        cell.replaceAll('""', '"').replaceAll('\n', breakInCell),
      )
      .split('\n')
      .map((line) => withoutSign(line.trimEnd()).trim().replace(checkbox, ''))
      .map((line) => line.replaceAll(breakInCell, '\n').trim())
      .filter((line) => !isBlank(line))
  );
}
