import type { Group } from '@wentwell/contract/groups';
import { ChevronDown, Layers } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, Suspense } from 'react';

import { classNames } from '#web/ui/class-names';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import { BoardNote, type BoardNoteProps } from './BoardNote.tsx';
import type { GroupCardParts } from './group-card-parts.ts';
import { groupKeyAction } from './note-keys.ts';
import { type ColumnTopic, foldNotes, titleOfTopic } from './note-order.ts';
import { openMoveMenu } from './NoteCardActions.tsx';
import { slotId } from './use-board-keys.ts';

import './group-card.css';

// Needed in the phases that group, and there before the first press.
const EditableGroupTitle = lazyPart(
  async () => (await import('./EditableGroupTitle.tsx')).EditableGroupTitle,
);

interface GroupCardProps {
  topic: ColumnTopic;
  group: Group;
  parts: GroupCardParts;
  noteCardOf: (note: ColumnTopic['notes'][number]) => BoardNoteProps;
  /** A long group shows all its notes. */
  isOpen: boolean;
  /** The card of this group that Tab leads to. */
  tabStop: string | undefined;
}

/** The notes of a group in one card: its title and how many they are, then each of them, the newest first. */
export const GroupCard = memo(function GroupCard(props: GroupCardProps): ReactNode {
  const { topic, group, parts, noteCardOf, isOpen, tabStop } = props;
  const { topicBadges, topicFooter, onFold } = parts;
  const { shown, rest } = foldNotes(topic);
  const title = titleOfTopic(topic);

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    switch (groupKeyAction(event, parts.canChange)) {
      case null:
        return;
      case 'fold':
        if (rest.length > 0) onFold(group, !isOpen);
        break;
      case 'rename':
        parts.onRename(group);
        break;
      case 'move':
        openMoveMenu(event.currentTarget);
        break;
      case 'group':
        parts.onGroup(group);
        break;
    }
    event.preventDefault();
  }

  return (
    <article
      tabIndex={tabStop === topic.id ? 0 : -1}
      aria-label={`Group ${title}, ${topic.notes.length} notes`}
      aria-keyshortcuts={parts.canChange ? 'Enter Space E M G F2' : 'Enter Space F2'}
      onKeyDown={handleKeyDown}
      className="group-card group/group ring-focus"
    >
      <GroupHead topic={topic} group={group} title={title} parts={parts} />
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

function GroupHead(
  props: Pick<GroupCardProps, 'topic' | 'group' | 'parts'> & { title: string },
): ReactNode {
  const { topic, group, title, parts } = props;
  const { columns, canChange } = parts;
  const count = topic.notes.length;
  const plain = (
    <>
      <h3 className="group-title" title={title}>
        {title}
      </h3>
      <span className="group-count" title={`${count} notes`}>
        {count}
        <span className="sr-only"> notes</span>
      </span>
    </>
  );
  return (
    <header className="group-head">
      <span
        aria-hidden="true"
        className={classNames('group-mark', columns.find(({ id }) => id === group.column_id)?.edge)}
      />
      <Layers aria-hidden="true" className="size-4 shrink-0 text-soft" />
      {canChange ? (
        <Suspense fallback={plain}>
          <EditableGroupTitle group={group} title={title} parts={parts}>
            {plain}
          </EditableGroupTitle>
        </Suspense>
      ) : (
        plain
      )}
    </header>
  );
}
