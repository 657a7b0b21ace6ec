import type { Group } from '@wentwell/contract/groups';
import { ChevronDown, Layers } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import { BoardNote, type BoardNoteProps } from './BoardNote.tsx';
import type { ColumnLook } from './column-look.ts';
import { type ColumnTopic, foldNotes, titleOfGroup } from './note-order.ts';
import type { TopicSlot } from './NoteCard.tsx';
import { slotId } from './use-board-keys.ts';

import './group-card.css';

/** What a board gives to all its groups: the same object until something of every group has changed. */
export interface GroupCardParts {
  columns: readonly ColumnLook[];
  topicBadges?: TopicSlot | undefined;
  topicFooter?: TopicSlot | undefined;
  onFold: (group: Group, isOpen: boolean) => void;
}

/** The notes of a group in one card: its title and how many they are, then each of them, the newest first. */
export const GroupCard = memo(function GroupCard(props: {
  topic: ColumnTopic;
  group: Group;
  parts: GroupCardParts;
  noteCardOf: (note: ColumnTopic['notes'][number]) => BoardNoteProps;
  /** A long group shows all its notes. */
  isOpen: boolean;
  /** The card of this column that Tab leads to. */
  tabStop: string | undefined;
}): ReactNode {
  const { topic, group, parts, noteCardOf, isOpen, tabStop } = props;
  const { columns, topicBadges, topicFooter, onFold } = parts;
  const { shown, rest } = foldNotes(topic);
  const title = titleOfGroup(group, topic.notes);
  const count = `${topic.notes.length} notes`;
  const edge = columns.find(({ id }) => id === group.column_id)?.edge;

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (rest.length > 0) onFold(group, !isOpen);
  }

  return (
    <article
      tabIndex={tabStop === topic.id ? 0 : -1}
      aria-label={`Group ${title}, ${count}`}
      onKeyDown={handleKeyDown}
      className="group-card ring-focus"
    >
      <header className="group-head">
        <span aria-hidden="true" className={classNames('group-mark', edge)} />
        <Layers aria-hidden="true" className="size-4 shrink-0 text-soft" />
        <h3 className="group-title" title={title}>
          {title}
        </h3>
        <span className="group-count" title={count}>
          {topic.notes.length}
          <span className="sr-only"> notes</span>
        </span>
      </header>
      {topicBadges?.(topic)}
      <ul aria-label={`Notes of ${title}`} className="group-notes">
        {[...shown, ...rest].map((note, index) => (
          <li
            key={note.id}
            id={slotId(note.id)}
            className="note-slot"
            data-folded={(index >= shown.length && !isOpen) || undefined}
          >
            <BoardNote {...noteCardOf(note)} groupName={title} isTabStop={tabStop === note.id} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className="group-more ring-focus"
          aria-expanded={isOpen}
          onClick={() => onFold(group, !isOpen)}
        >
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-4', isOpen && 'rotate-180')}
          />
          {isOpen ? 'Show fewer' : `${rest.length} more`}
          <span className="sr-only"> notes of {title}</span>
        </button>
      )}
      {topicFooter && <div className="group-foot">{topicFooter(topic)}</div>}
    </article>
  );
});
