import { TemplateId } from '@wentwell/contract/ids';
import { builtInTemplates } from '@wentwell/contract/meetings/built-in-templates';
import type { Template } from '@wentwell/contract/meetings/templates';
import { defaultColumns } from '@wentwell/contract/notes/columns';
import { expect, it } from 'vitest';

import { templateChoices } from './template-choices.ts';

const [classic] = builtInTemplates;
const sailboat = builtInTemplates.find(({ name }) => name === 'Sailboat');
if (!classic || !sailboat) throw new Error('unreachable');

const own: Template = {
  ...classic,
  id: TemplateId.parse('0198f2c4-7f00-7000-8000-000000000009'),
  name: 'Ours',
  columns: defaultColumns.slice(1),
  built_in: false,
};
const templates = [...builtInTemplates, own];

it('a team without a meeting is offered the default, its own, then the built-in ones', () => {
  const [first, second, ...others] = templateChoices(templates, null);
  expect(first).toMatchObject({ id: null, name: 'Classic', columns: defaultColumns });
  expect(second).toMatchObject({ id: own.id, hint: 'To Improve, Action Items' });
  expect(others.map(({ name }) => name)).toEqual(builtInTemplates.slice(1).map(({ name }) => name));
});

it('the team’s last settings come first, named by their template, which is offered once', () => {
  const choices = templateChoices(templates, sailboat.columns);
  expect(choices[0]).toMatchObject({ id: null, name: 'Sailboat', hint: 'Same as last time' });
  expect(choices.filter(({ name }) => name === 'Sailboat')).toHaveLength(1);
  expect(choices.map(({ id }) => id)).toContain(classic.id);
});

it('a template named after its columns shows a question instead of their titles', () => {
  const hints = templateChoices(templates, null).map(({ name, hint }) => [name, hint]);
  expect(hints).toContainEqual(['Mad, Sad, Glad', 'What made you angry?']);
  expect(hints).toContainEqual(['KALM', 'Keep, Add, Less, More']);
});

it('columns changed on the board are offered as the team’s own', () => {
  const [first, ...others] = templateChoices(templates, sailboat.columns.slice(1));
  expect(first).toMatchObject({ id: null, name: 'Your own columns' });
  expect(others).toHaveLength(templates.length);
});
