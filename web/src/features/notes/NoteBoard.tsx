import { DndContext, DragOverlay } from '@dnd-kit/core';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings';
import type { Note, NoteType } from '@wentwell/contract/notes';
import type { TeamContext } from '@wentwell/contract/teams';
import {
  createContext,
  memo,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';

import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { EmptyColumn } from '#web/ui/feedback/illustrations.tsx';
import type { Person } from '#web/ui/identity/Avatar.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import type { BoardNoteProps } from './BoardNote.tsx';
import { columnLooks } from './column-look.ts';
import { ColumnTabs } from './ColumnTabs.tsx';
import type { NoteActions } from './note-actions.ts';
import type { NoteDrafts } from './note-drafts.ts';
import { useNoteDrag } from './note-drag.ts';
import { addingOn, rightsOn } from './note-rights.ts';
import { NoteCard } from './NoteCard.tsx';
import { NoteColumn } from './NoteColumn.tsx';
import { NoteList } from './NoteList.tsx';
import { useNoteDialogs } from './use-note-dialogs.ts';

import './note-print.css';

// Forms are heavy and no board needs them to be read: they come after it, and are there before the first press.
const NoteDialogs = lazyPart(async () => (await import('./NoteDialogs.tsx')).NoteDialogs);

export interface NoteBoardProps {
  meeting: Meeting;
  notes: readonly Note[];
  who: TeamContext;
  /** The same person is the same object. */
  personOf: (userId: UserId) => Person;
  editing: ReadonlyMap<NoteId, UserId>;
  /** What others have just done to a note. */
  news: ReadonlyMap<NoteId, 'changed' | 'revealed'>;
  actions: NoteActions;
  drafts: NoteDrafts;
  onTyping: (noteId: NoteId) => void;
  /** The screen's own marks on a card. */
  badgesOf?: (note: Note) => ReactNode;
}

const Shown = createContext<(NoteBoardProps & { inHand: Note | undefined }) | null>(null);
// One element for good: what is drawn anew when notes change is the columns, not dnd-kit around them.
const columnsOfBoard = <Columns />;

/** The three columns: dragging, and the dialogs that notes are written and read in. */
export const NoteBoard = memo(function NoteBoard(props: NoteBoardProps): ReactNode {
  const { notes, actions } = props;
  const { inHand, setUp } = useNoteDrag(notes, (note, to) => void actions.move(note, to));
  return (
    <Shown value={{ ...props, inHand }}>
      <DndContext {...setUp}>{columnsOfBoard}</DndContext>
    </Shown>
  );
});

function Columns(): ReactNode {
  const shown = use(Shown);
  if (shown === null) throw new Error('Columns are drawn by NoteBoard');
  const { meeting, notes, inHand, who, personOf, editing, news, badgesOf } = shown;
  const { actions, drafts, onTyping } = shown;
  const [chosen, setChosen] = useState<NoteType>('went_well');
  const adding = addingOn(who, meeting);
  const rightsOf = useCallback((note: Note) => rightsOn(who, meeting, note), [who, meeting]);
  const me = who.userId;
  const dialogs = useNoteDialogs({ adding, me, rightsOf, actions, drafts, onTyping });

  useEffect(() => void NoteDialogs.preload(), []);
  const columns = useMemo(() => byColumn(notes), [notes]);
  const { open, move, remove } = dialogs;
  const cardOf = useCallback(
    (note: Note): BoardNoteProps => {
      const editor = editing.get(note.id);
      return {
        note,
        author: personOf(note.author_id),
        isMine: note.author_id === me,
        rights: rightsOf(note),
        editor: editor === undefined || editor === me ? null : personOf(editor).name,
        news: news.get(note.id) ?? null,
        badges: badgesOf?.(note),
        onOpen: open,
        onMove: move,
        onDelete: remove,
      };
    },
    [me, rightsOf, personOf, editing, news, badgesOf, open, move, remove],
  );

  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <ColumnTabs
          chosen={chosen}
          counts={{
            went_well: columns.went_well.length,
            to_improve: columns.to_improve.length,
            action: columns.action.length,
          }}
          onChoose={setChosen}
        />
        <div className="relative grid min-h-[600px] grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-3">
          {columnLooks.map((look) => (
            <NoteColumn
              key={look.type}
              look={look}
              count={columns[look.type].length}
              faceDown={columns[look.type].filter((note) => isFaceDown(note, me)).length}
              isChosen={look.type === chosen}
              adding={adding}
              onAdd={() => dialogs.add(look.type)}
              isTarget={inHand !== undefined && inHand.note_type !== look.type}
            >
              <NoteList notes={columns[look.type]} cardOf={cardOf} />
            </NoteColumn>
          ))}
          {notes.length === 0 && (
            <div className="pointer-events-none absolute inset-x-0 top-32 md:inset-x-1/3">
              <EmptyState illustration={<EmptyColumn />} title="No notes yet" level={3}>
                {adding === 'open'
                  ? 'Use the "Add Note" button in a column to get started.'
                  : undefined}
              </EmptyState>
            </div>
          )}
        </div>
      </div>
      <DragOverlay dropAnimation={dropAnimation()}>
        {inHand && <NoteCard {...cardOf(inHand)} news={null} lifted />}
      </DragOverlay>
      {dialogs.dialog && (
        <Suspense>
          <NoteDialogs dialogs={dialogs} notes={notes} personOf={personOf} />
        </Suspense>
      )}
    </>
  );
}

function isFaceDown(note: Note, me: UserId): boolean {
  return note.hidden && note.author_id !== me;
}

function byColumn(notes: readonly Note[]): Record<NoteType, Note[]> {
  const columns: Record<NoteType, Note[]> = { went_well: [], to_improve: [], action: [] };
  for (const note of notes) columns[note.note_type].push(note);
  return columns;
}

/** The card flies to its place; where motion is unwelcome it is simply there. */
function dropAnimation() {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return still ? null : { duration: 200, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };
}
