import { describe, expect, it } from 'vitest';

import { NewPassword } from '../accounts/auth.ts';
import { firstName } from '../accounts/user-changes.ts';
import { MeetingName } from '../meetings/meetings.ts';
import { ColumnsInput, defaultColumns } from '../notes/columns.ts';
import { TeamInput, TeamName } from '../teams/team-input.ts';

const names = {
  'a person': firstName,
  'a team': TeamName,
  'a meeting': MeetingName,
};

it('an optional text becomes empty', () => {
  const [first] = defaultColumns;
  expect(ColumnsInput.parse([{ ...first, prompt: '\u200b' }])[0]?.prompt).toBe('');
  expect(TeamInput.parse({ name: 'Rocket', description: '\u2800' }).description).toBe('');
});

describe.each(Object.entries(names))('the name of %s', (_what, schema) => {
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

it('a password may contain any character', () => {
  expect(NewPassword.safeParse('Correct1 \u202ehorse\u200b').success).toBe(true);
});
