// Columns of a board: schema, default, and allowed changes (docs/retro.md ).
import { z } from 'zod';

import type { PolicyResult } from '../errors.ts';
import { limits } from '../limits.ts';
import { optionalText, requiredText, withReadableText } from '../text/text.ts';

// Use a Map for lookups by id: boards of earlier versions may have columns `constructor` and `__proto__`.
export const ColumnId = z
  .string()
  .max(limits.columnIdMax, `A column's id must be at most ${limits.columnIdMax} characters long.`)
  .regex(/^[a-z0-9_]+$/, "A column's id consists of lower-case letters, digits and underscores.");
export type ColumnId = z.infer<typeof ColumnId>;

export const ColumnTone = z.enum(['success', 'warning', 'accent', 'danger', 'info', 'neutral']);
export type ColumnTone = z.infer<typeof ColumnTone>;

export const ColumnIcon = z.enum([
  'thumbs_up',
  'sprout',
  'lightbulb',
  'flame',
  'message',
  'note',
  'checklist',
  'play',
  'stop',
  'repeat',
  'plus',
  'minus',
  'trending_up',
  'smile',
  'frown',
  'angry',
  'heart',
  'star',
  'book',
  'search',
  'wind',
  'anchor',
  'warning',
  'flag',
  'coffee',
  'rocket',
]);
export type ColumnIcon = z.infer<typeof ColumnIcon>;

/** Any member may edit notes in a column of kind `actions`, because the team agreed on them. */
export const ColumnKind = z.enum(['notes', 'actions']);
export type ColumnKind = z.infer<typeof ColumnKind>;

export const Column = z.object({
  id: ColumnId,
  title: z.string(),
  /** The question to answer in this column. May be empty. */
  prompt: z.string(),
  tone: ColumnTone,
  kind: ColumnKind,
  /** If absent, kind and tone determine the icon. An unknown icon from a newer server counts as absent. */
  icon: ColumnIcon.optional().catch(undefined),
});
export type Column = z.infer<typeof Column>;

export const defaultColumns: Column[] = [
  {
    id: 'went_well',
    title: 'Went Well',
    prompt: 'What should we do again?',
    tone: 'success',
    kind: 'notes',
  },
  {
    id: 'to_improve',
    title: 'To Improve',
    prompt: 'What slowed us down?',
    tone: 'warning',
    kind: 'notes',
  },
  {
    id: 'action',
    title: 'Action Items',
    prompt: 'What could we try next?',
    tone: 'accent',
    kind: 'actions',
  },
];

// A client that stores columns in a plain object would find these keys on the prototype.
const reservedIds = new Set(['__proto__', 'constructor', 'prototype']);

const ColumnInput = Column.extend({
  id: ColumnId.refine((id) => !reservedIds.has(id), 'Please give the column another id.'),
  title: withReadableText(
    requiredText(limits.columnTitleMax, 'Please enter a title for the column.'),
    'A column title',
  ),
  prompt: withReadableText(optionalText(limits.columnPromptMax), 'A column prompt'),
  icon: ColumnIcon.optional(),
});

const numberOfColumns = `A board has 1 to ${limits.columnsMax} columns.`;

/** All columns of a board, from left to right. */
export const ColumnsInput = z
  .array(ColumnInput)
  .min(1, numberOfColumns)
  .max(limits.columnsMax, numberOfColumns)
  .refine(
    (columns) => new Set(columns.map(({ id }) => id)).size === columns.length,
    'Each column needs an id of its own.',
  )
  .refine(
    (columns) => columns.filter(({ kind }) => kind === 'actions').length <= 1,
    'Only one column can be for action items.',
  );

export function findColumn(columns: readonly Column[], id: ColumnId): Column | undefined {
  return columns.find((column) => column.id === id);
}

export function isActionColumn(columns: readonly Column[], id: ColumnId): boolean {
  return findColumn(columns, id)?.kind === 'actions';
}

/** The default column of a new note: the one for action items, else the last. */
export function columnOfNewNote(columns: readonly Column[]): ColumnId {
  const column = columns.find(({ kind }) => kind === 'actions') ?? columns.at(-1);
  if (!column) throw new Error('A board without columns');
  return column.id;
}

/** Returns `id` if the column exists, else the first column that is not for action items. */
export function resolveColumn(columns: readonly Column[], id: ColumnId): ColumnId {
  const column =
    findColumn(columns, id) ?? columns.find(({ kind }) => kind === 'notes') ?? columns[0];
  if (!column) throw new Error('A board without columns');
  return column.id;
}

export function areSameColumns(a: readonly Column[], b: readonly Column[]): boolean {
  const fields = ({ id, title, prompt, tone, kind, icon }: Column) =>
    JSON.stringify([id, title, prompt, tone, kind, icon]);
  return JSON.stringify(a.map(fields)) === JSON.stringify(b.map(fields));
}

/** Columns in `used` hold notes: they cannot be removed or change their kind. All other changes are allowed. */
export function columnChangePolicy(
  before: readonly Column[],
  after: readonly Column[],
  used: ReadonlySet<ColumnId>,
): PolicyResult {
  for (const { id, kind } of before) {
    if (!used.has(id)) continue;
    const kept = findColumn(after, id);
    if (!kept) return 'COLUMN_HOLDS_NOTES';
    if (kept.kind !== kind) return 'COLUMN_KIND_FIXED';
  }
  return 'allowed';
}
