import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { viewKey, viewOf } from './board-features.ts';
import { NoteId, UserId } from './ids.ts';
import { reactionFeature } from './reaction-events.ts';
import { Emoji, reactionPolicy } from './reactions.ts';

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
const people = [1, 2, 3].map((number) => UserId.parse(idOf(number)));
const noteIds = [11, 12].map((number) => NoteId.parse(idOf(number)));
const emojis = ['🎉', '❤️', '1️⃣'];

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

  it('R-142: is the same with and without the selector that draws it as one', () => {
    expect(Emoji.parse('❤')).toBe('❤️');
  });
});

describe('reactions', () => {
  const toggle = fc.record({
    by: fc.constantFrom(...people),
    note_id: fc.constantFrom(...noteIds),
    emoji: fc.constantFrom(...emojis),
  });

  it('R-143: fold to what each person sees of those who reacted, whoever toggles what', () => {
    fc.assert(
      fc.property(fc.array(toggle, { maxLength: 30 }), (toggles) => {
        const model = new Map<string, Set<UserId>>();
        const boards = new Map(people.map((viewer) => [viewer, { reactions: {} }]));
        for (const { by, note_id, emoji } of toggles) {
          const reacted = model.get(note_id + emoji) ?? new Set();
          if (!reacted.delete(by)) reacted.add(by);
          model.set(note_id + emoji, reacted);
          const data = { note_id, emoji, count: reacted.size, by: [...reacted] };
          for (const [viewer, board] of boards) {
            const seen = viewOf({ type: 'reaction_changed', data }, { userId: viewer });
            if (seen.type !== 'reaction_changed') throw new Error('unreachable');
            expect(seen.data).not.toHaveProperty('by');
            const { reaction_changed } = reactionFeature.events;
            boards.set(viewer, reaction_changed.apply(board, seen.data));
          }
        }
        for (const [viewer, { reactions }] of boards) {
          const expected: Record<string, Record<string, object>> = {};
          for (const note of noteIds) {
            for (const emoji of emojis) {
              const reacted = model.get(note + emoji);
              if (!reacted?.size) continue;
              const seen = { count: reacted.size, mine: reacted.has(viewer) };
              expected[note] = { ...expected[note], [emoji]: seen };
            }
          }
          expect(reactions).toEqual(expected);
        }
      }),
    );
  });

  it('R-143: tell two audiences apart: who reacted, and the others', () => {
    const [first, second] = people;
    const [note_id] = noteIds;
    if (!first || !second || !note_id) throw new Error('unreachable');
    const data = { note_id, emoji: '🎉', count: 1, by: [first] };
    const event = { type: 'reaction_changed' as const, data };
    expect(viewKey(event, { userId: first })).not.toBe(viewKey(event, { userId: second }));
    expect(viewKey(event, null)).toBe(viewKey(event, { userId: second }));
  });

  it.each([
    ['joining', false, 'REACTIONS_NOT_YET'],
    ['writing', true, 'REACTION_FACE_DOWN'],
    ['revealing', false, 'allowed'],
    ['voting', false, 'allowed'],
    ['closing_ready', false, 'allowed'],
  ] as const)('R-141: in %s, to a note whose hidden is %s: %s', (phase, hidden, result) => {
    const [userId] = people;
    if (!userId) throw new Error('unreachable');
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
