import { UserId } from '@wentwell/contract/ids';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { dayAfter, daysBetween, isDay } from '#web/api/days';

import { readActionLine, readDay } from './action-line.ts';

// A Wednesday.
const today = '2026-03-11';
const names = [
  'Ada Lovelace',
  'Åsa Öberg',
  'Bob',
  'Bobby Tables',
  'Mary By Night',
  'Ada Byron',
  'Anna Weiß',
  'İnci Ok',
];
const people = names.map((name, index) => ({
  id: UserId.parse(`00000000-0000-4000-8000-00000000000${index}`),
  name,
}));
const idOf = (name: string) => people.find((person) => person.name === name)?.id ?? null;
const read = (line: string) => readActionLine(line, { people, today });

describe('a line that names an owner', () => {
  it.each([
    ['Ask @bob', 'Ask', 'Bob'],
    ['@Bobby Tables asks', 'asks', 'Bobby Tables'],
    ['Ask @bobby.', 'Ask.', 'Bobby Tables'],
    ['Ask @oberg, then ship', 'Ask, then ship', 'Åsa Öberg'],
    ['Ask @love first', 'Ask first', 'Ada Lovelace'],
    ['Read by @Mary By Night', 'Read by', 'Mary By Night'],
    ['Ask @ada', 'Ask @ada', null],
    ['Write to bob@example.com', 'Write to bob@example.com', null],
    ['Ask @nobody', 'Ask @nobody', null],
    ['Ask ＠bob', 'Ask', 'Bob'],
    ['Ask @A\u030asa O\u0308berg, then ship', 'Ask, then ship', 'Åsa Öberg'],
    ['Ask @ｂｏｂ', 'Ask', 'Bob'],
    ['Ask @Anna Weiss, then ship', 'Ask, then ship', 'Anna Weiß'],
    ['Ask @ANNA WEISS', 'Ask', 'Anna Weiß'],
    ['Ask @inci ok first', 'Ask first', 'İnci Ok'],
    ['Ask ＠I\u0307nci Ok', 'Ask', 'İnci Ok'],
    ['Meet @ noon', 'Meet @ noon', null],
  ])('%s', (line, text, owner) => {
    expect(read(line)).toEqual({ text, assigneeId: owner && idOf(owner), dueOn: null });
  });
});

describe('a line that names a day', () => {
  it.each([
    ['Ask by friday', 'Ask', '2026-03-13'],
    ['Ask by Ｆｒｉｄａｙ', 'Ask', '2026-03-13'],
    ['Ask by Wednesday', 'Ask', '2026-03-18'],
    ['Ask by mon', 'Ask', '2026-03-16'],
    ['By tomorrow: ask', 'ask', '2026-03-12'],
    ['Ask by today!', 'Ask!', '2026-03-11'],
    ['Ask by next week', 'Ask', '2026-03-18'],
    ['Ask by 12 March', 'Ask', '2026-03-12'],
    ['Ask by March 12th', 'Ask', '2026-03-12'],
    ['Ask by 10 March', 'Ask', '2027-03-10'],
    ['Ask by 1 Feb 2026', 'Ask', '2026-02-01'],
    ['Ask by 2026-01-31', 'Ask', '2026-01-31'],
    ['Ask by 29 February', 'Ask', '2028-02-29'],
    ['Stand by Bob by friday', 'Stand by Bob', '2026-03-13'],
    ['Ask by 30 February', 'Ask by 30 February', null],
    ['Ask by mail', 'Ask by mail', null],
    ['Sort by ma', 'Sort by ma', null],
    ['Ask friday', 'Ask', '2026-03-13'],
    ['Ask Ada until Friday.', 'Ask Ada.', '2026-03-13'],
    ['Meet on Thursday', 'Meet', '2026-03-12'],
    ['Ask tomorrow', 'Ask', '2026-03-12'],
    ['Prepare Black Friday', 'Prepare Black Friday', null],
    ['Clean up every Friday', 'Clean up every Friday', null],
    ['Prepare for this Friday', 'Prepare for this Friday', null],
    ['Friday', 'Friday', null],
    ['Ask friday guests', 'Ask friday guests', null],
    ['Enjoy more sun', 'Enjoy more sun', null],
    ['Fix that today', 'Fix that', '2026-03-11'],
    ['Talk about Friday', 'Talk about Friday', null],
    ['Skip a Friday', 'Skip a Friday', null],
    ['Deploy no later than Friday', 'Deploy no later than Friday', null],
    ['Clean up every other Friday', 'Clean up every other Friday', null],
    ['Avoid releases on a Friday', 'Avoid releases on a Friday', null],
    ['Report how it is today', 'Report how it is today', null],
  ])('%s', (line, text, dueOn) => {
    expect(read(line)).toEqual({ text, assigneeId: null, dueOn });
  });
});

const word = fc.constantFrom('ask', 'the', 'reviewer', 'Deploy', 'by', '@', 'faster', 'x@y.org');
const phrase = fc.constantFrom('friday', 'Tomorrow', 'next week', '12 March', '2026-05-01', 'sun');

describe('any typed line', () => {
  it('is parsed without an error, and never as a day that does not exist', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (line) => {
        const { text, dueOn } = read(line);
        expect(text.length).toBeLessThanOrEqual(line.length);
        expect(dueOn === null || isDay(dueOn)).toBe(true);
      }),
    );
  });

  it('stays text if it names nobody and no day', () => {
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const line = words.join(' ');
        expect(read(line)).toEqual({ text: line, assigneeId: null, dueOn: null });
      }),
    );
  });

  it('is separated from its owner and due day, in either order', () => {
    const parts = fc.record({
      words: fc.array(word, { minLength: 1 }),
      name: fc.constantFrom(...names),
      when: phrase,
      ownerFirst: fc.boolean(),
    });
    fc.assert(
      fc.property(parts, ({ words, name, when, ownerFirst }) => {
        const text = words.join(' ');
        const both = ownerFirst ? `@${name} by ${when}` : `by ${when} @${name}`;
        const dueOn = readDay(when, today);
        expect(read(`${text} ${both}`)).toEqual({ text, assigneeId: idOf(name), dueOn });
      }),
    );
  });

  it('a weekday lies within the next seven days', () => {
    const weekday = fc.constantFrom('mon', 'tuesday', 'Wed', 'thu', 'friday', 'sat', 'sunday');
    fc.assert(
      fc.property(weekday, fc.nat(400), (name, ahead) => {
        const from = dayAfter(today, ahead);
        const day = readDay(name, from) ?? '';
        expect(daysBetween(from, day)).toBeGreaterThanOrEqual(1);
        expect(daysBetween(from, day)).toBeLessThanOrEqual(7);
      }),
    );
  });
});
