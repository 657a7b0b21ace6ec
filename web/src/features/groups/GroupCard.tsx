import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import type { GroupId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { Group } from '@wentwell/contract/notes/groups';
import type { Note } from '@wentwell/contract/notes/notes';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import { useIsWaiting } from '#web/live/use-board';
import { classNames } from '#web/ui/class-names';
import { WaitingMark } from '#web/ui/feedback/WaitingMark.tsx';
import { keyOf, shortcutOf } from '#web/ui/key-press';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { openMoveMenu } from '#web/ui/overlays/CardMenu.tsx';

import { type ColumnTopic, foldNotes } from './column-topic.ts';
import { groupKeyAction } from './group-keys.ts';
import type { GroupCardParts } from './use-grouping.ts';

import './group-card.css';

// Loaded in phases that group. The title field is not lazy: letters typed after `E` must reach it.
const GroupButtons = lazyPart(() => import('./GroupButtons.tsx'), 'GroupButtons');

/** Renders a note of a group as a list item. A new function re-renders every card. */
export type DrawNote = (note: Note, place: NotePlace) => ReactNode;

interface NotePlace {
  groupName: string;
  isFolded: boolean;
  /** It is the tab stop. */
  isTabStop: boolean;
}

interface GroupCardProps {
  topic: ColumnTopic;
  group: Group;
  parts: GroupCardParts;
  drawNote: DrawNote;
  isOpen: boolean;
  /** The card of this group that is the tab stop. */
  tabStop: string | undefined;
}

/** A group's card: title, count, and notes, newest first. */
export const GroupCard = memo(function GroupCard(props: GroupCardProps): ReactNode {
  const { topic, group, parts, drawNote, isOpen, tabStop } = props;
  const { onFold } = parts;
  const { shown, rest } = foldNotes(topic);
  const title = titleOfTopic(topic);

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    const action = groupKeyAction(shortcutOf(event), parts.canChange);
    if (action === null) return;
    if (action === 'move') openMoveMenu(event.currentTarget);
    else if (action !== 'fold') parts.onAct(action, group);
    else if (rest.length > 0) onFold(group, !isOpen);
    event.preventDefault();
  }

  return (
    <article
      tabIndex={tabStop === topic.id ? 0 : -1}
      aria-label={`Group ${title}, ${topic.notes.length} notes`}
      aria-keyshortcuts={parts.canChange ? 'Enter Space E M G F2' : 'Enter Space F2'}
      onKeyDown={handleKeyDown}
      data-tone={parts.columns.find(({ id }) => id === group.column_id)?.tone}
      className="group-card paper ring-focus"
    >
      <GroupHead topic={topic} group={group} title={title} parts={parts} />
      <ul aria-label={`Notes of ${title}`} className="group-notes">
        {[...shown, ...rest].map((note, index) =>
          drawNote(note, {
            groupName: title,
            isFolded: index >= shown.length && !isOpen,
            isTabStop: tabStop === note.id,
          }),
        )}
      </ul>
      {rest.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className="group-more flex items-center justify-center gap-1 w-full min-h-9 text-link font-semibold cursor-pointer ring-focus -outline-offset-2!"
          aria-expanded={isOpen}
          onClick={() => onFold(group, !isOpen)}
        >
          <ChevronDown className={classNames('size-4', isOpen && 'rotate-180')} />
          {isOpen ? 'Show fewer' : `${rest.length} more`}
          <span className="sr-only"> notes of {title}</span>
        </button>
      )}
    </article>
  );
});

function GroupHead(
  props: Pick<GroupCardProps, 'topic' | 'group' | 'parts'> & { title: string },
): ReactNode {
  const { topic, group, title, parts } = props;
  const { canChange, renaming, onTitleTyped, titleBegun, onTitle } = parts;
  const count = topic.notes.length;
  const isWaiting = useIsWaiting(group.id);
  return (
    <header className="group-head flex items-center gap-2 mb-2">
      {canChange && renaming?.id === group.id ? (
        <GroupTitleField
          id={group.id}
          title={title}
          start={renaming.start}
          begun={titleBegun}
          onTyped={onTitleTyped}
          onEnd={(text) => onTitle(group, text)}
        />
      ) : (
        <>
          <h3
            className="group-title min-w-0 line-clamp-2 wrap-anywhere text-base font-semibold"
            title={title}
          >
            {title}
          </h3>
          <span
            className="flex-1 text-soft text-sm tabular-nums font-medium"
            title={`${count} notes`}
          >
            {count}
            <span className="sr-only"> notes</span>
          </span>
        </>
      )}
      {isWaiting && <WaitingMark />}
      {parts.topicFooter?.(topic)}
      {canChange && <GroupButtons group={group} title={title} parts={parts} />}
    </header>
  );
}

/** Edits a group's title. Enter and blur save, Escape cancels. */
function GroupTitleField(props: {
  id: GroupId;
  title: string;
  /** The initial text: the present title, or a refused one. */
  start: string;
  /** Text typed before the field was remounted; null without one. */
  begun: (id: GroupId) => string | null;
  onTyped: (text: string) => void;
  /** Null if there is nothing to save. */
  onEnd: (text: string | null) => void;
}): ReactNode {
  const { id, title, start, begun, onTyped, onEnd } = props;
  const [text, setText] = useState(() => begun(id) ?? start);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);

  // A layout effect, so that no key is lost (docs/design.md D-30). Keeps text that was already typed.
  useLayoutEffect(() => {
    if (begun(id) === null) field.current?.select();
    else field.current?.focus();
  }, [begun, id]);

  function end(saved: string | null): void {
    // Unmounting blurs the field, too.
    if (isOver.current) return;
    isOver.current = true;
    onEnd(saved);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const key = keyOf(event);
    if (key === 'Enter') end(text);
    else if (key === 'Escape') end(null);
    else return;
    event.preventDefault();
  }

  return (
    <input
      ref={field}
      aria-label={`Title of group ${title}`}
      value={text}
      maxLength={limits.groupTitleMax}
      autoComplete="off"
      onChange={({ target }) => {
        setText(target.value);
        onTyped(target.value);
      }}
      onKeyDown={handleKeyDown}
      onBlur={() => end(text)}
      className="group-title-field flex-1 min-w-0 border border-control rounded-sm bg-card font-semibold focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus"
    />
  );
}
