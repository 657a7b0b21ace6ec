// Addresses hold texts: `?token=42` is the text "42". The router's own reading would make it a number.

/** Takes an address's search; gives its parameters, the first of each name. */
export function parseSearch(search: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (!Object.hasOwn(found, name)) found[name] = value;
  }
  return found;
}

/** Takes parameters; gives the search with its question mark, or nothing where there are none. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
