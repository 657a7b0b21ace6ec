const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Further names of fields are not told apart. */
const countedNames = 1000;

/**
 * How deep the brackets of a JSON text nest, how many marks stand between its values, and how many different names its
 * fields have. Counted on the text: to read what nests deep, or is nothing but keys, takes many times as long as to read a
 * text, and may overflow the stack.
 */
export function jsonShape(text: string): { depth: number; marks: number; names: number } {
  const shape = { depth: 0, marks: 0 };
  const names = new Set<string>();
  let depth = 0;
  let inString = false;
  // The bounds of the last string, which is a name where a colon follows.
  let [start, end] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) index += 1;
      else if (code === quote) [inString, end] = [false, index];
    } else if (code === quote) [inString, start] = [true, index];
    else if (code === comma) shape.marks += 1;
    else if (code === colon) {
      shape.marks += 1;
      if (names.size < countedNames) names.add(text.slice(start, end));
    } else if (code === openList || code === openObject) {
      depth += 1;
      shape.marks += 1;
      if (depth > shape.depth) shape.depth = depth;
    } else if (code === closeList || code === closeObject) depth -= 1;
  }
  return { ...shape, names: names.size };
}
