// Recognises misspelled setting names.
import { distance } from 'fastest-levenshtein';

/** One problem for each name that is a typing error away from a setting; all other names are left alone. */
export function misspelledNames(names: readonly string[], known: readonly string[]): string[] {
  const settings = known.map((setting) => ({ setting, letters: sorted(setting) }));
  return names.flatMap((name) => {
    const letters = sorted(name);
    const near = settings.find((each) => isNear({ setting: name, letters }, each))?.setting;
    return near === undefined ? [] : [`${name} is not a setting; did you mean ${near}?`];
  });
}

interface Spelled {
  setting: string;
  /** Its letters in their order in the alphabet. */
  letters: string;
}

/** Whether a name may be another one mistyped: few letters differ, or the same ones stand in another order. */
function isNear(name: Spelled, { setting, letters }: Spelled): boolean {
  // HOME is two letters from HOST, and every environment has it.
  const isMistyped = distance(name.setting, setting) <= (setting.length > 5 ? 2 : 1);
  return isMistyped || name.letters === letters;
}

function sorted(name: string): string {
  return [...name].toSorted().join('');
}
