// Reads key events for the whole product. tools/structure.ts refuses handlers that read them directly.
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

type KeyPress = KeyboardEvent | ReactKeyboardEvent;

const inputMethodKeyCode = 229;

/**
 * Empty during composition. Safari ends the composition before the confirming Enter's keydown; only `keyCode` 229 tells.
 * Alt and digits of the number pad compose a character on Windows.
 */
export function typedKey(event: KeyPress): string {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  // Browsers that fill in a form send an event without a key.
  if (!('key' in native)) return '';
  const { isComposing, keyCode, key, altKey, code } = native;
  const isOfNumberPad = altKey && /^Numpad\d/.test(code);
  return isComposing || keyCode === inputMethodKeyCode || isOfNumberPad ? '' : key;
}

/** Whether the last typed letter was of a non-Latin script. Signs are then where that keyboard has them. */
let typesOtherScript = false;

const ofOtherScript = /^(?![\p{sc=Latin}0-9])[\p{L}\p{M}\p{Nd}؟]/u;

/** Signs that macOS types by Option and a digit: `@` in Spain, `#` in Britain, `[` in Germany and Italy. */
const signOfOption = /[#$@[-\]{-~€]/;

/**
 * Letters in lower case. With Alt, a digit key gives its digit unless it types such a sign. A letter or digit of another
 * script becomes the one at its place on a US keyboard. Empty if the key belongs to an input method.
 */
export function keyOf(event: KeyPress): string {
  const typed = typedKey(event);
  const { altKey, ctrlKey, code } = event;
  if (typed !== '' && altKey && !ctrlKey && !event.getModifierState('AltGraph')) {
    const digit = /^Digit(\d)$/.exec(code)?.[1];
    if (digit !== undefined) return signOfOption.test(typed) ? typed : digit;
  }
  // AltGr types signs such as µ on Latin keyboards.
  const isOther = ofOtherScript.test(typed) && !event.getModifierState('AltGraph');
  if (isOther || /^\p{L}$/u.test(typed)) typesOtherScript = isOther;
  if (isOther || isAtLetter(event, typed)) return keyAtPlace(event, typed);
  return /^.$/u.test(typed) ? typed.toLowerCase() : typed;
}

/** Arabic and Thai keyboards type signs by Shift and a letter key that is a shortcut elsewhere; Greek ones type one at Q. */
function isAtLetter({ code }: KeyPress, typed: string): boolean {
  return typesOtherScript && /^[^\p{L}/?]$/u.test(typed) && code.startsWith('Key');
}

function keyAtPlace({ code, shiftKey }: KeyPress, typed: string): string {
  if (code === 'Slash') return shiftKey ? '?' : '/';
  if (code.startsWith('Bracket')) return code.endsWith('Left') ? '[' : ']';
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? typed;
}

/**
 * `keyOf` with its modifiers, such as `Mod+Shift+z`. Shift counts for letters and named keys only. Empty if a letter or Delete
 * is held: it acts once.
 */
export function shortcutOf(event: KeyPress): string {
  const key = keyOf(event);
  if (key === '') return '';
  const isSign = /^[^\p{L} ]$/u.test(key);
  // Option and AltGr type letters such as ń, too.
  const isOfOption = event.altKey && (signOfOption.test(key) || key > '~');
  if (isOfOption || (isSign && event.getModifierState('AltGraph'))) return key;
  const mod = event.ctrlKey || event.metaKey ? 'Mod+' : '';
  const alt = event.altKey ? 'Alt+' : '';
  const shift = event.shiftKey && !isSign ? 'Shift+' : '';
  if (event.repeat && mod === '' && /^(?:.|Delete)$/u.test(key)) return '';
  return mod + alt + shift + key;
}
