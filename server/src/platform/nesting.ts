const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether the brackets of a JSON text nest deeper than so many levels. Counted on the text: to read what nests deep takes a
 * hundred times as long as to read what is flat, and may overflow the stack.
 */
export function isDeeperThan(levels: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) index += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openList || code === openObject) depth += 1;
    else if (code === closeList || code === closeObject) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}
