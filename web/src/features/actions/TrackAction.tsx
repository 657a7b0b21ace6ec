import type { NoteId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import { CircleCheckBig, ListPlus } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';

import type { ActionDraft } from './action-handlers.ts';
import { actionOfNote } from './note-to-action.ts';

/** On a note in the column for action items: makes an action item of it by one click, or says that it is one. */
export function TrackAction(props: {
  note: Pick<Note, 'id' | 'content'>;
  isTracked: boolean;
  /** Null where the phase takes none. */
  onTrack: ((draft: ActionDraft, noteId: NoteId) => void) | null;
}): ReactNode {
  const { note, isTracked, onTrack } = props;
  if (isTracked) {
    return (
      <Badge tone="green" icon={<CircleCheckBig aria-hidden="true" />}>
        Tracked
      </Badge>
    );
  }
  if (!onTrack) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<ListPlus aria-hidden="true" />}
      onClick={() => onTrack(actionOfNote(note), note.id)}
    >
      Track as action
    </Button>
  );
}
