import type { Column } from '@wentwell/contract/columns';
import type { TemplateId } from '@wentwell/contract/ids';
import type { Template } from '@wentwell/contract/templates';

export interface TemplateChoice {
  /** Null: nothing is chosen, and the server takes what the team had last. */
  id: TemplateId | null;
  name: string;
  hint: string;
  columns: readonly Column[];
}

function isSame(a: readonly Column[], b: readonly Column[]): boolean {
  const face = ({ id, title, prompt, tone, kind, icon }: Column) => [
    id,
    title,
    prompt,
    tone,
    kind,
    icon ?? '',
  ];
  return JSON.stringify(a.map(face)) === JSON.stringify(b.map(face));
}

export function columnTitles(columns: readonly Column[]): string {
  return columns.map(({ title }) => title).join(', ');
}

/** A template that is named after its columns does not say them twice. */
function choiceOf({ id, name, columns }: Template): TemplateChoice {
  const titles = columnTitles(columns);
  return { id, name, hint: titles === name ? (columns[0]?.prompt ?? '') : titles, columns };
}

/** The team's last setup first, then its own templates, then the built-in ones. */
export function templateChoices(
  templates: readonly Template[],
  last: readonly Column[] | null,
): TemplateChoice[] {
  const ordered = [
    ...templates.filter(({ built_in }) => !built_in),
    ...templates.filter(({ built_in }) => built_in),
  ];
  const used = last
    ? ordered.find(({ columns }) => isSame(columns, last))
    : ordered.find(({ built_in }) => built_in);
  const first: TemplateChoice[] = last
    ? [
        {
          id: null,
          name: used?.name ?? 'Your own columns',
          hint: 'As last time',
          columns: last,
        },
      ]
    : used
      ? [{ ...choiceOf(used), id: null }]
      : [];
  return [...first, ...ordered.filter((template) => template !== used).map(choiceOf)];
}
