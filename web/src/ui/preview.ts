/** The beginning of a text on one line; `max` counts characters, not code units. */
export function preview(content: string, max: number): string {
  const line = content.replaceAll(/\s+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : line;
}
