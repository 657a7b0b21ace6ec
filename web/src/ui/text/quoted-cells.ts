// Spreadsheets quote a copied cell that has a line break.
import type { ClipboardEvent } from 'react';

const quotedCell = /(?<=^|[\n\t])"((?:[^"]|"")*\n(?:[^"]|"")*)"(?=[\t\n]|$)/g;

/** Without the quotes of such cells, with LF between lines. `ofBreak` replaces a line break within a cell. */
export function unquoteCells(text: string, ofBreak = '\n'): string {
  return text
    .replaceAll(/\r\n?|\u2029/g, '\n')
    .replaceAll(quotedCell, (_, cell: string) =>
      cell.replaceAll('""', '"').replaceAll('\n', ofBreak),
    );
}

/** A field's handler: a pasted cell loses its quotes, and so does a quotation of several lines. */
export function pasteUnquoted(event: ClipboardEvent): void {
  const pasted = event.clipboardData.getData('text/plain');
  if (!pasted.includes('"')) return;
  // oxlint-disable-next-line typescript/no-deprecated -- The only way that the browser can undo.
  if (document.execCommand('insertText', false, unquoteCells(pasted))) event.preventDefault();
}
