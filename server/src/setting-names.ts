/** Recognises misspelled setting names. */

/** One problem for each name that is a typing error away from a setting; all other names are left alone. */
export function misspelledNames(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    // HOME is two letters from HOST, and everybody has it.
    const near = known.find((each) => editDistance(name, each) <= (each.length > 5 ? 2 : 1));
    return near === undefined ? [] : [`${name} is not a setting; did you mean ${near}?`];
  });
}

/** Insertions, deletions, changes and swaps of neighbours between two names; 3 for all that is farther. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const changed = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? cell(i - 2, j - 2) + 1 : changed;
      row.push(Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, changed, swapped));
    }
  }
  return cell(a.length, b.length);
}
