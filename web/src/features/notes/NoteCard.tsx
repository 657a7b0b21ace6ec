import type { Topic } from '@wentwell/contract/discussion/topics';
import { isAuthor } from '@wentwell/contract/notes/author-keys';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { Note } from '@wentwell/contract/notes/notes';
import { GripVertical, Eye, Pencil, SmilePlus, Ungroup } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  Fragment,
} from 'react';

import type { NoteMarks } from '#web/live/note-marks';
import { useBoard, useIsWaiting } from '#web/live/use-board';
import { CardButton } from '#web/ui/buttons/CardButton.tsx';
import { classNames } from '#web/ui/class-names';
import { useDragInstructions } from '#web/ui/dragging/DragArea.tsx';
import { WaitingMark } from '#web/ui/feedback/WaitingMark.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { shortcutOf } from '#web/ui/key-press';
import { CardMenu, MoveItems, openMoveMenu } from '#web/ui/overlays/CardMenu.tsx';
import { MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';
import { preview } from '#web/ui/preview';
import { NoteText } from '#web/ui/text/NoteText.tsx';

import { useCardBoard } from './card-board.ts';
import { CardBack } from './FaceDown.tsx';
import { noteKeyAction, noteShortcuts, noteActs, type NoteRights } from './note-rights.tsx';
import { slotId } from './use-board-keys.ts';

import './note-density.css';
import './note-motion.css';

/** A text below these limits never exceeds eight lines, even in the narrowest column. */
const shortLength = 120;
const shortLines = 6;

/** At most eight lines, and a button for the rest. */
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
    // Also fires when an off-screen card is first laid out; nothing is measured before.
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

/** The keyboard's drag handle at the card's edge. Visible on hover and focus. */
function Grip({ name }: { name: string }): ReactNode {
  return (
    <button
      type="button"
      data-drag-handle
      aria-label={`Drag note: ${name}`}
      tabIndex={-1}
      aria-roledescription="draggable"
      aria-describedby={useDragInstructions()}
      className="pointer-events-none absolute inset-y-0 left-px inline-flex w-3.5 cursor-grab items-center justify-center rounded-sm text-soft opacity-0 -outline-offset-1 group-focus-within/note:opacity-100 group-hover/note:opacity-100 pointer-coarse:hidden [&_svg]:size-3.5"
    >
      <GripVertical />
    </button>
  );
}

export const NoteCard = memo(function NoteCard(props: {
  note: Note;
  /** Another user has just changed or revealed it. */
  news?: 'changed' | 'revealed' | undefined;
  /** It is being dragged. */
  lifted?: boolean;
  /** It is its column's tab stop (docs/design.md D-33). */
  isTabStop?: boolean;
  /** The title of its group; null for a single note. */
  groupName?: string | null;
  /** The note's topic; absent in a group and while dragged, where no votes are shown. */
  topic?: Topic;
}): ReactNode {
  const { note, news, lifted = false, isTabStop = false, groupName = null, topic } = props;
  const board = useCardBoard();
  const { who, onAct } = board;
  const personOf = usePersonOf();
  const rights = board.rightsOf(note);
  const author = personOf(note.author_id, note.author_name);
  // After the reveal, a shared screen would show which notes are the user's.
  const isMine = isAuthor(note, who) && (note.author_id !== null || note.hidden);
  const editor = useBoard(({ editing }) => otherIn(editing));
  const dragger = useBoard(({ dragging }) => otherIn(dragging));
  const isRow = groupName !== null;
  const inUse =
    dragger !== null ? `${dragger} is dragging…` : editor !== null ? `${editor} is editing…` : null;
  const name = preview(note.content, 40);
  const isWaiting = useIsWaiting(note.id);
  const canDrag = !lifted && (rights.move || rights.group);

  function otherIn(marks: NoteMarks): string | null {
    const id = marks.get(note.id);
    if (id === undefined || id === who.userId) return null;
    return id === null ? 'Someone' : personOf(id).name;
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const action = noteKeyAction(shortcutOf(event), rights, event.target === event.currentTarget);
    if (action === null) return;
    if (action === 'move') openMoveMenu(event.currentTarget);
    else onAct(action, note);
    event.preventDefault();
  }

  function handleClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
    // React bubbles events of the card's menu here, although it is a portal.
    const isInside = target instanceof Element && currentTarget.contains(target);
    if (!isInside || target.closest('a, button, [popover], [role=group]')) return;
    // A click that ends a text selection must not open the note. Drags fire no click.
    if (getSelection()?.isCollapsed === false) return;
    onAct('open', note);
  }

  return (
    <article
      // A new element when draggability changes: a kept one would shift when ballots appear.
      key={canDrag ? 'free' : 'fixed'}
      // Focusable but not a button, because it contains buttons and links. Enter and Space open it (docs/design.md D-24).
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`${isMine ? 'Your note' : `Note by ${author.name}`}${note.edited ? ', edited' : ''}${groupName === null ? '' : `, in group ${groupName}`}: ${name}`}
      aria-keyshortcuts={noteShortcuts(rights)}
      // Mouse and touch drag the whole card.
      data-drag={canDrag ? note.id : undefined}
      onKeyDown={handleKeyDown}
      onClick={lifted ? undefined : handleClick}
      data-tone={board.columns.find(({ id }) => id === note.note_type)?.tone}
      className={classNames(
        'group/note ring-focus',
        isRow ? 'note-in-group rounded-md' : 'note-card paper',
        lifted && 'note-lifted rotate-2 cursor-grabbing',
        !lifted && 'cursor-pointer',
        canDrag && 'touch-manipulation',
        isWaiting && !isRow && 'note-waiting',
        dragger !== null && 'note-held',
        news === 'changed' && 'note-glow',
        news === 'revealed' && 'note-turn',
      )}
    >
      {canDrag && <Grip name={name} />}
      {isRow && (
        <span className="note-face" title={author.name}>
          <Avatar person={author} size="xs" decorative />
        </span>
      )}
      <div className="note-text text-ink">
        <ClampedText content={note.content} />
      </div>
      <footer className="note-foot">
        {!isRow && <Avatar person={author} size="xs" decorative />}
        {(!isRow || inUse !== null || author.id === '') && (
          <span className="grow basis-20 min-w-0 truncate" title={dragger ?? editor ?? author.name}>
            {inUse !== null ? <em>{inUse}</em> : isMine ? 'You' : author.name}
          </span>
        )}
        {isRow && inUse === null && author.id !== '' && (
          <span className="hidden print:block">{author.name}</span>
        )}
        {note.edited && <span className="shrink-0">edited</span>}
        {note.hidden && <span className="sr-only">Others see it after the reveal</span>}
        {isWaiting && <WaitingMark />}
        {!lifted && (
          <span className="note-tools">
            {board.noteTools(note, rights)}
            <NoteButtons note={note} name={name} rights={rights} />
          </span>
        )}
        {topic && board.topicFooter(topic)}
      </footer>
      {!lifted && board.noteFooter(note, rights)}
      {news === 'revealed' && <CardBack />}
    </article>
  );
});

