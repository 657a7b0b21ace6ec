import { DndContext, DragOverlay } from '@dnd-kit/core';
import type { ColumnId } from '@wentwell/contract/columns';
import type { Group } from '@wentwell/contract/groups';
import type { NoteId, TopicId, UserId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings';
import type { Note } from '@wentwell/contract/notes';
import type { TeamContext } from '@wentwell/contract/teams';
import { topicIdOf } from '@wentwell/contract/topics';
import {
  createContext,
  memo,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { EmptyColumn } from '#web/ui/feedback/illustrations.tsx';
import type { Person } from '#web/ui/identity/Avatar.tsx';
import { useCommands } from '#web/ui/overlays/commands';

import { addNoteCommands } from './add-note-commands.tsx';
import type { BoardNoteProps } from './BoardNote.tsx';
import { columnLooks } from './column-look.ts';
import { ColumnTabs } from './ColumnTabs.tsx';
import { composerId, useComposerKeys } from './composer-keys.ts';
import type { NoteActions } from './note-actions.ts';
import type { NoteDrafts } from './note-drafts.ts';
import { type Dragging, useNoteDrag } from './note-drag.ts';
import { cardsOf, findTopic, orderByColumn, titleOfTopic } from './note-order.ts';
import { addingOn, groupsOn, rightsOn } from './note-rights.ts';
import { preview } from './note-text.ts';
import { NoteCard, type NoteSlot, type TopicSlot } from './NoteCard.tsx';
import { NoteColumn } from './NoteColumn.tsx';
import { NoteComposer } from './NoteComposer.tsx';
import { NoteDialogs } from './NoteDialogs.tsx';
import { NoteList } from './NoteList.tsx';
import type { FindSimilar } from './similar-notes.ts';
import { type Drop, dropOf } from './topic-drop.ts';
import { slotId, useBoardKeys } from './use-board-keys.ts';
import { type Grouping, useGrouping } from './use-grouping.tsx';
import { useNoteDialogs } from './use-note-dialogs.ts';
import { useStableCallback } from './use-stable-callback.ts';

import './note-columns.css';
import './note-print.css';

export interface NoteBoardProps {
  meeting: Meeting;
  notes: readonly Note[];
  groups: readonly Group[];
  who: TeamContext;
  /** Must return the same object for the same person. */
  personOf: (userId: UserId) => Person;
  /** Who is editing which note, and who else has it in the hand. */
  editing: ReadonlyMap<NoteId, UserId>;
  held: ReadonlyMap<NoteId, UserId>;
  /** Notes that others have just changed. */
  news: ReadonlyMap<NoteId, 'changed' | 'revealed'>;
  actions: NoteActions;
  /** Null until its code is here: nothing is grouped before. */
  grouping: Grouping | null;
  findSimilar: FindSimilar;
  drafts: NoteDrafts;
  onTyping: (noteId: NoteId) => void;
  /** At each move of a note in the hand, and once a second meanwhile. */
  onDrag: (noteId: NoteId, over: TopicId | ColumnId | null) => void;
  /** Shown in place of the columns. Dialogs stay open over it. */
  instead?: ReactNode;
  /** What the screen adds to the cards. Each must be the same function until what it draws has changed. */
  topicBadges?: TopicSlot;
  /** At the foot of a group, and of a note that stands alone. */
  topicFooter?: TopicSlot;
  /** Below each note, in a group and alone. */
  noteFooter?: NoteSlot;
  /** Beside the buttons of each note. */
  noteTools?: NoteSlot;
}

const BoardContext = createContext<(NoteBoardProps & { dragging: Dragging | null }) | null>(null);
// A constant element: when notes change, the columns re-render, but not the dnd-kit context around them.
const columnsOfBoard = <Columns />;

export const NoteBoard = memo(function NoteBoard(props: NoteBoardProps): ReactNode {
  const { meeting, notes, groups, who, actions, grouping } = props;
  const board = { notes, groups };

  function drop(note: Note, dropped: Drop): void {
    switch (dropped.act) {
      case 'move':
        void actions.move(note, dropped.to);
        break;
      case 'take-out':
        grouping?.takeOut(note);
        break;
      case 'group': {
        const target = findTopic(board, dropped.with);
        if (target) grouping?.group([note.id], target);
        break;
      }
    }
  }

  const { dragging, setUp } = useNoteDrag({
    notes,
    columns: meeting.columns,
    rightsOf: (note) => rightsOn({ who, meeting, canGroup: grouping !== null }, note),
    nameOf: (id) => {
      const topic = findTopic(board, id);
      return topic ? `“${preview(titleOfTopic(topic), 30)}”` : 'it';
    },
    onDrag: props.onDrag,
    onDrop: drop,
  });
  return (
    <BoardContext value={{ ...props, dragging }}>
      <DndContext {...setUp} autoScroll={false}>
        {columnsOfBoard}
      </DndContext>
    </BoardContext>
  );
});

function Columns(): ReactNode {
  const board = use(BoardContext);
  if (board === null) throw new Error('Columns must be rendered by NoteBoard');
  const { meeting, notes, groups, dragging, who, personOf, editing, held, news } = board;
  const { actions, grouping, findSimilar, drafts, onTyping } = board;
  const { noteFooter, noteTools, topicBadges, topicFooter } = board;
  const [picked, setPicked] = useState<ColumnId | null>(null);
  const columns = useMemo(() => columnLooks(meeting.columns), [meeting.columns]);
  // The picked column may be removed while somebody looks at it.
  const chosen = (columns.find(({ id }) => id === picked) ?? columns[0])?.id ?? '';
  const adding = addingOn(who, meeting);
  const hasCode = grouping !== null;
  const rightsOf = useCallback(
    (note: Note) => rightsOn({ who, meeting, canGroup: hasCode }, note),
    [who, meeting, hasCode],
  );
  const me = who.userId;
  const dialogs = useNoteDialogs({ adding, me, rightsOf, actions, drafts, onTyping });

  useEffect(() => drafts.rehome(meeting.columns), [drafts, meeting.columns]);
  useCommands(adding === 'open' ? addNoteCommands(columns, dialogs.add) : []);
  useComposerKeys({
    columns,
    usual: chosen,
    onGoTo: (columnId) => {
      if (adding !== 'open') return dialogs.add(columnId);
      // A phone shows the column first: what is hidden takes no focus.
      flushSync(() => setPicked(columnId));
      document.getElementById(composerId(columnId))?.focus();
    },
  });
  // Where notes are hidden the others' lie apart anyway, and the order stays as it is when the phase changes.
  const ownFirst = meeting.phase === 'writing' && !meeting.settings.hide_notes;
  const topicsIn = useMemo(
    () => orderByColumn({ notes, groups }, meeting.columns, { me, ownFirst }),
    [notes, groups, meeting.columns, me, ownFirst],
  );
  const canGroup = hasCode && groupsOn(who, meeting);
  const { parts, unfolded, groupWith, takeOut, pickFor, picker } = useGrouping({
    grouping,
    groups,
    columns,
    topics: useMemo(() => columns.flatMap(({ id }) => topicsIn(id).open), [columns, topicsIn]),
    canGroup,
    findSimilar,
    topicBadges,
    topicFooter,
    onShow: setPicked,
  });
  const { open, edit, remove } = dialogs;
  const move = useStableCallback((note: Note, to: ColumnId): void => {
    if (!document.activeElement?.matches(':focus-visible')) return dialogs.move(note, to);
    // Whoever works by keyboard goes along with the note, and sees where the focus is.
    flushSync(() => {
      setPicked(to);
      dialogs.move(note, to);
    });
    document.getElementById(slotId(note.id))?.scrollIntoView({ block: 'nearest' });
  });
  const cardOf = useCallback(
    (note: Note): BoardNoteProps => {
      const nameOf = (id: UserId | undefined): string | null =>
        id === undefined || id === me ? null : personOf(id).name;
      return {
        note,
        columns,
        author: personOf(note.author_id),
        isMine: note.author_id === me,
        rights: rightsOf(note),
        editor: nameOf(editing.get(note.id)),
        dragger: nameOf(held.get(note.id)),
        news: news.get(note.id) ?? null,
        noteFooter,
        noteTools,
        topicBadges,
        topicFooter,
        onOpen: open,
        onEdit: edit,
        onMove: move,
        onGroup: pickFor,
        onTakeOut: takeOut,
        onDelete: remove,
      };
    },
    [
      me,
      columns,
      rightsOf,
      personOf,
      editing,
      held,
      news,
      noteFooter,
      noteTools,
      topicBadges,
      topicFooter,
      open,
      edit,
      move,
      pickFor,
      takeOut,
      remove,
    ],
  );

  const handleKeyDown = useBoardKeys({
    columns: columns.map(({ id }) => ({ id, cards: topicsIn(id).open.flatMap(cardsOf) })),
    isDragging: dragging !== null,
    onShow: setPicked,
  });

  const target = dragging?.target ? findTopic({ notes, groups }, dragging.target) : null;
  /** What is dropped on a card is grouped and does not move. */
  function movesTo(column: ColumnId): boolean {
    if (!dragging || dragging.isOverCard) return false;
    return dropOf(dragging.note, { column, card: null }, rightsOf(dragging.note)) !== null;
  }
  function targetIn(column: ColumnId): TopicId | null {
    const isHere = topicsIn(column).open.some(({ id }) => id === dragging?.target);
    return isHere ? (dragging?.target ?? null) : null;
  }

  // Keyed, so that the same dialog with its text stays when the columns go.
  const openDialog = dialogs.dialog && (
    <NoteDialogs
      key="dialog"
      dialogs={dialogs}
      notes={notes}
      columns={columns}
      personOf={personOf}
      meeting={meeting}
      who={who}
      findSimilar={findSimilar}
      onGroup={canGroup ? (note, similar) => groupWith([note.id], topicIdOf(similar)) : undefined}
    />
  );
  if (board.instead !== undefined) {
    return (
      <>
        {board.instead}
        {openDialog}
      </>
    );
  }

  return (
    <>
      <div className="note-board" onKeyDown={handleKeyDown}>
        <ColumnTabs
          columns={columns}
          chosen={chosen}
          countOf={(id) => topicsIn(id).count}
          onChoose={setPicked}
        />
        <div data-columns={columns.length} className="note-columns">
          {columns.map((look) => (
            <NoteColumn
              key={look.id}
              look={look}
              count={topicsIn(look.id).count}
              faceDown={topicsIn(look.id).faceDown.length}
              beingWritten={topicsIn(look.id).faceDown.filter(({ id }) => editing.has(id)).length}
              isChosen={look.id === chosen}
              adding={adding}
              onAdd={() => dialogs.add(look.id)}
              composer={
                <NoteComposer
                  look={look}
                  adding={adding}
                  drafts={drafts}
                  actions={dialogs.composer}
                />
              }
              isTarget={movesTo(look.id)}
            >
              <NoteList
                topics={topicsIn(look.id).open}
                cardOf={cardOf}
                group={parts}
                unfolded={unfolded}
                target={targetIn(look.id)}
              />
            </NoteColumn>
          ))}
          {notes.length === 0 && (
            <div className="note-columns-empty">
              <EmptyState illustration={<EmptyColumn />} title="No notes yet" level={3}>
                {adding === 'open'
                  ? 'Use the "Add Note" button in a column to get started.'
                  : undefined}
              </EmptyState>
            </div>
          )}
        </div>
      </div>
      {/* dnd-kit's animation would first scroll the target column to where the card lies. */}
      <DragOverlay dropAnimation={null}>
        {target && (
          <span className="drop-label">Group with “{preview(titleOfTopic(target), 40)}”</span>
        )}
        {dragging && (
          <NoteCard
            {...cardOf(dragging.note)}
            noteFooter={undefined}
            noteTools={undefined}
            news={null}
            lifted
          />
        )}
      </DragOverlay>
      {openDialog}
      {picker}
    </>
  );
}
