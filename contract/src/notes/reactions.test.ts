import { describe, expect, it } from 'vitest';

import { Emoji } from './reactions.ts';

describe('an emoji', () => {
  it.each(['👍', '👍🏽', '🇩🇪', '1️⃣', '❤️', '🏳️‍🌈', '👩🏽‍💻'])('R-142: is %s', (emoji) => {
    expect(Emoji.parse(emoji)).toBe(emoji);
  });

  it.each([
    '',
    'a',
    '1',
    '👍👍',
    '👍 ',
    ' 👍',
    '🇩',
    '🏽x',
    '👨‍👩‍👧‍👦',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '<b>',
    '👍\u0000',
    '\ud83d',
    '️',
  ])('R-142: is not %j', (text) => {
    const { error } = Emoji.safeParse(text);
    expect(error?.issues[0]?.message).toBe('A reaction is one emoji of at most 16 bytes.');
  });

  it('R-142: is the same with and without a variation selector', () => {
    expect(Emoji.parse('❤')).toBe('❤️');
  });
});
