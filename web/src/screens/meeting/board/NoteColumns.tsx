import type { ColumnId } from '@wentwell/contract/columns';
import type { TopicId, UserId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import { topicIdOf, titleOfTopic } from '@wentwell/contract/topics';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';

import { type Follow, useGrouping } from '#web/features/groups/use-grouping';
import { addNoteCommands, filterCommand } from '#web/features/notes/add-note-commands.tsx';
import { ColumnTabs } from '#web/features/notes/ColumnTabs.tsx';
import { composerId, useComposerKeys } from '#web/features/notes/composer-keys';
import { type Dragging, dropId } from '#web/features/notes/note-drag';
import { addingOn, authorLine, groupsOn, rightsOn } from '#web/features/notes/note-rights';
import { NoteCard } from '#web/features/notes/NoteCard.tsx';
import { NoteColumn } from '#web/features/notes/NoteColumn.tsx';
import { NoteComposer } from '#web/features/notes/NoteComposer.tsx';
import { dropOf } from '#web/features/notes/topic-drop';
import { useBoardKeys, slotId } from '#web/features/notes/use-board-keys';
import { useNoteDialogs } from '#web/features/notes/use-note-dialogs';
import { DragOverlay } from '#web/ui/dragging/DragArea.tsx';
import { EmptyColumn } from '#web/ui/feedback/EmptyColumn.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { columnLooks } from '#web/ui/identity/column-look';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { useCommands } from '#web/ui/overlays/commands';
import { HeldKeys } from '#web/ui/overlays/HeldKeys.tsx';
import { preview } from '#web/ui/preview';
import { useStableCallback } from '#web/ui/use-stable-callback';

import { BoardFilter } from './BoardFilter.tsx';
import type { NoteBoardProps } from './note-board-props.ts';
import { NoteList } from './NoteList.tsx';
import { cardsOf, findTopic, orderByColumn } from './topic-order.ts';
import { useBoardFilter } from './use-board-filter.ts';
import { useCardOf } from './use-card-of.ts';

/**
 * Runs a change that takes a card to another place. Keyboard users are taken along: the card's column is shown, and the
 * card scrolled into view, because the focus is on it.
 */
function followByKeyboard(
  change: () => { card: TopicId; column: ColumnId },
  onShow: (columnId: ColumnId) => void,
): void {
  if (!document.activeElement?.matches(':focus-visible')) {
    change();
    return;
  }
  const place = flushSync(() => {
    const changed = change();
    onShow(changed.column);
    return changed;
  });
  document.getElementById(slotId(place.card))?.scrollIntoView({ block: 'nearest' });
}

// Loaded after the board.
const NoteDialogs = lazyPart(async () => (await import('../late-code.ts')).NoteDialogs);

// Needed from the first phase that groups on.
const GroupWith = lazyPart(async () => (await import('./GroupWith.tsx')).GroupWith);

/** The columns with their cards, and the dialogs over them. */
export function NoteColumns(board: NoteBoardProps & { dragging: Dragging | null }): ReactNode {
  const { meeting, notes, groups, dragging, who, personOf, editing, typing } = board;
  const { actions, grouping, findSimilar, drafts, onTyping, topicFooter } = board;
  const [picked, setPicked] = useState<ColumnId | null>(null);
  const columns = useMemo(() => columnLooks(meeting.columns), [meeting.columns]);
  // The picked column may be removed while somebody looks at it.
  const chosen = (columns.find(({ id }) => id === picked) ?? columns[0])?.id ?? '';
  const adding = addingOn(who, meeting);
  const hasCode = grouping !== null;
  // Keys and menus group before the code has come: what is asked for waits for it.
  const rightsOf = useCallback(
    (note: Note) => rightsOn({ who, meeting, canGroup: true }, note),
    [who, meeting],
  );
  const me = who.userId;
  const dialogs = useNoteDialogs({ adding, me, rightsOf, actions, drafts, onTyping });

  useEffect(() => drafts.rehome(meeting.columns), [drafts, meeting.columns]);
  const nameOf = useCallback(
    (id: UserId | null, importedName?: string) => personOf(id, importedName).name,
    [personOf],
  );
  const { sought, setSought, pass } = useBoardFilter(nameOf);
  const openFilter = (): void => setSought((text) => text ?? '');
  useCommands([
    ...(adding === 'open' ? addNoteCommands(columns, dialogs.add) : []),
    filterCommand(openFilter),
  ]);
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
  const canGroup = groupsOn(who, meeting);
  const follow: Follow = (change) => followByKeyboard(change, setPicked);
  const { parts, unfolded, groupWith, takeOut, pickFor, picking } = useGrouping({
    grouping,
    groups,
    columns,
    topics: useMemo(() => columns.flatMap(({ id }) => topicsIn(id).open), [columns, topicsIn]),
    canGroup,
    topicFooter,
    follow,
  });
  const move = useStableCallback((note: Note, to: ColumnId): void =>
    follow(() => {
      dialogs.move(note, to);
      return { card: note.id, column: to };
    }),
  );
  const cardOf = useCardOf(board, {
    columns,
    rightsOf,
    onOpen: dialogs.open,
    onEdit: dialogs.edit,
    onMove: move,
    onGroup: pickFor,
    onTakeOut: takeOut,
    onDelete: dialogs.remove,
  });

  const shownIn = useMemo(() => {
    const shown = new Map(columns.map(({ id }) => [id, pass(topicsIn(id).open)]));
    return (id: ColumnId) => shown.get(id) ?? [];
  }, [columns, topicsIn, pass]);
  const handleKeyDown = useBoardKeys({
    columns: columns.map(({ id }) => ({ id, cards: shownIn(id).flatMap(cardsOf) })),
    isDragging: dragging !== null,
    onShow: setPicked,
  });

  const target = dragging?.target ? findTopic({ notes, groups }, dragging.target) : null;
  /** What is dropped on a card is grouped and does not move. */
  function movesTo(column: ColumnId): boolean {
    if (dragging?.over !== dropId('column', column) || dragging.isOverCard) return false;
    const rights = rightsOn({ who, meeting, canGroup: hasCode }, dragging.note);
    return dropOf(dragging.note, { column, card: null }, rights) !== null;
  }
  function targetIn(column: ColumnId): TopicId | null {
    const isHere = topicsIn(column).open.some(({ id }) => id === dragging?.target);
    return isHere ? (dragging?.target ?? null) : null;
  }

  // Keyed, so that the same dialog with its text stays when the columns go.
  const openDialog = dialogs.dialog && (
    <Suspense key="dialog" fallback={<HeldKeys onClose={dialogs.close} />}>
      <NoteDialogs
        dialogs={dialogs}
        notes={notes}
        columns={columns}
        personOf={personOf}
        meeting={meeting}
        who={who}
        findSimilar={findSimilar}
        onGroup={canGroup ? (note, similar) => groupWith([note.id], topicIdOf(similar)) : undefined}
      />
    </Suspense>
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
          over={dragging?.over ?? null}
          countOf={(id) => topicsIn(id).count}
          onChoose={setPicked}
        />
        <div data-drag-scroll data-columns={columns.length} className="note-columns">
          {columns.map((look) => (
            <NoteColumn
              key={look.id}
              look={look}
              count={topicsIn(look.id).count}
              faceDown={topicsIn(look.id).faceDown.length}
              writing={adding === 'open' ? (typing[look.id] ?? 0) : 0}
              beingWritten={topicsIn(look.id).faceDown.filter(({ id }) => editing.has(id)).length}
              isChosen={look.id === chosen}
              adding={adding}
              onAdd={() => dialogs.add(look.id)}
              composer={
                <NoteComposer
                  look={look}
                  // An empty column shows its prompt above the field.
                  asks={topicsIn(look.id).count > 0}
                  adding={adding}
                  authorLine={authorLine(meeting)}
                  isAnonymous={meeting.settings.anonymous}
                  drafts={drafts}
                  actions={dialogs.composer}
                />
              }
              isTarget={movesTo(look.id)}
            >
              <NoteList
                topics={shownIn(look.id)}
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
        {sought !== null && (
          <BoardFilter
            text={sought}
            found={columns.flatMap(({ id }) => shownIn(id)).length}
            of={columns.flatMap(({ id }) => topicsIn(id).open).length}
            onChange={setSought}
            onClose={() => setSought(null)}
          />
        )}
      </div>
      {dragging && (
        <DragOverlay>
          {target && (
            <span className="drop-label">Group with “{preview(titleOfTopic(target), 40)}”</span>
          )}
          <NoteCard
            {...cardOf(dragging.note)}
            noteFooter={undefined}
            noteTools={undefined}
            news={null}
            lifted
          />
        </DragOverlay>
      )}
      {openDialog}
      {picking && (
        <Suspense>
          <GroupWith picking={picking} columns={columns} findSimilar={findSimilar} />
        </Suspense>
      )}
    </>
  );
}
