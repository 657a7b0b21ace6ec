import type { Column, ColumnId, ColumnTone } from '@wentwell/contract/notes/columns';
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

import { chosenIcon, type IconComponent } from './chosen-icon.tsx';

interface ToneLook<Icon = IconComponent> {
  Icon: Icon;
  /** Classes of the icon's chip. */
  chip: string;
  /** Classes of a card's edge. */
  edge: string;
  /** Classes of the column's outline while a card is over it. */
  outline: string;
  text: string;
}

/** A column with its icon and colours. */
export interface ColumnLook extends Column, ToneLook {}

// Whole class names, because Tailwind finds classes by scanning the sources.
const toneLooks: Record<ColumnTone, ToneLook<LucideIcon>> = {
  success: {
    Icon: ThumbsUp,
    chip: 'bg-success-soft text-success-text',
    edge: 'bg-success-solid',
    outline: 'outline-success-solid',
    text: 'text-success-text',
  },
  warning: {
    Icon: Sprout,
    chip: 'bg-warning-soft text-warning-text',
    edge: 'bg-warning-solid',
    outline: 'outline-warning-solid',
    text: 'text-warning-text',
  },
  accent: {
    Icon: Lightbulb,
    chip: 'bg-accent-soft text-accent-text',
    edge: 'bg-accent-solid',
    outline: 'outline-accent-solid',
    text: 'text-accent-text',
  },
  danger: {
    Icon: Flame,
    chip: 'bg-danger-soft text-danger-text',
    edge: 'bg-danger-solid',
    outline: 'outline-danger-solid',
    text: 'text-danger-text',
  },
  info: {
    Icon: MessageCircle,
    chip: 'bg-info-soft text-info-text',
    edge: 'bg-info-solid',
    outline: 'outline-info-solid',
    text: 'text-info-text',
  },
  neutral: {
    Icon: StickyNote,
    chip: 'bg-gray-soft text-gray-text',
    edge: 'bg-gray-solid',
    outline: 'outline-gray-solid',
    text: 'text-gray-text',
  },
};

export function columnLook(column: Column): ColumnLook {
  const look = toneLooks[column.tone];
  const usual = column.kind === 'actions' ? ListChecks : look.Icon;
  return { ...column, ...look, Icon: column.icon ? chosenIcon(column.icon, usual) : usual };
}

export function columnLooks(columns: readonly Column[]): ColumnLook[] {
  return columns.map(columnLook);
}

/** Null if the board no longer has the column. */
export function columnTitle(columns: readonly Column[], id: ColumnId): string | null {
  return columns.find((column) => column.id === id)?.title ?? null;
}
