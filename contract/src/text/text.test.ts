import { describe, expect, it } from 'vitest';
import type { z } from 'zod';

import { NewPassword } from '../accounts/auth.ts';
import { firstName, lastName } from '../accounts/user-changes.ts';
import { ActionInput, ActionUpdate } from '../actions/actions.ts';
import { MeetingName } from '../meetings/meetings.ts';
import { TemplateName } from '../meetings/templates.ts';
import { ColumnsInput, defaultColumns } from '../notes/columns.ts';
import { CommentContent } from '../notes/comments.ts';
import { GroupTitle } from '../notes/groups.ts';
import { NoteContent } from '../notes/notes.ts';
import { TeamInput, TeamName } from '../teams/team-input.ts';
import { Email } from './email.ts';

const names = {
  'a person': firstName,
  'a team': TeamName,
  'a meeting': MeetingName,
};

const texts = {
  ...names,
  'a last name': lastName,
  'a note': NoteContent,
  'a comment': CommentContent,
  'a group': GroupTitle,
  'a template': TemplateName,
  'an action item': ActionInput.shape.text,
  'a reason': ActionUpdate.shape.reason,
  'an email address': Email,
};

const invisible = {
  'zero-width spaces': '\u200b\u200b\u200b',
  'joiners and marks of direction': '\u200d\u2060\ufeff\u200e\u202e',
  'soft hyphens and grapheme joiners': '\u00ad\u034f',
  'Hangul fillers': '\u3164\u115f\u1160\uffa0',
  'braille blanks': '\u2800\u2800',
  'a stand-in for an object': '\ufffc',
  'variation selectors': '\ufe0f\ufe0f',
  'tag characters': '\u{e0020}\u{e0061}',
  'the null notehead': '\u{1d159}',
  'blanks of hieroglyphs': '\u{13441}\u{13442}',
  'combining marks': '\u0301\u0308',
  'marks that enclose': '\u20dd\u20e3',
  'vowel signs without a letter': '\u093f\u0e34\u05b8\u064e',
};

const sentence = (schema: z.ZodType, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message);

describe.each(Object.entries(texts))('the text of %s', (_what, schema) => {
  it.each(Object.entries(invisible))('is empty if it contains only %s', (_kind, text) => {
    expect(sentence(schema, text)).toEqual(sentence(schema, ''));
    expect(sentence(schema, ` ${text} `)).toHaveLength(1);
  });
});

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
