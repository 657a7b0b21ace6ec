import type { Note } from '@wentwell/contract/notes';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import { Avatar, type Person } from '#web/ui/identity/Avatar.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

import { columnLooks } from './column-look.ts';
import { NoteText } from './NoteText.tsx';

// In the reader's own language and zone.
const written = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A note to be read, where it can not be changed. */
export function NoteViewDialog(props: {
  note: Note;
  author: Person;
  onClose: () => void;
}): ReactNode {
  const { note, author, onClose } = props;
  const look = columnLooks.find((column) => column.type === note.note_type);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="View Note">
      <div className="grid gap-4">
        {look && (
          <p className="flex items-center gap-2 font-semibold">
            <span
              className={classNames(
                'inline-flex size-7 items-center justify-center rounded-sm',
                look.chip,
              )}
            >
              <look.icon aria-hidden="true" className="size-4" />
            </span>
            {look.title}
          </p>
        )}
        <div className="text-base leading-relaxed">
          <NoteText content={note.content} />
        </div>
        <p className="flex items-center gap-2 text-xs text-muted">
          <Avatar person={author} size="xs" decorative />
          {author.name} · {written.format(new Date(note.created_at))}
        </p>
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
