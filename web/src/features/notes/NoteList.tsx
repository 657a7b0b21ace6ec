import type { GroupId, TopicId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import { type FocusEvent, memo, type ReactNode, useState } from 'react';

import type { CardId } from './board-keys.ts';
import { BoardNote, type BoardNoteProps } from './BoardNote.tsx';
import type { GroupCardParts } from './group-card-parts.ts';
import { GroupCard } from './GroupCard.tsx';
import { cardsOf, type ColumnTopic, foldNotes } from './note-order.ts';
import { slotId } from './use-board-keys.ts';

interface NoteListProps {
  topics: readonly ColumnTopic[];
  /** What the board draws a note with: the same function until something of every card has changed. */
  cardOf: (note: Note) => BoardNoteProps;
  group: GroupCardParts;
  /** The long groups that show all their notes. */
  unfolded: ReadonlySet<GroupId>;
  /** The card that a note in the hand would be grouped with. */
  target: TopicId | null;
}

/** The topics of one column. A change in another column does not concern it: beside hundreds of notes that is felt. */
export const NoteList = memo(function NoteList(props: NoteListProps): ReactNode {
  const { topics, cardOf, group: groupParts, unfolded, target } = props;
  // The card that had the focus last is the column's tab stop (docs/design.md D-33).
  const [visited, setVisited] = useState<CardId | null>(null);
  const stops = topics.flatMap((topic) => shownCards(topic, unfolded));
  const stop = visited !== null && stops.includes(visited) ? visited : stops[0];

  function handleFocus({ target }: FocusEvent): void {
    const slot = target.closest('.note-slot')?.id;
    const focused = stops.find((id) => slotId(id) === slot);
    if (focused) setVisited(focused);
  }

  return (
    <ul className="note-list" onFocus={handleFocus}>
      {topics.map((topic) => {
        const { id, group, notes } = topic;
        const [note] = notes;
        return (
          <li
            key={id}
            id={slotId(id)}
            className="note-slot"
            data-drop-target={id === target || undefined}
          >
            {group ? (
              <GroupCard
                topic={topic}
                group={group}
                parts={groupParts}
                noteCardOf={cardOf}
                isOpen={unfolded.has(group.id)}
                tabStop={cardsOf(topic).find((card) => card === stop)}
              />
            ) : (
              note && <BoardNote {...cardOf(note)} topic={topic} isTabStop={id === stop} />
            )}
          </li>
        );
      })}
    </ul>
  );
}, isSame);

function isSame(before: NoteListProps, after: NoteListProps): boolean {
  return (
    before.cardOf === after.cardOf &&
    before.group === after.group &&
    before.unfolded === after.unfolded &&
    before.target === after.target &&
    before.topics.length === after.topics.length &&
    before.topics.every((topic, at) => topic === after.topics[at])
  );
}

/** Without the notes that a long group has folded away. */
function shownCards(topic: ColumnTopic, unfolded: ReadonlySet<GroupId>): readonly CardId[] {
  if (topic.group === null || unfolded.has(topic.group.id)) return cardsOf(topic);
  return [topic.id, ...foldNotes(topic).shown.map(({ id }) => id)];
}
