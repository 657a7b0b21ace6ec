import type { Note } from '@wentwell/contract/notes';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Avatar, type Person } from '#web/ui/identity/Avatar.tsx';
import type { ColumnLook } from '#web/ui/identity/column-look';
import { ColumnChip } from '#web/ui/identity/ColumnChip.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

import { NoteText } from './NoteText.tsx';

// Formatted for the reader's locale and time zone.
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function NoteViewDialog(props: {
  note: Note;
  column: ColumnLook | undefined;
  author: Person;
  /** What the board adds below it. */
  children?: ReactNode;
  onClose: () => void;
}): ReactNode {
  const { note, column, author, children, onClose } = props;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="View Note">
      <div className="grid gap-4">
        {column && (
          <p className="flex items-center gap-2 font-semibold">
            <ColumnChip look={column} size="md" />
            {column.title}
          </p>
        )}
        <div className="text-base leading-relaxed">
          <NoteText content={note.content} />
        </div>
        <p className="flex items-center gap-2 text-xs text-muted">
          <Avatar person={author} size="xs" decorative />
          {author.name} · {dateFormat.format(new Date(note.created_at))}
        </p>
        {children}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
