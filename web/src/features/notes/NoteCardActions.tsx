import type { ColumnId } from '@wentwell/contract/columns';
import type { Note } from '@wentwell/contract/notes';
import { Ellipsis, Eye, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';

import { CardButton } from '#web/ui/buttons/CardButton.tsx';
import type { ColumnLook } from '#web/ui/identity/column-look';

import type { NoteRights } from './note-rights.ts';
import { NoteMenu } from './NoteMenu.tsx';

/** A card's buttons come with the pointer over the card and the focus in it, and are always there for fingers. */
export function NoteCardActions(props: {
  note: Note;
  columns: readonly ColumnLook[];
  /** The note in a few words, to tell one card's menu from another's. */
  name: string;
  rights: NoteRights;
  onOpen: (note: Note) => void;
  onEdit: (note: Note) => void;
  onMove: (note: Note, to: ColumnId) => void;
  onGroup: (note: Note) => void;
  onTakeOut: (note: Note) => void;
  onDelete: (note: Note) => void;
}): ReactNode {
  const { note, columns, name, rights, onOpen, onEdit } = props;
  return (
    <span className="note-actions -my-2.5 -mr-3 flex opacity-0 transition-opacity has-aria-expanded:opacity-100 group-focus-within/note:opacity-100 group-hover/note:opacity-100 pointer-coarse:opacity-100">
      <CardButton
        // Another element where the rights change, so that no button slides under a pointer.
        key={rights.change ? 'edit' : 'view'}
        title={rights.change ? 'Edit note' : 'View note'}
        aria-label={`${rights.change ? 'Edit' : 'View'} note: ${name}`}
        onClick={() => (rights.change ? onEdit(note) : onOpen(note))}
      >
        {rights.change ? <Pencil aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </CardButton>
      {(rights.change || rights.move || rights.group) && (
        <NoteMenu
          note={note}
          name={name}
          columns={columns}
          rights={rights}
          trigger={
            <CardButton title="Actions" aria-label={`Actions for “${name}”`}>
              <Ellipsis aria-hidden="true" />
            </CardButton>
          }
          onEdit={onEdit}
          onMove={props.onMove}
          onGroup={props.onGroup}
          onTakeOut={props.onTakeOut}
          onDelete={props.onDelete}
        />
      )}
    </span>
  );
}
