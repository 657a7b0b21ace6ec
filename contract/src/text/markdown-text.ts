// Escapes user text for Markdown, so that none of it acts as markup.

/** Indents continuation lines, so that they stay in their list item. */
export function indented(text: string): string {
  return escaped(text).replaceAll('\n', '\n  ');
}

// Escaped everywhere, including dollars (formulas). At the start of a line, markers of headings, lists and rules too.
const marks = /[\\`*_[\]<>~|&$]/g;
// Spaces of a single line only: matching across empty lines would take quadratic time.
const lineMarks = /^([^\S\n\u2028\u2029]*\d*)([-#+=:.)])/gm;
const indents = /^[ \t]+/gm;
const noBreakSpace = '\u00a0';
// Programs also look for links, mentions and references in the rendered text, without backslashes. Zero-width spaces
// remain there. Both sides need one, because each program ignores it on one side of some characters.
const links = /(?<=\p{L}):(?=\S)|\/(?=\/)|\.(?=\p{L})|[@#!](?=[\p{L}\p{N}])/gu;
const zeroWidthSpace = '\u200b';

export function escaped(text: string): string {
  return text
    .trim()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(links, `${zeroWidthSpace}$&${zeroWidthSpace}`)
    .replaceAll(marks, String.raw`\$&`)
    .replaceAll(lineMarks, String.raw`$1\$2`)
    .replaceAll(indents, (spaces) => noBreakSpace.repeat(spaces.length));
}
