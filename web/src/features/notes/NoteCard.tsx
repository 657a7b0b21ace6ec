import type { ColumnId } from '@wentwell/contract/columns';
import type { Note } from '@wentwell/contract/notes';
import type { Topic } from '@wentwell/contract/topics';
import { EyeOff, Ellipsis, Eye, Pencil } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

import { useIsWaiting } from '#web/live/waiting-changes';
import { CardButton } from '#web/ui/buttons/CardButton.tsx';
import { classNames } from '#web/ui/class-names';
import { WaitingMark } from '#web/ui/feedback/WaitingMark.tsx';
import { Avatar, type Person } from '#web/ui/identity/Avatar.tsx';
import type { ColumnLook } from '#web/ui/identity/column-look';
import { shortcutOf } from '#web/ui/key-press';
import { openMoveMenu } from '#web/ui/overlays/card-menu';
import { preview } from '#web/ui/preview';

import { noteKeyAction, noteShortcuts } from './note-keys.ts';
import type { NoteRights } from './note-rights.ts';
import { NoteMenu } from './NoteMenu.tsx';
import { NoteText } from './NoteText.tsx';

import './note-density.css';
import './note-motion.css';

/** A card's buttons come with the pointer over the card and the focus in it, and are always there for fingers. */
function NoteCardActions(props: {
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
        key={rights.edit ? 'edit' : 'view'}
        title={rights.edit ? 'Edit note' : 'View note'}
        aria-label={`${rights.edit ? 'Edit' : 'View'} note: ${name}`}
        onClick={() => (rights.edit ? onEdit(note) : onOpen(note))}
      >
        {rights.edit ? <Pencil aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </CardButton>
      {(rights.edit || rights.move || rights.group) && (
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

/** In the narrowest column, a text with fewer characters and lines than these fills no eight lines. */
const shortLength = 120;
const shortLines = 6;

/** At most eight lines of a note, and a button for the rest. */
function ClampedText({ content }: { content: string }): ReactNode {
  const isShort = content.length < shortLength && content.split('\n').length < shortLines;
  return isShort ? (
    <NoteText content={content} linksInTabOrder={false} />
  ) : (
    <LongText content={content} />
  );
}

function LongText({ content }: { content: string }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  const [isExpanded, setExpanded] = useState(false);

  useEffect(() => {
    const text = frame.current?.firstElementChild;
    if (!text) return undefined;
    // Reports also when a card that was far away is drawn for the first time: nothing is measured before.
    const observer = new ResizeObserver(() => setCut(text.scrollHeight > text.clientHeight + 1));
    observer.observe(text);
    return () => observer.disconnect();
  }, [content]);

  return (
    <div ref={frame} className="note-clamp" data-expanded={isExpanded || undefined}>
      <NoteText content={content} linksInTabOrder={false} />
      {(isCut || isExpanded) && (
        <button
          type="button"
          tabIndex={-1}
          className="hit-area ring-focus"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'less' : 'more'}
        </button>
      )}
    </div>
  );
}

export type NoteSlot = (note: Note) => ReactNode;
export type TopicSlot = (topic: Topic) => ReactNode;

export interface NoteCardProps {
  note: Note;
  /** All columns of the board; the same array until one of them changes. */
  columns: readonly ColumnLook[];
  author: Person;
  isMine: boolean;
  rights: NoteRights;
  /** Who is at work on it. */
  editor: string | null;
  /** Who else has it in the hand. */
  dragger: string | null;
  /** Somebody else has just changed it, or turned it over. */
  news: 'changed' | 'revealed' | null;
  /** Lies in the hand while being dragged. */
  lifted?: boolean;
  /** Tab leads to it: one card of a column is its tab stop (docs/design.md D-33). */
  isTabStop?: boolean;
  /** The group that holds it; null for a card that stands alone. */
  groupName?: string | null;
  /** The screen's own, below the text. Must be the same function until what it draws has changed. */
  noteFooter?: NoteSlot | undefined;
  /** Beside the card's own buttons. */
  noteTools?: NoteSlot | undefined;
  topicFooter?: TopicSlot | undefined;
  /** The note as a topic; without it the card draws nothing of topics: in a group, and in the hand. */
  topic?: Topic;
  /** What a keyboard drags it by. */
  grip?: ReactNode;
  /** Pressing the card, or Enter on it. */
  onOpen: (note: Note) => void;
  onEdit: (note: Note) => void;
  onMove: (note: Note, to: ColumnId) => void;
  onGroup: (note: Note) => void;
  onTakeOut: (note: Note) => void;
  onDelete: (note: Note) => void;
}

export const NoteCard = memo(function NoteCard(props: NoteCardProps): ReactNode {
  const {
    note,
    columns,
    author,
    isMine,
    rights,
    editor,
    dragger,
    news,
    lifted = false,
    isTabStop = false,
    groupName = null,
    topic,
    grip,
  } = props;
  const { noteFooter, noteTools, topicFooter } = props;
  const { onOpen, onEdit, onMove, onGroup, onTakeOut, onDelete } = props;
  const edge = columns.find(({ id }) => id === note.note_type)?.edge;
  const name = preview(note.content, 40);
  const isWaiting = useIsWaiting(note.id);

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const isOnCard = event.target === event.currentTarget;
    switch (noteKeyAction(shortcutOf(event), rights, isOnCard)) {
      case null:
        return;
      case 'open':
        onOpen(note);
        break;
      case 'edit':
        onEdit(note);
        break;
      case 'delete':
        onDelete(note);
        break;
      case 'move':
        openMoveMenu(event.currentTarget);
        break;
      case 'group':
        onGroup(note);
        break;
    }
    event.preventDefault();
  }

  function handleClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
    // Events of the card's menu come here as well, although it is drawn elsewhere.
    const isInside = target instanceof Element && currentTarget.contains(target);
    if (!isInside || target.closest('a, button, [popover], [role=group]')) return;
    // Whoever marks a part of the text wants to copy it. After a drag there is no click.
    if (getSelection()?.isCollapsed === false) return;
    onOpen(note);
  }

  return (
    <article
      // Focusable, and no button: it holds buttons and links of its own. Enter and Space open it (docs/design.md D-24).
      tabIndex={isTabStop && !lifted ? 0 : -1}
      aria-label={`Note by ${author.name}${note.edited ? ', edited' : ''}${groupName === null ? '' : `, in group ${groupName}`}: ${name}`}
      aria-keyshortcuts={noteShortcuts(rights)}
      onKeyDown={handleKeyDown}
      onClick={lifted ? undefined : handleClick}
      className={classNames(
        'group/note ring-focus relative overflow-hidden bg-card pt-(--note-top) pr-3 pb-1 pl-4 transition-[border-color,box-shadow]',
        groupName === null
          ? 'rounded-md border border-line hover:border-hover-line'
          : 'note-in-group',
        lifted && 'rotate-1 cursor-grabbing shadow-float',
        !lifted && groupName === null && 'shadow-raised',
        !lifted && 'cursor-pointer',
        isWaiting && groupName === null && 'border-dashed',
        dragger !== null && 'note-held',
        news === 'changed' && 'note-glow',
        news === 'revealed' && 'note-turn',
      )}
    >
      <span aria-hidden="true" className={classNames('absolute inset-y-0 left-0 w-1', edge)} />
      {grip}
      <div className="note-text text-ink">
        <ClampedText content={note.content} />
      </div>
      <footer className="mt-0.5 flex min-h-(--note-foot) flex-wrap items-center gap-x-2 text-xs text-muted">
        <Avatar person={author} size="xs" decorative />
        <span
          className={classNames('min-w-0 truncate', !note.hidden && 'flex-1')}
          title={dragger ?? editor ?? author.name}
        >
          {dragger !== null ? (
            <em>{dragger} is dragging…</em>
          ) : editor !== null ? (
            <em>{editor} is editing…</em>
          ) : isMine ? (
            'You'
          ) : (
            author.name
          )}
        </span>
        {note.edited && <span className="shrink-0">edited</span>}
        {note.hidden && (
          <span className="inline-flex flex-1 items-center" title="Others see it after the reveal">
            <EyeOff aria-hidden="true" className="size-3.5" />
            <span className="sr-only">Others see it after the reveal</span>
          </span>
        )}
        {isWaiting && <WaitingMark />}
        {noteTools?.(note)}
        <NoteCardActions
          note={note}
          columns={columns}
          name={name}
          rights={rights}
          onOpen={onOpen}
          onEdit={onEdit}
          onMove={onMove}
          onGroup={onGroup}
          onTakeOut={onTakeOut}
          onDelete={onDelete}
        />
        {topic && topicFooter?.(topic)}
      </footer>
      {noteFooter?.(note)}
    </article>
  );
});
