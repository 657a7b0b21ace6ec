import { hidesNewNotes } from '@wentwell/contract/board/meeting';
import { topicIdOf } from '@wentwell/contract/discussion/topics';
import type { TopicId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { Group } from '@wentwell/contract/notes/groups';
import type { Note } from '@wentwell/contract/notes/notes';
import { isInTeam, type TeamContext } from '@wentwell/contract/teams/teams';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';

import { type Follow, useGroupActions, useGrouping } from '#web/features/groups/use-grouping';
import { type CardBoard, CardBoardContext, type CardSlots } from '#web/features/notes/card-board';
import { Countdown } from '#web/features/notes/FaceDown.tsx';
import { noteActions } from '#web/features/notes/note-actions';
import { noteCommands } from '#web/features/notes/note-commands';
import { noteDrafts } from '#web/features/notes/note-drafts';
import {
  addingState,
  authorLine,
  groupsOn,
  type NoteAct,
  rightsOn,
} from '#web/features/notes/note-rights.tsx';
import { ColumnTabs, NoteColumn } from '#web/features/notes/NoteColumn.tsx';
import { composerId, NoteComposer, useComposerKeys } from '#web/features/notes/NoteComposer.tsx';
import { slotId, useBoardKeys } from '#web/features/notes/use-board-keys';
import { useNoteDialogs } from '#web/features/notes/use-note-dialogs';
import { useBoard, useUndoHistory } from '#web/live/use-board';
import { DragArea } from '#web/ui/dragging/DragArea.tsx';
import { EmptyColumn } from '#web/ui/feedback/EmptyColumn.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { columnLooks } from '#web/ui/identity/column-look';
import { CodeLoader } from '#web/ui/layout/code-loader';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { HeldKeys } from '#web/ui/overlays/HeldKeys.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { useRootMark } from '#web/ui/root-mark';
import { useStableCallback } from '#web/ui/use-stable-callback';

import { BoardFilter, useBoardFilter } from './BoardFilter.tsx';
import { NoteList } from './NoteList.tsx';
import { cardsOf, orderByColumn } from './topic-order.ts';
import { useBoardDrag } from './use-board-drag.tsx';
import { useTouchedNotes } from './use-touched-notes.ts';

/** Runs a change that moves a card. For keyboard users shows the card's column, focuses the card and scrolls to it and its group. */
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
  const slot = document.getElementById(slotId(place.card));
  if (document.activeElement === document.body)
    slot?.querySelector('article')?.focus({ preventScroll: true });
  for (const shown of [slot?.closest('.group-card'), slot])
    shown?.scrollIntoView({ block: 'nearest' });
}

// Loaded after the board.
const NoteDialogs = lazyPart(() => import('../late-code.ts'), 'NoteDialogs');
const CardPalette = lazyPart(() => import('../late-code.ts'), 'CardPalette');

// Needed from the first phase with grouping.
const GroupWith = lazyPart(() => import('./GroupWith.tsx'), 'GroupWith');

// Not needed for writing notes.
const lateCode = new CodeLoader(() => import('../late-code.ts'));

