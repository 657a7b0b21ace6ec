import type { Note, NoteType } from '@wentwell/contract/notes';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

import { columnLooks } from './column-look.ts';
import type { NoteRights } from './note-rights.ts';

/** Everything that can be done with a note without dragging it. */
export function NoteMenu(props: {
  note: Note;
  rights: NoteRights;
  trigger: ReactElement<object>;
  onEdit: (note: Note) => void;
  onMove: (note: Note, to: NoteType) => void;
  onDelete: (note: Note) => void;
}): ReactNode {
  const { note, rights, trigger, onEdit, onMove, onDelete } = props;
  return (
    <Menu trigger={trigger}>
      {rights.change && (
        <MenuItem icon={<Pencil />} onSelect={() => onEdit(note)}>
          Edit
        </MenuItem>
      )}
      {rights.move && (
        <MenuGroup label="Move to…">
          {columnLooks
            .filter(({ type }) => type !== note.note_type)
            .map(({ type, title, icon: Icon, text }) => (
              <MenuItem
                key={type}
                icon={<Icon className={text} />}
                onSelect={() => onMove(note, type)}
              >
                {title}
              </MenuItem>
            ))}
        </MenuGroup>
      )}
      {rights.change && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => onDelete(note)}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
