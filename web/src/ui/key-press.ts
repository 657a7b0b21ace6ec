// Reads key events for the whole product. The lint refuses others that read the fields marked here.
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

declare global {
  interface KeyboardEvent {
    /** @deprecated Take keyOf or shortcutOf, which know input methods and layouts. */
    readonly key: string;
    /** @deprecated Take keyOf or shortcutOf. */
    readonly code: string;
    /** @deprecated Take keyOf or shortcutOf. */
    readonly isComposing: boolean;
  }
  interface InputEvent {
    /** @deprecated Take keyOf or shortcutOf. */
    readonly isComposing: boolean;
  }
}

declare module 'react' {
  interface KeyboardEvent<T = Element> {
    /** @deprecated Take keyOf or shortcutOf, which know input methods and layouts. */
    key: string;
    /** @deprecated Take keyOf or shortcutOf. */
    code: string;
  }
}

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

const ofOtherScript = /^(?![\p{sc=Latin}0-9])[\p{L}\p{M}\p{Nd}؟]/u;

/**
 * Signs that no Latin keyboard types by Shift and a letter's key, even Dvorak and AZERTY. Arabic and Thai ones type some by
 * Shift and a shortcut's letter.
 */
const signOfOtherScript = /^[^\p{L}\p{N}"',./:;<>?^_-]$/u;

/** Signs that macOS types by Option and a digit: `@` in Spain, `#` in Britain, `[` in Germany and Italy. */
const signOfOption = /[#$@[-\]{-~€]/;

/**
 * Letters in lower case. With Alt, a digit key gives its digit unless it types such a sign. A letter or digit of another
 * script becomes the one at its place on a US keyboard. Empty if the key belongs to an input method.
 */
export function keyOf(event: KeyPress): string {
  const typed = typedKey(event);
  if (typed === '') return '';
  const { altKey, ctrlKey, shiftKey, code } = event;
  // AltGr types signs such as µ on Latin keyboards.
  const isAltGraph = event.getModifierState('AltGraph');
  if (altKey && !ctrlKey && !isAltGraph) {
    const digit = /^Digit(\d)$/.exec(code)?.[1];
    if (digit !== undefined) return signOfOption.test(typed) ? typed : digit;
  }
  const isSign = shiftKey && !altKey && code.startsWith('Key') && signOfOtherScript.test(typed);
  if (!isAltGraph && (isSign || ofOtherScript.test(typed))) return keyAtPlace(event, typed);
  return /^.$/u.test(typed) ? typed.toLowerCase() : typed;
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
