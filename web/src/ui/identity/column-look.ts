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

import { chosenIcon, type IconComponent } from './chosen-icon.tsx';

interface ToneLook<Icon = IconComponent> {
  Icon: Icon;
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

/** Null for a column that the board does not have any more. */
export function columnTitle(columns: readonly Column[], id: ColumnId): string | null {
  return columns.find((column) => column.id === id)?.title ?? null;
}
