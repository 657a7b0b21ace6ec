const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Maximum number of distinct names to count. */
const countedNames = 1000;

/**
 * Nesting depth, structural characters (`tokens`) and distinct names of a JSON text. Computed on the text, because
 * parsing deeply nested or key-heavy input is slow and may overflow the stack.
 */
export function jsonShape(text: string): { depth: number; tokens: number; names: number } {
  const shape = { depth: 0, tokens: 0 };
  const names = new Set<string>();
  let depth = 0;
  let inString = false;
  // Bounds of the last string. It is a name if a colon follows.
  let [start, end] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) index += 1;
      else if (code === quote) [inString, end] = [false, index];
    } else if (code === quote) [inString, start] = [true, index];
    else if (code === comma) shape.tokens += 1;
    else if (code === colon) {
      shape.tokens += 1;
      if (names.size < countedNames) names.add(text.slice(start, end));
    } else if (code === openList || code === openObject) {
      depth += 1;
      shape.tokens += 1;
      if (depth > shape.depth) shape.depth = depth;
    } else if (code === closeList || code === closeObject) depth -= 1;
  }
  return { ...shape, names: names.size };
}
