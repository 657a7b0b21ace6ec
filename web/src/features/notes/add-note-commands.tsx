import type { ColumnId } from '@wentwell/contract/columns';
import { Search } from 'lucide-react';

import type { ColumnLook } from '#web/ui/identity/column-look';
import type { Command } from '#web/ui/overlays/commands';

export function addNoteCommands(
  columns: readonly ColumnLook[],
  add: (columnId: ColumnId) => void,
): Command[] {
  return columns.map(({ id, title, Icon }) => ({
    id: `add-note-${id}`,
    group: 'Meeting',
    label: `Add note to ${title}…`,
    icon: <Icon />,
    keywords: ['write', 'new', 'create'],
    run: () => add(id),
  }));
}

export function filterCommand(open: () => void): Command {
  return {
    id: 'filter-notes',
    group: 'Meeting',
    label: 'Filter notes…',
    icon: <Search />,
    keywords: ['find', 'search', 'text', 'author'],
    run: open,
  };
}
