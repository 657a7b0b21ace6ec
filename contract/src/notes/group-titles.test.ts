import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { limits } from '../limits.ts';
import { suggestTitle } from './group-titles.ts';
import { GroupTitle } from './groups.ts';

describe("R-94: a group's title", () => {
  it.each([
    ['the word that its notes share', ['The deploy took long', 'Friday: deploy failed'], 'Deploy'],
    [
      'several words, in the order of the oldest note',
      ['Slow code reviews', 'code reviews wait for days', 'Nobody does a code review'],
      'Code reviews',
    ],
    ['at most three words', ['one two three four', 'one two three four'], 'Two three four'],
    [
      'German without its stop words',
      ['Das Deployment war gut', 'Deployment ist schnell'],
      'Deployment',
    ],
    ['an acronym as it is written', ['CI is slow', 'Our CI is red'], 'CI'],
    [
      'the first words of the oldest note',
      ['Coffee machine broken', 'No daylight'],
      'Coffee machine broken',
    ],
    [
      'those words without the ones at the end that only join others',
      ['The build is slow because of the tests', 'x'],
      'The build is slow',
    ],
    ['more than “new”', ['New dashboard', 'The new receipts'], 'New dashboard'],
    [
      'more than “day”',
      ['Shipped two days early', 'Cake on release day'],
      'Shipped two days early',
    ],
    ['five words of a long one', ['a b c d e f g h', 'x'], 'A b c d e'],
    ['an emoji where there is no word', ['🎉🎉', '👍'], '🎉🎉'],
    ['a word of equal letters', ['İstanbul, again', 'No istanbul'], 'Istanbul'],
    ['Japanese', ['会議が長い', '会議が長い'], '会議が長い'],
    ['a plain word where nothing is visible', ['\u200b', '\u2800'], 'Group'],
    ['no text', [], 'Group'],
  ])('is %s', (_what, texts, title) => {
    expect(suggestTitle(texts)).toBe(title);
  });

  it('prefers a word of all notes to a word of some', () => {
    const texts = ['tests flaky today', 'flaky tests', 'tests slow', 'tests missing', 'tests'];
    expect(suggestTitle(texts)).toBe('Tests');
  });

  it('searches less of each note if there are many, so that a thousand do not block', () => {
    const texts = Array.from({ length: limits.notesPerBoard }, (_, n) => `Note${n} deploy`);
    const late = texts.map((text) => `${text}${' '.repeat(40)}friday`);
    expect(suggestTitle(late)).toBe('Deploy');
    expect(suggestTitle(late.slice(0, 2))).toBe('Deploy friday');
  });

  it('never cuts within a character', () => {
    const family = '👨‍👩‍👧‍👦';
    const title = suggestTitle([family.repeat(50), 'x']);
    expect(title.length).toBeLessThanOrEqual(limits.groupTitleMax);
    expect(title).toBe(family.repeat(Math.floor(limits.groupTitleMax / family.length)));
  });

  it('is always valid', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc
        .array(fc.constantFrom('a', ' ', '\u202e', '\n', '\u0301', 'ﬃ', '-', "'", '\ud800'))
        .map((s) => s.join('')),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (texts) => {
        const title = suggestTitle(texts);
        expect(GroupTitle.safeParse(title)).toEqual({ success: true, data: title });
      }),
    );
  });

  it('is found quickly for a full board', () => {
    const text = (n: number) =>
      Array.from({ length: 300 }, (_, i) => `word${(n * 7919 + i * 104_729) % 5000}`).join(' ');
    const texts = Array.from({ length: limits.notesPerBoard }, (_, n) =>
      text(n).slice(0, limits.noteContentMax),
    );
    const before = process.cpuUsage();
    expect(suggestTitle(texts)).not.toBe('');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});
