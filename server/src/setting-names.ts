// Recognises misspelled setting names.
import { distance } from 'fastest-levenshtein';

/** One problem for each name that is a typing error away from a setting; all other names are left alone. */
export function misspelledNames(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    const near = known.find((each) => isNear(name, each));
    return near === undefined ? [] : [`${name} is not a setting; did you mean ${near}?`];
  });
}

/** Whether a name may be another one mistyped: few letters differ, or the same ones stand in another order. */
function isNear(name: string, setting: string): boolean {
  // HOME is two letters from HOST, and every environment has it.
  const isMistyped = distance(name, setting) <= (setting.length > 5 ? 2 : 1);
  return isMistyped || sorted(name) === sorted(setting);
}

function sorted(name: string): string {
  return [...name].toSorted().join('');
}
