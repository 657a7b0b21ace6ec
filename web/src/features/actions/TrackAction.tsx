import { noDetails } from '@wentwell/contract/actions';
import type { NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { Note } from '@wentwell/contract/notes';
import { CircleCheckBig, ListPlus } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';

import type { ActionDraft } from './action-drafts.ts';

/** Joins the note's lines and truncates the text to the length limit of an action item. */
function actionOfNote({ content }: Pick<Note, 'content'>): ActionDraft {
  const line = content.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const isLong = line.length > limits.actionTextMax;
  const text = isLong ? `${line.slice(0, limits.actionTextMax - 1).toWellFormed()}…` : line;
  return { ...noDetails, text: text.replaceAll('\uFFFD', '') };
}

/** On a note of the action column: one click makes it an action item; says so if it is one. */
export function TrackAction(props: {
  note: Pick<Note, 'id' | 'content'>;
  isTracked: boolean;
  /** Null if the phase accepts none. */
  onTrack: ((draft: ActionDraft, noteId: NoteId) => void) | null;
  /** On a card, whose height must not grow, an icon replaces the text. */
  isOnCard?: boolean;
}): ReactNode {
  const { note, isTracked, onTrack, isOnCard = false } = props;
  if (isTracked) {
    return isOnCard ? (
      <span title="Tracked" className="inline-flex text-success-text">
        <CircleCheckBig className="size-4" />
        <span className="sr-only">Tracked</span>
      </span>
    ) : (
      <Badge tone="green" icon={<CircleCheckBig />}>
        Tracked
      </Badge>
    );
  }
  if (!onTrack) return null;
  function track(): void {
    onTrack?.(actionOfNote(note), note.id);
  }
  if (isOnCard) {
    return (
      <button
        type="button"
        title="Make action"
        aria-label="Make action"
        className="make-action ring-focus -my-3 -mr-3 -ml-2 inline-flex size-11 shrink-0 items-center justify-center rounded-md text-soft -outline-offset-4 hover:text-ink"
        onClick={track}
      >
        <ListPlus className="size-4" />
      </button>
    );
  }
  return (
    <Button size="sm" onClick={track}>
      Make action
    </Button>
  );
}
