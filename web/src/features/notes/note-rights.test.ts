import { describe, expect, it } from 'vitest';

import { noteKeyAction, noteShortcuts } from './note-rights.tsx';

const all = { edit: true, remove: true, move: true, group: true, ask: true, react: true };
const none = { edit: false, remove: false, move: false, group: false, ask: false, react: false };

describe('the keys of a card', () => {
  it.each([
    ['Enter', 'open', 'open'],
    [' ', 'open', 'open'],
    ['e', 'edit', null],
    ['m', 'move', null],
    ['g', 'group', null],
    ['q', 'ask', null],
    ['Delete', 'remove', null],
    ['Backspace', null, null],
    ['x', null, null],
    ['Mod+e', null, null],
    ['Shift+Enter', null, null],
    ['', null, null],
  ])('%o means %s, and %s to readers', (key, allowed, refused) => {
    expect(noteKeyAction(key, all, true)).toBe(allowed);
    expect(noteKeyAction(key, none, true)).toBe(refused);
  });

  it('leaves Enter and Space to the buttons inside', () => {
    expect(noteKeyAction('Enter', all, false)).toBeNull();
    expect(noteKeyAction('m', all, false)).toBe('move');
  });

  it('are announced to assistive technology if they work', () => {
    expect(noteShortcuts(all)).toBe('Enter Space E G Q M Delete F2');
    expect(noteShortcuts(none)).toBe('Enter Space F2');
  });
});
