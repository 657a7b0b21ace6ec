import { describe, expect, it } from 'vitest';

import { UserId } from './ids.ts';
import { Emoji, reactionPolicy } from './reactions.ts';

const userId = UserId.parse('00000000-0000-4000-8000-000000000001');

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

describe('reactions', () => {
  it.each([
    ['joining', false, 'REACTIONS_NOT_YET'],
    ['writing', true, 'REACTION_FACE_DOWN'],
    ['revealing', false, 'allowed'],
    ['voting', false, 'allowed'],
    ['closing_ready', false, 'allowed'],
  ] as const)('R-141: in %s, to a note whose hidden is %s: %s', (phase, hidden, result) => {
    const who = { userId, isSuperuser: false, role: 'member' } as const;
    expect(reactionPolicy.react(who, { phase, status: 'live' }, { hidden })).toBe(result);
    expect(reactionPolicy.react(who, { phase, status: 'closed' }, { hidden })).toBe(
      'MEETING_NOT_LIVE',
    );
    expect(
      reactionPolicy.react({ ...who, role: null }, { phase, status: 'live' }, { hidden }),
    ).toBe('TEAM_MEMBER_ONLY');
  });
});
