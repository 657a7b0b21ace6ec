import type { ScoreTotals } from '@wentwell/contract/check-in/check-in';
import { ActionId, MeetingId, TopicId } from '@wentwell/contract/ids';
import { hasWord } from '@wentwell/contract/notes/group-titles';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';

import { type ActionFacts, type HealthFacts, type RetroFacts, teamHealth } from './figures.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 0, 5);
const dayOf = (offset: number) => new Date(start + offset * day).toISOString().slice(0, 10);

const totals = (mean: number, answers = 5): ScoreTotals => ({ answers, mean, histogram: [] });
function retro(
  at: number,
  given: Partial<RetroFacts> & { mood?: ScoreTotals | null } = {},
): RetroFacts {
  const { mood = null, ...rest } = given;
  return {
    id: newId(MeetingId),
    name: `Sprint ${at}`,
    closedAt: new Date(start + at * 14 * day),
    scores: { mood, mood_after: null, worth: null, check_up: [] },
    discussed: [],
    notes: [],
    ...rest,
  };
}
function action(given: Partial<ActionFacts> = {}): ActionFacts {
  return {
    id: newId(ActionId),
    meetingId: null,
    topicId: null,
    text: 'Ask',
    status: 'open',
    dueOn: null,
    meetingsSeen: 1,
    createdAt: new Date(start),
    doneAt: null,
    droppedAt: null,
    updatedAt: new Date(start),
    ...given,
  };
}
const health = (given: Partial<HealthFacts>) =>
  teamHealth({
    answersMin: 3,
    now: new Date(start + 365 * day),
    retros: [],
    actions: [],
    ...given,
  });

describe('the health of a team', () => {
  it.each([
    [[3, 3, 3, 3.5, 3.5, 3.5], 'rising'],
    [[4, 4, 4, 3.5, 3.5, 3.5], 'falling'],
    [[4, 4, 4, 4.2, 4.2, 4.2], 'steady'],
    [[4, 4, 4, 4.21, 4.21, 4.21], 'rising'],
    [[4.2, 4.2, 4.2, 4, 4, 4], 'steady'],
    [[4, 3], 'steady'],
  ])('R-243 compares the last three moods of %j: %s', (means, trend) => {
    const retros = means.map((mean, at) => retro(at, { mood: totals(mean) }));
    expect(health({ retros }).morale?.trend).toBe(trend);
  });

  it.each([
    [0, 0, null],
    [10, 0, 'low'],
    [11, 1, 'low'],
    [10, 1, 'medium'],
    [4, 1, 'high'],
  ])('R-245 of %i open action items %i overdue are: %s', (open, overdue, risk) => {
    const actions = Array.from({ length: open }, (_, at) =>
      action({ dueOn: at < overdue ? dayOf(1) : dayOf(400) }),
    );
    // Imported by earlier versions, without the time.
    const ended = (['done', 'dropped'] as const).map((status) =>
      action({ status, dueOn: dayOf(1) }),
    );
    expect(health({ actions: [...actions, ...ended] }).delivery_risk).toBe(risk);
  });

  it('R-246 names what came up in each of the retros with falling morale', () => {
    const notes = [
      ['The build is slow'],
      ['builds break', 'Slow builds'],
      ['Build again', 'Lunch'],
    ];
    const retros = [
      retro(0, { mood: totals(4.5), notes: ['Lunch'] }),
      ...notes.map((each, at) => retro(at + 1, { mood: totals(4 - at / 2), notes: each })),
    ];
    const done = { status: 'done', doneAt: new Date(start) } as const;
    const actions = [
      action({ text: 'Split the build' }),
      action({ text: 'Cache builds', ...done }),
    ];
    expect(health({ retros, actions }).sentences.slice(0, 2)).toEqual([
      {
        about: 'morale',
        text: 'Morale fell 3 retros in a row. “Build” came up each time, in 4 notes.',
        refs: retros.slice(1).map(({ id }) => ({ kind: 'meeting', id })),
      },
      {
        about: 'action_items',
        text: 'Of 2 action items on “build”, 1 is done.',
        refs: actions.map(({ id }) => ({ kind: 'action', id })),
      },
    ]);
  });
});

