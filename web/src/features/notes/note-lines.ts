// Splits a text into one note per line.

import { isBlank } from '@wentwell/contract/text/letters';

import { unquoteCells } from '#web/ui/text/quoted-cells';

/** A paste with more notes is usually a mistake. */
export const linesMax = 100;

// Word writes second-level bullets as "o" or a letter, third-level as "§", and some as private-use characters. Wikis repeat
// the sign of a second level. Japanese omits the space after the sign.
const sign =
  /^\s*(?:(?:-{1,3}|\*+|[+‐‑–—−·•‣⁃›»∙←-⇿■-◿☐-☒✓-✘✦❖➔-➾⦾⦿\uf0a7-\uf0d8]\ufe0f?|(?:\d{1,3}\.)*\d{1,3}[.)])\s+|[・･]\s*)|^\s+(?:o|(?:[ivx]+|[a-z])[.)])\s+|^(?:[o§]|(?:[ivx]+|[a-z])[.)])\t\s*/iu;
/** Only within a list: elsewhere such a number may be an amount. */
const subNumber = /^\s*\d{1,3}(?:\.\d{1,3})+\s+/u;
const firstNumber = /^\s*1[.)]\s/mu;
const checkbox = /^\[[ x]\]\s+/iu;

// No text contains U+0000.
const breakInCell = '\u0000';

/** Non-empty lines without list markers. A spreadsheet cell is one line, whatever it contains. */
export function splitLines(content: string): string[] {
  const isOutline = firstNumber.test(content);
  const withoutSign = (line: string) => {
    const rest = line.replace(sign, '');
    return isOutline && rest === line ? line.replace(subNumber, '') : rest;
  };
  return (
    unquoteCells(content, breakInCell)
      // Slides and word processors use these for line breaks within an item.
      .replaceAll(/[\v\u2028]/g, breakInCell)
      .split('\n')
      .map((line) => withoutSign(line.trimEnd()).trim().replace(checkbox, ''))
      .map((line) => line.replaceAll(breakInCell, '\n').trim())
      .filter((line) => !isBlank(line))
  );
}
