import { describe, expect, it } from 'vitest';

import { type Column, ColumnsInput, defaultColumns, resolveColumn } from './columns.ts';

function column(id: string, overrides: Partial<Column> = {}): Column {
  return { id, title: id, prompt: '', tone: 'neutral', kind: 'notes', ...overrides };
}

const actions = column('next', { kind: 'actions' });

function sentences(columns: unknown): string[] {
  return ColumnsInput.safeParse(columns).error?.issues.map(({ message }) => message) ?? [];
}

describe('the columns of a board', () => {
  it('default to the three of the specification, which are valid', () => {
    expect(ColumnsInput.parse(defaultColumns)).toEqual(defaultColumns);
    expect(defaultColumns.map(({ id, title, kind }) => [id, title, kind])).toEqual([
      ['went_well', 'Went Well', 'notes'],
      ['to_improve', 'To Improve', 'notes'],
      ['action', 'Action Items', 'actions'],
    ]);
  });

  it('have trimmed texts', () => {
    const [parsed] = ColumnsInput.parse([column('a', { title: ' Start ', prompt: ' Why? ' })]);
    expect(parsed).toMatchObject({ title: 'Start', prompt: 'Why?' });
  });

  it.each<[string, unknown, string]>([
    ['none', [], 'A board has 1 to 6 columns.'],
    ['the id __proto__', [column('__proto__')], 'Please give the column another id.'],
    ['the id constructor', [column('constructor')], 'Please give the column another id.'],
    ['the id prototype', [column('prototype')], 'Please give the column another id.'],
    ['seven', [...'abcdefg'].map((id) => column(id)), 'A board has 1 to 6 columns.'],
    ['the same id twice', [column('a'), column('a')], 'Each column needs an id of its own.'],
    [
      'two for action items',
      [actions, { ...actions, id: 'b' }],
      'Only one column can be for action items.',
    ],
    [
      'an id with a hyphen',
      [column('went-well')],
      "A column's id consists of lower-case letters, digits and underscores.",
    ],
    ['a long id', [column('x'.repeat(33))], "A column's id must be at most 32 characters long."],
    ['no title', [column('a', { title: ' ' })], 'Please enter a title for the column.'],
    [
      'a long title',
      [column('a', { title: 'x'.repeat(61) })],
      'Must be at most 60 characters long.',
    ],
    [
      'a title of two lines',
      [column('a', { title: 'a\nb' })],
      'A column title must be a single line of text.',
    ],
    [
      'a title that turns its direction',
      [column('a', { title: '\u202Etrats' })],
      'A column title must not contain characters that change the direction of text.',
    ],
    ['an unseen title', [column('a', { title: '\u2800' })], 'Please enter a title for the column.'],
    [
      'a long prompt',
      [column('a', { prompt: 'x'.repeat(201) })],
      'Must be at most 200 characters long.',
    ],
  ])('are refused with a sentence: %s', (_what, columns, sentence) => {
    expect(sentences(columns)).toContain(sentence);
  });
});

it('a note whose column is gone gets the action column, whose notes any member may edit, only if there is no other', () => {
  expect(resolveColumn([actions, column('b')], 'next')).toBe('next');
  expect(resolveColumn([actions, column('b')], 'gone')).toBe('b');
  expect(resolveColumn([actions], 'gone')).toBe('next');
});