/** The columns with their cards and dialogs. */
export const NoteBoard = memo(function NoteBoard(props: {
  meeting: Meeting;
  notes: readonly Note[];
  groups: readonly Group[];
  who: TeamContext;
  /** Must be the same object until a slot changes. */
  slots: CardSlots;
  /** Replaces the columns. Dialogs stay open over it. */
  instead: ReactNode;
  /** Covers the columns, which stay mounted with their scroll position and typed texts. */
  over: ReactNode;
}): ReactNode {
  const { meeting, notes, groups, who, slots, instead, over } = props;
  const meetingId = meeting.id;
  const me = who.userId;
  const editing = useBoard((view) => view.editing);
  const typing = useBoard((view) => view.typing);
  const isAlone = useBoard(({ board }) => {
    const here = board?.presence.filter(({ isOnline }) => isOnline);
    return here !== undefined && here.length < 2;
  });
  const news = useTouchedNotes(me);
  const history = useUndoHistory();
  const drafts = useMemo(() => noteDrafts(me, meetingId), [me, meetingId]);
  const grouping = useGroupActions(lateCode, history, meetingId);
  const leave = useStableCallback((note: Note) => grouping?.leaving(note) ?? null);
  const actions = useMemo(
    () => noteActions(history, noteCommands({ meetingId }, drafts, { leave })),
    [history, meetingId, drafts, leave],
  );
  const [picked, setPicked] = useState<ColumnId | null>(null);
  const columns = useMemo(() => columnLooks(meeting.columns), [meeting.columns]);
  // The selected column may have been removed.
  const chosen = (columns.find(({ id }) => id === picked) ?? columns[0])?.id ?? '';
  const adding = addingState(who, meeting);
  // Keys and menus group before the code has loaded: the change waits for it.
  const rightsOf = useCallback((note: Note) => rightsOn({ who, meeting }, note), [who, meeting]);
  const dialogs = useNoteDialogs({ adding, me, rightsOf, actions, drafts });

  useEffect(() => drafts.rehome(meeting.columns), [drafts, meeting.columns]);
  useRootMark(instead === null ? 'columns' : null);
  const { sought, setSought, pass } = useBoardFilter(instead === null && over === null);
  usePaletteCommands(
    (adding === 'open' ? columns : []).map(({ id, title, Icon }) => ({
      id: `add-note-${id}`,
      group: 'Meeting',
      label: `Add note to ${title}…`,
      icon: <Icon />,
      keywords: ['write', 'new', 'create'],
      run: () => dialogs.add(id),
    })),
  );
  useComposerKeys({
    columns,
    usual: chosen,
    onGoTo: (columnId) => {
      if (adding !== 'open') return dialogs.add(columnId);
      // A phone shows the column first, because hidden elements take no focus.
      flushSync(() => setPicked(columnId));
      document.getElementById(composerId(columnId))?.focus();
    },
  });
  // Others' hidden notes are separate anyway, so the order can stay when the phase changes.
  const hidesNotes = hidesNewNotes(meeting);
  const showsOwnFirst = meeting.phase === 'writing' && !meeting.settings.hide_notes;
  const topicsIn = useMemo(
    () => orderByColumn({ notes, groups }, meeting.columns, { me, showsOwnFirst }),
    [notes, groups, meeting.columns, me, showsOwnFirst],
  );
  const canGroup = groupsOn(who, meeting);
  const follow: Follow = (change) => followByKeyboard(change, setPicked);
  const { parts, unfolded, groupWith, takeOut, pickFor, picking } = useGrouping({
    grouping,
    groups,
    columns,
    topics: useMemo(() => columns.flatMap(({ id }) => topicsIn(id).open), [columns, topicsIn]),
    canGroup,
    topicFooter: slots.topicFooter,
    follow,
  });
  const onMove = useStableCallback((note: Note, to: ColumnId): void =>
    follow(() => {
      void actions.move(note, to);
      return { card: note.id, column: to };
    }),
  );
  const onAct = useStableCallback((act: NoteAct, note: Note): void => {
    switch (act) {
      case 'open':
        return dialogs.open(note);
      case 'edit':
        return dialogs.edit(note);
      case 'group':
        return pickFor(note);
      case 'take-out':
        return takeOut(note);
      case 'remove':
        return dialogs.remove(note);
      default:
        return void lateCode.load().then(() => lateCode.read().code?.lateActs[act](note));
    }
  });
  const cards = useMemo<CardBoard>(
    () => ({ ...slots, who, columns, rightsOf, onAct, onMove }),
    [slots, who, columns, rightsOf, onAct, onMove],
  );

  const shownIn = useMemo(() => {
    const shown = new Map(columns.map(({ id }) => [id, pass(topicsIn(id).open)]));
    return (id: ColumnId) => shown.get(id) ?? [];
  }, [columns, topicsIn, pass]);
  const drag = { notes, groups, columns, rightsOf, actions, grouping };
  const { dragging, setUp, movesTo, lifted } = useBoardDrag(drag);
  const handleKeyDown = useBoardKeys({
    columns: columns.map(({ id }) => ({ id, cards: shownIn(id).flatMap(cardsOf) })),
    isDragging: dragging !== null,
    onShow: setPicked,
  });

  function targetIn(column: ColumnId): TopicId | null {
    const isHere = topicsIn(column).open.some(({ id }) => id === dragging?.target);
    return isHere ? (dragging?.target ?? null) : null;
  }

  return (
    <CardBoardContext value={cards}>
      <div className="board-place flex flex-1 flex-col min-w-0 min-h-0" inert={over !== null}>
        {instead ?? (
          <DragArea {...setUp}>
            <div className="note-board" onKeyDown={handleKeyDown}>
              <SmallPart>
                <ColumnTabs
                  columns={columns}
                  chosen={chosen}
                  over={dragging?.over ?? null}
                  countOf={(id) => topicsIn(id).count}
                  onChoose={setPicked}
                />
              </SmallPart>
              <div data-drag-scroll data-columns={columns.length} className="note-columns">
                {columns.map((look, at) => (
                  <Part key={look.id}>
                    <NoteColumn
                      look={look}
                      count={topicsIn(look.id).count}
                      faceDown={topicsIn(look.id).faceDown.length}
                      keepsPile={
                        !isAlone &&
                        adding === 'open' &&
                        hidesNotes &&
                        topicsIn(look.id).open.every(({ notes: [note] }) => note?.hidden)
                      }
                      writing={adding === 'open' ? (typing[look.id] ?? 0) : 0}
                      beingWritten={
                        topicsIn(look.id).faceDown.filter(({ id }) => editing.has(id)).length
                      }
                      isChosen={look.id === chosen}
                      adding={adding}
                      onAdd={() => dialogs.add(look.id)}
                      composer={
                        <Part>
                          <NoteComposer
                            look={look}
                            place={at + 1}
                            adding={adding}
                            authorLine={authorLine(meeting)}
                            isAnonymous={meeting.settings.anonymous}
                            evidencePath={
                              isInTeam(who) ? `/meetings/${meeting.id}/anonymity` : null
                            }
                            drafts={drafts}
                            actions={actions}
                          />
                        </Part>
                      }
                      isTarget={movesTo(look.id)}
                    >
                      <NoteList
                        topics={shownIn(look.id)}
                        news={news}
                        group={parts}
                        unfolded={unfolded}
                        target={targetIn(look.id)}
                        column={at}
                        columns={columns.length}
                      />
                    </NoteColumn>
                  </Part>
                ))}
                {notes.length === 0 && (
                  <div className="note-columns-empty">
                    <EmptyState illustration={<EmptyColumn />} title="No notes yet" level={3}>
                      {adding === 'open' ? (
                        <>
                          <p className="text-base text-ink">Type below. Enter adds.</p>
                          <p className="mt-3 text-muted">
                            Use the "Add Note" button in a column to get started.
                          </p>
                        </>
                      ) : undefined}
                    </EmptyState>
                  </div>
                )}
              </div>
              <SmallPart>
                {[...news.values()].includes('revealed') && <Countdown />}
                {sought !== null && (
                  <BoardFilter
                    text={sought}
                    found={columns.flatMap(({ id }) => shownIn(id)).length}
                    of={columns.flatMap(({ id }) => topicsIn(id).open).length}
                    onChange={setSought}
                    onClose={() => setSought(null)}
                  />
                )}
              </SmallPart>
            </div>
            {lifted}
          </DragArea>
        )}
      </div>
      {over}
      {dialogs.dialog && (
        <NoteDialogs
          fallback={<HeldKeys onClose={dialogs.close} />}
          dialogs={dialogs}
          onGroup={
            canGroup ? (note, similar) => groupWith([note.id], topicIdOf(similar)) : undefined
          }
        />
      )}
      <CardPalette
        columns={instead === null ? columns : null}
        topicsIn={shownIn}
        onShow={setPicked}
      />
      {picking && <GroupWith picking={picking} columns={columns} />}
    </CardBoardContext>
  );
});
