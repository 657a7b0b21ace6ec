import { describe, expect, it } from 'vitest';

import { noteKeyAction, noteShortcuts } from './note-keys.ts';

const all = { change: true, move: true, group: true };
const none = { change: false, move: false, group: false };
const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the keys of a card', () => {
  it.each([
    ['Enter', 'open', 'open'],
    [' ', 'open', 'open'],
    ['e', 'edit', null],
    ['E', 'edit', null],
    ['m', 'move', null],
    ['g', 'group', null],
    ['Delete', 'delete', null],
    ['Backspace', null, null],
    ['x', null, null],
  ])('%o means %s, and %s to whoever may only read', (key, allowed, refused) => {
    expect(noteKeyAction({ key, ...plain }, all, true)).toBe(allowed);
    expect(noteKeyAction({ key, ...plain }, none, true)).toBe(refused);
  });

  it('leaves Enter and Space to the buttons inside', () => {
    expect(noteKeyAction({ key: 'Enter', ...plain }, all, false)).toBeNull();
    expect(noteKeyAction({ key: 'm', ...plain }, all, false)).toBe('move');
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])('does nothing with %s', (modifier) => {
    expect(noteKeyAction({ key: 'm', ...plain, [modifier]: true }, all, true)).toBeNull();
    expect(noteKeyAction({ key: 'Enter', ...plain, [modifier]: true }, all, true)).toBeNull();
  });

  it('are announced to assistive technology as far as they work', () => {
    expect(noteShortcuts(all)).toBe('Enter Space E Delete M G F2');
    expect(noteShortcuts(none)).toBe('Enter Space F2');
  });
});
