import { describe, expect, it } from 'vitest';

import { Column, ColumnsInput, defaultColumns } from '../notes/columns.ts';
import { builtInTemplates } from './built-in-templates.ts';
import { Template } from './templates.ts';

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

it("a column's icon of a newer server is read as none", () => {
  expect(Column.parse({ ...defaultColumns[0], icon: 'bomb' }).icon).toBeUndefined();
});
