import type { NoteType } from '@wentwell/contract/notes';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#web/ui/Menu.tsx';

import { columnLooks } from './column-look.ts';
import type { NoteRights } from './NoteCard.tsx';

/** Everything that can be done with a note without dragging it. */
export function NoteMenu(props: {
  label: string;
  noteType: NoteType;
  rights: NoteRights;
  onEdit: () => void;
  onMove: (to: NoteType) => void;
  onDelete: () => void;
}): ReactNode {
  const { label, noteType, rights, onEdit, onMove, onDelete } = props;
  return (
    <Menu trigger={<IconButton label={label} icon={<Ellipsis />} />}>
      {rights.change && (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
      )}
      {rights.move && (
        <MenuGroup label="Move to…">
          {columnLooks
            .filter(({ type }) => type !== noteType)
            .map(({ type, title, icon: Icon, text }) => (
              <MenuItem key={type} icon={<Icon className={text} />} onSelect={() => onMove(type)}>
                {title}
              </MenuItem>
            ))}
        </MenuGroup>
      )}
      {rights.change && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={onDelete}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
