import type { Column, ColumnId, ColumnTone } from '@wentwell/contract/columns';
import {
  Flame,
  Lightbulb,
  ListChecks,
  type LucideIcon,
  MessageCircle,
  Sprout,
  StickyNote,
  ThumbsUp,
} from 'lucide-react';

interface ToneLook {
  icon: LucideIcon;
  /** The background that the cards lie on. */
  ground: string;
  /** The icon's chip. */
  chip: string;
  /** The edge of a card. */
  edge: string;
  /** The outline of the column while a card is over it. */
  outline: string;
  text: string;
}

/** A column with everything that tells it apart on screen. */
export interface ColumnLook extends Column, ToneLook {}

// Whole class names: the style sheet holds only those that the build finds in the sources.
const toneLooks: Record<ColumnTone, ToneLook> = {
  success: {
    icon: ThumbsUp,
    ground: 'bg-column-success',
    chip: 'bg-success-soft text-success-text',
    edge: 'bg-success-solid',
    outline: 'outline-success-solid',
    text: 'text-success-text',
  },
  warning: {
    icon: Sprout,
    ground: 'bg-column-warning',
    chip: 'bg-warning-soft text-warning-text',
    edge: 'bg-warning-solid',
    outline: 'outline-warning-solid',
    text: 'text-warning-text',
  },
  accent: {
    icon: Lightbulb,
    ground: 'bg-column-accent',
    chip: 'bg-accent-soft text-accent-text',
    edge: 'bg-accent-solid',
    outline: 'outline-accent-solid',
    text: 'text-accent-text',
  },
  danger: {
    icon: Flame,
    ground: 'bg-column-danger',
    chip: 'bg-danger-soft text-danger-text',
    edge: 'bg-danger-solid',
    outline: 'outline-danger-solid',
    text: 'text-danger-text',
  },
  info: {
    icon: MessageCircle,
    ground: 'bg-column-info',
    chip: 'bg-info-soft text-info-text',
    edge: 'bg-info-solid',
    outline: 'outline-info-solid',
    text: 'text-info-text',
  },
  neutral: {
    icon: StickyNote,
    ground: 'bg-column-neutral',
    chip: 'bg-gray-soft text-gray-text',
    edge: 'bg-gray-solid',
    outline: 'outline-gray-solid',
    text: 'text-gray-text',
  },
};

export function columnLooks(columns: readonly Column[]): ColumnLook[] {
  return columns.map((column) => ({
    ...column,
    ...toneLooks[column.tone],
    ...(column.kind === 'actions' && { icon: ListChecks }),
  }));
}

/** Null for a column that the board does not have any more. */
export function columnTitle(columns: readonly Column[], id: ColumnId): string | null {
  return columns.find((column) => column.id === id)?.title ?? null;
}
