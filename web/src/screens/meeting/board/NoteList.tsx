import type { GroupId, TopicId } from '@wentwell/contract/ids';
import {
  type CSSProperties,
  type FocusEvent,
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useState,
} from 'react';

import { type ColumnTopic, foldNotes } from '#web/features/groups/column-topic';
import { type DrawNote, GroupCard } from '#web/features/groups/GroupCard.tsx';
import type { GroupCardParts } from '#web/features/groups/use-grouping';
import type { CardId } from '#web/features/notes/board-keys';
import { turnDelay } from '#web/features/notes/FaceDown.tsx';
import { NoteCard } from '#web/features/notes/NoteCard.tsx';
import { slotId } from '#web/features/notes/use-board-keys';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';

import { cardsOf } from './topic-order.ts';
import type { TouchedNews } from './use-touched-notes.ts';

interface NoteListProps {
  topics: readonly ColumnTopic[];
  news: TouchedNews;
  group: GroupCardParts;
  /** Long groups that are unfolded. */
  unfolded: ReadonlySet<GroupId>;
  /** The column's index and count, for the reveal's order. */
  column: number;
  columns: number;
  /** The card that the dragged note would be grouped with. */
  target: TopicId | null;
}

/** As many cards as most screens show. */
const firstCards = 10;
/** Drawn in a frame of their own: fewer while they are in view, where each is laid out at once. */
const furtherCards = (drawn: number): number => (drawn < firstCards ? 8 : 20);
/** Drawn at once when they arrive. */
const spareCards = 2;

/** One column's topics. Changes of other columns do not re-render it, which matters with hundreds of notes. */
export const NoteList = memo(function NoteList(props: NoteListProps): ReactNode {
  const { topics, news, group: groupParts, unfolded, target, column, columns } = props;
  // Draws further cards in interruptible pieces: a thousand at once blocked a phone for three seconds, and a reveal of
  // 200 a desk for half a second.
  const [drawn, setDrawn] = useState(() => Math.min(firstCards, topics.length + spareCards));
  useEffect(() => {
    if (drawn >= topics.length + spareCards / 2) return undefined;
    const next = Math.min(drawn + furtherCards(drawn), topics.length + spareCards);
    return inOwnFrame(() => startTransition(() => setDrawn(next)));
  }, [drawn, topics.length]);
  // The last focused card is the column's tab stop (docs/design.md D-33).
  const [visited, setVisited] = useState<CardId | null>(null);
  // Cards that arrive above push others out of the first ones: the focused card keeps its focus and its field.
  const shown = topics.filter(
    (topic, at) => at < drawn || (visited !== null && cardsOf(topic).includes(visited)),
  );
  const stops = topics.flatMap((topic) => shownCards(topic, unfolded));
  const stop = visited !== null && stops.includes(visited) ? visited : stops[0];

  function handleFocus({ target }: FocusEvent): void {
    const slot = target.closest('.note-slot')?.id;
    const focused = stops.find((id) => slotId(id) === slot);
    if (focused) setVisited(focused);
  }

  const drawNote = useCallback<DrawNote>(
    (note, { isFolded, ...place }) => (
      <li
        key={note.id}
        id={slotId(note.id)}
        className="note-slot"
        data-folded={isFolded || undefined}
      >
        <Part>
          <NoteCard note={note} news={news.get(note.id)} {...place} />
        </Part>
      </li>
    ),
    [news],
  );

  return (
    <ul className="note-list" onFocus={handleFocus}>
      {shown.map((topic, at) => {
        const { id, group, notes } = topic;
        const [note] = notes;
        // Only during the reveal: otherwise each new note would restyle every card below it.
        const turns = notes.some((each) => news.get(each.id) === 'revealed');
        const turn: CSSProperties & { '--turn': string } = {
          '--turn': turnDelay({ column, columns, card: at }),
        };
        return (
          <li
            key={id}
            id={slotId(id)}
            className="note-slot"
            data-drop-target={id === target || undefined}
            style={turns ? turn : undefined}
          >
            <Part>
              {group ? (
                <GroupCard
                  topic={topic}
                  group={group}
                  parts={groupParts}
                  drawNote={drawNote}
                  isOpen={unfolded.has(group.id)}
                  tabStop={cardsOf(topic).find((card) => card === stop)}
                />
              ) : (
                note && (
                  <NoteCard
                    note={note}
                    news={news.get(note.id)}
                    topic={topic}
                    isTabStop={id === stop}
                  />
                )
              )}
            </Part>
          </li>
        );
      })}
    </ul>
  );
}, isSame);

function isSame(before: NoteListProps, after: NoteListProps): boolean {
  return (
    before.news === after.news &&
    before.group === after.group &&
    before.unfolded === after.unfolded &&
    before.target === after.target &&
    before.topics.length === after.topics.length &&
    before.topics.every((topic, at) => topic === after.topics[at])
  );
}

/** Excludes notes folded away in long groups. */
function shownCards(topic: ColumnTopic, unfolded: ReadonlySet<GroupId>): readonly CardId[] {
  if (topic.group === null || unfolded.has(topic.group.id)) return cardsOf(topic);
  return [topic.id, ...foldNotes(topic).shown.map(({ id }) => id)];
}

type Draw = () => void;

const waiting = new Set<Draw>();

function drawNext(): void {
  const [draw] = waiting;
  if (draw === undefined) return;
  waiting.delete(draw);
  draw();
  if (waiting.size > 0) requestAnimationFrame(drawNext);
}

/** Draws in a later frame that it shares with no other caller, in the order of calls. Returns a function that cancels it. */
function inOwnFrame(draw: Draw): () => void {
  waiting.add(draw);
  if (waiting.size === 1) requestAnimationFrame(drawNext);
  return () => waiting.delete(draw);
}
