import type { TemplateId } from '@wentwell/contract/ids';
import type { Template } from '@wentwell/contract/meetings/templates';
import { areSameColumns, type Column } from '@wentwell/contract/notes/columns';

export interface TemplateChoice {
  /** Null: none chosen; the server uses the team's last settings. */
  id: TemplateId | null;
  name: string;
  hint: string;
  columns: readonly Column[];
}

export function columnTitles(columns: readonly Column[]): string {
  return columns.map(({ title }) => title).join(', ');
}

/** Omits the columns if the template's name lists them. */
function choiceOf({ id, name, columns }: Template): TemplateChoice {
  const titles = columnTitles(columns);
  return { id, name, hint: titles === name ? (columns[0]?.prompt ?? '') : titles, columns };
}

/** The team's last settings, its own templates, then the built-in ones. */
export function templateChoices(
  templates: readonly Template[],
  last: readonly Column[] | null,
): TemplateChoice[] {
  const ordered = [
    ...templates.filter(({ built_in }) => !built_in),
    ...templates.filter(({ built_in }) => built_in),
  ];
  const used = last
    ? ordered.find(({ columns }) => areSameColumns(columns, last))
    : ordered.find(({ built_in }) => built_in);
  const first: TemplateChoice[] = last
    ? [
        {
          id: null,
          name: used?.name ?? 'Your own columns',
          hint: 'Same as last time',
          columns: last,
        },
      ]
    : used
      ? [{ ...choiceOf(used), id: null }]
      : [];
  return [...first, ...ordered.filter((template) => template !== used).map(choiceOf)];
}