interface NoteButtonsProps {
  note: Note;
  /** The note in a few words, for the menu's accessible name. */
  name: string;
  rights: NoteRights;
}

/** A card's buttons. Visible on hover and focus, and always on touch screens. */
function NoteButtons(props: NoteButtonsProps): ReactNode {
  const { note, name, rights } = props;
  const { onAct } = useCardBoard();
  return (
    <>
      <CardButton
        // A new element when rights change, so that no button moves under the pointer.
        key={rights.edit ? 'edit' : 'view'}
        title={rights.edit ? 'Edit note' : 'View note'}
        aria-label={`${rights.edit ? 'Edit' : 'View'} note: ${name}`}
        onClick={() => onAct(rights.edit ? 'edit' : 'open', note)}
      >
        {rights.edit ? <Pencil /> : <Eye />}
      </CardButton>
      {noteActs.some(({ act }) => act !== 'remove' && rights[act]) && <NoteMenu {...props} />}
    </>
  );
}

function NoteMenu({ note, name, rights }: NoteButtonsProps): ReactNode {
  const { columns, onAct, onMove } = useCardBoard();
  return (
    <CardMenu label={`Actions for “${name}”`} title={name}>
      {rights.react && (
        <MenuItem
          icon={<SmilePlus />}
          // On touch screens that button is hidden.
          onSelect={() =>
            document
              .getElementById(slotId(note.id))
              ?.querySelector<HTMLElement>('.reaction-add')
              ?.click()
          }
        >
          React<span className="sr-only"> to: {name}</span>
        </MenuItem>
      )}
      {noteActs.map(({ act, label, icon }) => {
        if (!rights[act]) return null;
        if (act !== 'move') {
          return (
            <Fragment key={act}>
              {act === 'remove' && <MenuSeparator />}
              <MenuItem
                icon={icon}
                tone={act === 'remove' ? 'danger' : 'plain'}
                onSelect={() => onAct(act, note)}
              >
                {label}
                <span className="sr-only"> note: {name}</span>
              </MenuItem>
              {act === 'group' && note.group_id !== null && (
                <MenuItem icon={<Ungroup />} onSelect={() => onAct('take-out', note)}>
                  Take out of the group<span className="sr-only">: {name}</span>
                </MenuItem>
              )}
            </Fragment>
          );
        }
        const onMoveTo = (to: ColumnId): void => onMove(note, to);
        return <MoveItems key={act} columns={columns} from={note.note_type} onMove={onMoveTo} />;
      })}
    </CardMenu>
  );
}
