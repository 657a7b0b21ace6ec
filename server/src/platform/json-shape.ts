const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * How deep the brackets of a JSON text nest, and how many marks stand between its values. Counted on the text: to read what
 * nests deep, or is nothing but keys, takes many times as long as to read a text, and may overflow the stack.
 */
export function jsonShape(text: string): { depth: number; marks: number } {
  const shape = { depth: 0, marks: 0 };
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) index += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === comma || code === colon) shape.marks += 1;
    else if (code === openList || code === openObject) {
      depth += 1;
      shape.marks += 1;
      if (depth > shape.depth) shape.depth = depth;
    } else if (code === closeList || code === closeObject) depth -= 1;
  }
  return shape;
}
