import { describe, expect, it } from 'vitest';

import { Column, ColumnsInput, defaultColumns } from '../notes/columns.ts';
import { builtInTemplates } from './built-in-templates.ts';
import { Template, TemplateInput } from './templates.ts';

const column = { id: 'a', title: 'A', prompt: '', tone: 'info', kind: 'notes' };

function faults(input: unknown): [string, string][] {
  const issues = TemplateInput.safeParse(input).error?.issues ?? [];
  return issues.map(({ path, message }) => [path.join('.'), message]);
}

describe('the built-in templates', () => {
  it('are at least eight, start with the specification’s columns, and have unique ids and names', () => {
    expect(builtInTemplates.length).toBeGreaterThanOrEqual(8);
    expect(builtInTemplates[0]?.columns).toEqual(defaultColumns);
    for (const field of ['id', 'name'] as const) {
      expect(new Set(builtInTemplates.map((each) => each[field])).size).toBe(
        builtInTemplates.length,
      );
    }
  });

  it.each(builtInTemplates)('are valid, and each column asks a question: $name', (template) => {
    expect(Template.parse(template)).toEqual(template);
    expect(ColumnsInput.parse(template.columns)).toEqual(template.columns);
    for (const { prompt } of template.columns) expect(prompt).toMatch(/\?$/);
  });
});

describe('a template', () => {
  it.each<[string, object, [string, string]]>([
    ['no name', { name: ' ' }, ['name', 'Please enter a name for the template.']],
    ['a long name', { name: 'x'.repeat(61) }, ['name', 'Must be at most 60 characters long.']],
    [
      'a column without a title',
      { columns: [{ ...column, title: '' }] },
      ['columns.0.title', 'Please enter a title for the column.'],
    ],
    [
      'seven columns',
      { columns: [...'abcdefg'].map((id) => ({ ...column, id })) },
      ['columns', 'A board has 1 to 6 columns.'],
    ],
    [
      'the same id twice',
      { columns: [column, column] },
      ['columns', 'Each column needs an id of its own.'],
    ],
    [
      'more votes per topic than per person',
      { settings: { votes_per_person: 2, votes_per_topic: 3 } },
      ['settings.votes_per_topic', 'The votes per topic can be at most the votes per person.'],
    ],
  ])('is refused at its field with %s', (_what, fields, fault) => {
    expect(faults({ name: 'Ours', columns: [column], ...fields })).toContainEqual(fault);
  });
});

describe("a column's icon", () => {
  it('must be in the list when written', () => {
    expect(faults({ name: 'Ours', columns: [{ ...column, icon: 'bomb' }] })[0]?.[0]).toBe(
      'columns.0.icon',
    );
  });

  it('of a newer server is read as none', () => {
    expect(Column.parse({ ...column, icon: 'bomb' }).icon).toBeUndefined();
  });
});
