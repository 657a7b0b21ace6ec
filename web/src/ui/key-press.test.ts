import { describe, expect, it } from 'vitest';

import { keyOf, shortcutOf } from './key-press.ts';

interface Press {
  key: string;
  code?: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
  shiftKey?: boolean;
  isComposing?: boolean;
  keyCode?: number;
  altGraph?: boolean;
  repeat?: boolean;
}

/** Node has no KeyboardEvent. */
class KeyPress extends Event implements Press {
  declare key: string;

  constructor({ altGraph = false, ...press }: Press) {
    super('keydown');
    Object.assign(this, {
      code: '',
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      isComposing: false,
      keyCode: 0,
      ...press,
      getModifierState: (name: string) => name === 'AltGraph' && altGraph,
    });
  }
}

function press(parts: Press): KeyboardEvent {
  // @ts-expect-error Node lacks the browser's class; these are all the fields that are read.
  return new KeyPress(parts);
}

describe('a key that belongs to an input method', () => {
  it.each([
    ['while it composes', { key: 'Enter', isComposing: true }],
    ['in Safari, right after it composed', { key: 'Enter', keyCode: 229 }],
    ['that Chromium does not name', { key: 'Process', keyCode: 229 }],
    ['a digit of the number pad with Alt, on Windows', { key: '1', code: 'Numpad1', altKey: true }],
    ['the same without Num Lock', { key: 'ArrowDown', code: 'Numpad2', altKey: true }],
  ])('is no shortcut: %s', (_when, parts) => {
    expect(keyOf(press(parts))).toBe('');
    expect(shortcutOf(press({ ...parts, ctrlKey: true }))).toBe('');
  });
});

it('reads the event of a browser or password manager that fills in a form, which names no key', () => {
  // @ts-expect-error Autofill dispatches a plain event as a keydown.
  expect(shortcutOf(new Event('keydown'))).toBe('');
});

describe('a key of another keyboard layout', () => {
  it.each([
    ['Russian', { key: 'л', code: 'KeyK' }, 'k'],
    ['Russian, with caps lock', { key: 'Я', code: 'KeyZ' }, 'z'],
    ['Russian, at a bracket', { key: 'ъ', code: 'BracketRight' }, ']'],
    ['Arabic, at a bracket', { key: 'ج', code: 'BracketLeft' }, '['],
    ['Greek', { key: 'ω', code: 'KeyV' }, 'v'],
    ['Hebrew', { key: 'מ', code: 'KeyN' }, 'n'],
    ['Arabic, a ligature of two letters', { key: 'لا', code: 'KeyB' }, 'b'],
    ['Arabic, a digit', { key: '٣', code: 'Digit3' }, '3'],
    ['Thai, a mark', { key: 'ื', code: 'KeyN' }, 'n'],
    ['Korean, outside a field', { key: 'ㅏ', code: 'KeyK' }, 'k'],
    ['Arabic, a letter at the place of the slash', { key: 'ظ', code: 'Slash' }, '/'],
    ['Dvorak', { key: 'k', code: 'KeyV' }, 'k'],
    ['AZERTY', { key: 'z', code: 'KeyW' }, 'z'],
    ['Polish', { key: 'ń', code: 'KeyN' }, 'ń'],
    ['Hebrew, a sign', { key: '/', code: 'KeyQ' }, '/'],
  ])('is read as people know it: %s', (_layout, parts, read) => {
    expect(keyOf(press(parts))).toBe(read);
  });

  it('reads the Arabic question mark as a sign, and leaves named keys and keys without a position', () => {
    expect(shortcutOf(press({ key: '؟', code: 'Slash', shiftKey: true }))).toBe('?');
    expect(keyOf(press({ key: 'Escape', code: 'Escape' }))).toBe('Escape');
    expect(keyOf(press({ key: 'ת', code: 'Comma' }))).toBe('ת');
  });

  it.each([
    ['Arabic, as the first key of a page', { key: '~', ctrlKey: true }, 'Mod+Shift+z'],
    ['Thai', { key: '(', ctrlKey: true }, 'Mod+Shift+z'],
    ['Arabic, at V', { key: '{', code: 'KeyV' }, 'Shift+v'],
    ['Arabic, at L', { key: '/', code: 'KeyL' }, '/'],
    ['Dvorak', { key: ':', ctrlKey: true }, 'Mod+:'],
    ['Dvorak, one-handed', { key: '^', code: 'KeyP' }, '^'],
    ['German, by Option', { key: '|', code: 'KeyL', altKey: true }, '|'],
    ['Czech, by AltGr', { key: '{', code: 'KeyB', altGraph: true }, '{'],
  ])(
    'reads a sign of Shift and a letter’s key as the letter unless Latin keyboards type it: %s',
    (_layout, parts, shortcut) => {
      expect(shortcutOf(press({ code: 'KeyZ', shiftKey: true, ...parts }))).toBe(shortcut);
    },
  );

  it('leaves characters typed by AltGr', () => {
    expect(keyOf(press({ key: 'µ', code: 'KeyM', altGraph: true }))).toBe('µ');
    const slash = { key: '/', code: 'Digit7', ctrlKey: true, altKey: true };
    expect(shortcutOf(press({ ...slash, altGraph: true }))).toBe('/');
    expect(shortcutOf(press(slash))).toBe('Mod+Alt+/');
  });
});

it.each([
  [{ key: 'л', code: 'KeyK', ctrlKey: true }, 'Mod+k'],
  [{ key: 'Z', metaKey: true, shiftKey: true }, 'Mod+Shift+z'],
  [{ key: '¡', code: 'Digit1', altKey: true }, 'Alt+1'],
  [{ key: '#', code: 'Digit3', altKey: true }, '#'],
  [{ key: '[', code: 'Digit5', altKey: true }, '['],
  [{ key: '[', code: 'BracketLeft', altKey: true }, '['],
  [{ key: '€', code: 'Digit2', altKey: true }, '€'],
  [{ key: '(', code: 'Digit5', altKey: true }, 'Alt+5'],
  [{ key: 'ń', code: 'KeyN', altKey: true }, 'ń'],
  [{ key: 'ń', code: 'KeyN', altKey: true, ctrlKey: true, altGraph: true }, 'ń'],
  [{ key: 'л', code: 'KeyK', altKey: true }, 'Alt+k'],
  [{ key: '²', code: 'Digit2', altKey: true, ctrlKey: true, altGraph: true }, '²'],
  [{ key: 'V', shiftKey: true }, 'Shift+v'],
  [{ key: 'V' }, 'v'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: '1', code: 'Digit1', shiftKey: true }, '1'],
  [{ key: 'd', repeat: true }, ''],
  [{ key: 'Delete', repeat: true }, ''],
  [{ key: 'ArrowDown', repeat: true }, 'ArrowDown'],
  [{ key: 'z', ctrlKey: true, repeat: true }, 'Mod+z'],
  [{ key: 'Enter', ctrlKey: true }, 'Mod+Enter'],
  [{ key: ' ', shiftKey: true }, 'Shift+ '],
  [{ key: 'e', altKey: true }, 'Alt+e'],
])('includes modifiers: %o is %s', (parts, shortcut) => {
  expect(shortcutOf(press(parts))).toBe(shortcut);
});
