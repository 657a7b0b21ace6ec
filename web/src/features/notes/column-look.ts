import { type NoteType, noteColumns } from '@wentwell/contract/notes';
import { ListChecks, type LucideIcon, Sprout, ThumbsUp } from 'lucide-react';

export interface ColumnLook {
  type: NoteType;
  title: string;
  icon: LucideIcon;
  /** The well that the cards lie in. */
  ground: string;
  /** The icon's chip. */
  chip: string;
  /** The edge of a card, and the outline of the column while a card is over it. */
  edge: string;
  outline: string;
  text: string;
}

const looks: Record<NoteType, Omit<ColumnLook, 'type' | 'title'>> = {
  went_well: {
    icon: ThumbsUp,
    ground: 'bg-column-well',
    chip: 'bg-success-soft text-success-text',
    edge: 'bg-success-solid',
    outline: 'outline-success-solid',
    text: 'text-success-text',
  },
  to_improve: {
    icon: Sprout,
    ground: 'bg-column-improve',
    chip: 'bg-warning-soft text-warning-text',
    edge: 'bg-warning-solid',
    outline: 'outline-warning-solid',
    text: 'text-warning-text',
  },
  action: {
    icon: ListChecks,
    ground: 'bg-column-action',
    chip: 'bg-accent-soft text-accent-text',
    edge: 'bg-accent-solid',
    outline: 'outline-accent-solid',
    text: 'text-accent-text',
  },
};

/** The three columns in the order of the board, with everything that tells them apart. */
export const columnLooks: readonly ColumnLook[] = noteColumns.map(({ type, title }) => ({
  type,
  title,
  ...looks[type],
}));

export function columnTitle(type: NoteType): string {
  return columnLooks.find((column) => column.type === type)?.title ?? '';
}
