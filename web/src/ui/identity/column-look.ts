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

/** A column with its icon. `data-tone` gives it its colours (ui/themes/theme-css.ts). */
export interface ColumnLook extends Column {
  Icon: IconComponent;
}

const toneIcons: Record<ColumnTone, LucideIcon> = {
  success: ThumbsUp,
  warning: Sprout,
  accent: Lightbulb,
  danger: Flame,
  info: MessageCircle,
  neutral: StickyNote,
};

export function columnLook(column: Column): ColumnLook {
  const usual = column.kind === 'actions' ? ListChecks : toneIcons[column.tone];
  return { ...column, Icon: column.icon ? chosenIcon(column.icon, usual) : usual };
}

export function columnLooks(columns: readonly Column[]): ColumnLook[] {
  return columns.map(columnLook);
}

/** Null if the board no longer has the column. */
export function columnTitle(columns: readonly Column[], id: ColumnId): string | null {
  return columns.find((column) => column.id === id)?.title ?? null;
}
