import { describe, expect, it } from 'vitest';

import { NewPassword } from './auth.ts';
import { MeetingInput } from './meetings.ts';
import { TeamName } from './team-changes.ts';
import { firstName } from './user-changes.ts';

const names = {
  'a person': firstName,
  'a team': TeamName,
  'a meeting': MeetingInput.shape.name,
};

const invisible = {
  'zero-width spaces': '\u200b\u200b\u200b',
  'joiners and marks': '\u200d\u2060\ufeff\u200e',
  'Hangul fillers': '\u3164\u115f\uffa0',
  'braille blanks': '\u2800\u2800',
  'variation selectors': '\ufe0f\ufe0f',
  'tag characters': '\u{e0020}\u{e0061}',
};

describe.each(Object.entries(names))('the name of %s', (_what, schema) => {
  it.each(Object.entries(invisible))('is not only %s', (_kind, name) => {
    const parsed = schema.safeParse(name);
    expect(parsed.error?.issues.at(-1)?.message).toMatch(/visible character/);
  });

  it.each(['\u202a', '\u202d', '\u202e', '\u2066', '\u2068', '\u2069'])(
    'has no control of direction %j',
    (control) => {
      const parsed = schema.safeParse(`Ro${control}bin`);
      expect(parsed.error?.issues[0]?.message).toMatch(/change the direction of text/);
    },
  );

  it.each(['\n', '\r\n', '\u0007', '\u0085', '\u2028', '\u2029'])(
    'is one line without %j',
    (control) => {
      const parsed = schema.safeParse(`Ro${control}bin`);
      expect(parsed.error?.issues[0]?.message).toMatch(/single line/);
    },
  );

  it.each(['Zoë', 'مريم بنت', '李小龍', '👩‍👩‍👧 Team', 'नेहा', 'שרה\u200f כהן', '⠓⠊'])(
    'may be %s',
    (name) => {
      expect(schema.safeParse(name).success).toBe(true);
    },
  );
});

it('a password may hold any of them', () => {
  expect(NewPassword.safeParse('Correct1 \u202ehorse\u200b').success).toBe(true);
});