const anyAction = fc
  .record({
    text: fc.constantFrom('Split the build', 'Ask for tests', 'Move the daily'),
    status: fc.constantFrom('open', 'done', 'dropped'),
    due: fc.option(fc.integer({ min: 0, max: 400 })),
    meetingsSeen: fc.integer({ min: 0, max: 5 }),
    of: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ due, ...given }) => ({ ...given, dueOn: due === null ? null : dayOf(due) }));
const anyRetro = fc.record({
  answers: fc.integer({ min: 0, max: 6 }),
  mean: fc.integer({ min: 10, max: 50 }).map((tenths) => tenths / 10),
  topics: fc.integer({ min: 0, max: 3 }),
  led: fc.integer({ min: 0, max: 3 }),
  notes: fc.array(fc.constantFrom('Slow builds', 'The build broke', 'Good lunch', 'Tests help')),
});

type Some<T> = T extends fc.Arbitrary<infer Value> ? Value[] : never;
function checkSentences(
  someRetros: Some<typeof anyRetro>,
  someActions: Some<typeof anyAction>,
): void {
  const retros = someRetros.map(({ answers, mean, topics, notes }, at) => {
    const discussed = Array.from({ length: topics }, () => newId(TopicId));
    return retro(at, { mood: answers === 0 ? null : totals(mean, answers), discussed, notes });
  });
  const ledTo = retros.flatMap(({ id: meetingId, discussed }, at) =>
    discussed
      .slice(0, someRetros[at]?.led)
      .map((topicId) => action({ meetingId, topicId, status: 'done', doneAt: new Date(start) })),
  );
  const actions = [
    ...ledTo,
    ...someActions.map(({ of, ...given }) =>
      action({ ...given, meetingId: retros[of]?.id ?? null }),
    ),
  ];
  const { sentences } = health({ retros, actions });
  for (const { text, refs } of sentences) {
    const numbers = (text.match(/\d+/g) ?? []).map(Number);
    const named = refs.map(({ id }) => id as string);
    const their = retros.filter(({ id }) => named.includes(id));
    const about = actions.filter(({ id }) => named.includes(id));
    expect(their.length + about.length).toBe(refs.length);
    const word = /“(.+)”/.exec(text)?.[1] ?? '';
    if (text.startsWith('Morale fell')) {
      const row = retros.slice(-their.length - 1);
      expect(row.slice(1)).toEqual(their);
      expect(numbers[0]).toBe(their.length);
      for (const [at, { scores }] of row.entries()) {
        expect(scores.mood?.answers).toBeGreaterThanOrEqual(3);
        const before = at === 0 ? 6 : (row[at - 1]?.scores.mood?.mean ?? 0);
        expect(scores.mood?.mean).toBeLessThan(before);
      }
      const having = their.map(({ notes }) => notes.filter((note) => hasWord(note, word)).length);
      if (word !== '') expect(having).not.toContain(0);
      if (word !== '') expect(numbers[1]).toBe(having.reduce((sum, each) => sum + each, 0));
    } else if (text.startsWith('Of ')) {
      expect(about.every((each) => hasWord(each.text, word))).toBe(true);
      expect(numbers).toEqual([
        actions.filter((each) => hasWord(each.text, word)).length,
        about.filter(({ status }) => status === 'done').length,
      ]);
    } else if (text.startsWith('In the last 3 retros')) {
      const ids = their.flatMap(({ discussed }) => discussed);
      const led = ids.filter((id) =>
        actions.some(({ meetingId, topicId }) => topicId === id && named.includes(meetingId ?? '')),
      );
      expect(numbers).toEqual([3, led.length, ids.length]);
    } else {
      const open = actions.filter(({ status }) => status === 'open');
      expect(about.every((each) => open.includes(each))).toBe(true);
      expect(numbers[0]).toBe(about.length);
      if (text.includes('overdue')) expect(numbers[1]).toBe(open.length);
      const isSo = (each: ActionFacts) =>
        text.includes('overdue') ? (each.dueOn ?? '9') < dayOf(365) : each.meetingsSeen >= 3;
      expect(open.filter(isSo)).toEqual(about);
    }
  }
}

it('R-246 no sentence claims more than its figures', () => {
  const retros = fc.array(anyRetro, { maxLength: 8 });
  fc.assert(fc.property(retros, fc.array(anyAction, { maxLength: 12 }), checkSentences));
});
