import type { ColumnId } from '@wentwell/contract/columns';
import type { Note } from '@wentwell/contract/notes';
import { Ellipsis, Eye, Pencil } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { openMenuAt } from '#web/ui/overlays/Menu.tsx';

import type { ColumnLook } from './column-look.ts';
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

/**
 * Not the design system's IconButton: a card has two of them, a full board a thousand, and a tooltip of our own costs
 * more than all the rest of a card. The browser's own title does.
 */
export function CardButton({ title, children, ...rest }: ComponentProps<'button'>): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={title}
      {...rest}
      className="ring-focus inline-flex size-11 shrink-0 items-center justify-center rounded-md text-soft transition-colors -outline-offset-4 hover:text-ink [&_svg]:size-[18px]"
    >
      {children}
    </button>
  );
}

/** Opens the menu of a card where it lists the columns. Closing it returns the focus to what has it now. */
export function openMoveMenu(card: HTMLElement): void {
  const trigger = card.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  if (trigger) openMenuAt(trigger, '[role="group"] [role="menuitem"]');
}
