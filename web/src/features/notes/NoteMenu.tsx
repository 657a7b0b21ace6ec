import type { ColumnId } from '@wentwell/contract/columns';
import type { Note } from '@wentwell/contract/notes';
import { Layers, Pencil, Trash2, Ungroup } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

import type { ColumnLook } from '#web/ui/identity/column-look';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

import type { NoteRights } from './note-rights.ts';

/** Everything that can be done with a note without dragging it. */
export function NoteMenu(props: {
  note: Note;
  /** The note in a few words, which only screen readers are told. */
  name: string;
  columns: readonly ColumnLook[];
  rights: NoteRights;
  trigger: ReactElement<object>;
  onEdit: (note: Note) => void;
  onMove: (note: Note, to: ColumnId) => void;
  onGroup: (note: Note) => void;
  onTakeOut: (note: Note) => void;
  onDelete: (note: Note) => void;
}): ReactNode {
  const { note, name, columns, rights, trigger, onEdit } = props;
  const { onMove, onGroup, onTakeOut, onDelete } = props;
  const others = columns.filter(({ id }) => id !== note.note_type);
  return (
    <Menu trigger={trigger}>
      {rights.edit && (
        <MenuItem icon={<Pencil />} onSelect={() => onEdit(note)}>
          Edit<span className="sr-only"> note: {name}</span>
        </MenuItem>
      )}
      {rights.group && (
        <MenuItem icon={<Layers />} onSelect={() => onGroup(note)}>
          Group with…<span className="sr-only"> note: {name}</span>
        </MenuItem>
      )}
      {rights.group && note.group_id !== null && (
        <MenuItem icon={<Ungroup />} onSelect={() => onTakeOut(note)}>
          Take out of the group<span className="sr-only">: {name}</span>
        </MenuItem>
      )}
      {rights.move && others.length > 0 && (
        <MenuGroup label="Move to…">
          {others.map(({ id, title, Icon, text }) => (
            <MenuItem key={id} icon={<Icon className={text} />} onSelect={() => onMove(note, id)}>
              {title}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {rights.remove && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => onDelete(note)}>
            Delete<span className="sr-only"> note: {name}</span>
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
