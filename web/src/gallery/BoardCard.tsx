import { defaultColumns } from '@wentwell/contract/columns';
import { makeGroup, makeNote } from '@wentwell/contract/testing/notes';
import type { ReactNode } from 'react';

import type { DrawNote } from '#web/features/groups/group-card-parts';
import { GroupCard } from '#web/features/groups/GroupCard.tsx';
import { BoardNote } from '#web/features/notes/BoardNote.tsx';
import { FaceDownStack } from '#web/features/notes/FaceDownStack.tsx';
import { NoteCard, type NoteCardProps } from '#web/features/notes/NoteCard.tsx';
import { PhaseRail } from '#web/features/phases/PhaseRail.tsx';
import { DragArea } from '#web/ui/dragging/DragArea.tsx';
import { columnLooks } from '#web/ui/identity/column-look';

const author = { id: 'u1', name: 'Ada Lovelace' };
const usual: Omit<NoteCardProps, 'note'> = {
  author,
  columns: columnLooks(defaultColumns),
  isMine: false,
  rights: { edit: true, remove: true, move: true, group: true },
  editor: null,
  dragger: null,
  news: null,
  onOpen: () => undefined,
  onEdit: () => undefined,
  onMove: () => undefined,
  onGroup: () => undefined,
  onTakeOut: () => undefined,
  onDelete: () => undefined,
};

const long = `${'A long thought that goes on. '.repeat(12)}\n\nAnd https://example.com/${'path/'.repeat(12)}`;

const { columns } = usual;
const groupParts = {
  columns,
  canChange: true,
  renaming: null,
  titleBegun: () => null,
  onFold: () => undefined,
  onRename: () => undefined,
  onTitle: () => undefined,
  onTitleTyped: () => undefined,
  onGroup: () => undefined,
  onMove: () => undefined,
  onDissolve: () => undefined,
};
const drawNote: DrawNote = (note, { isFolded, ...place }) => (
  <li key={note.id} className="note-slot" data-folded={isFolded || undefined}>
    <BoardNote {...usual} {...place} note={note} />
  </li>
);

/** A group of notes with these texts. */
function SampleGroup({ title, texts }: { title: string; texts: readonly string[] }): ReactNode {
  const columnIds = defaultColumns.map(({ id }) => id);
  const notes = texts.map((content, at) =>
    makeNote({ content, note_type: columnIds[at % columnIds.length] ?? 'went_well' }),
  );
  const group = makeGroup({ title, note_ids: notes.map(({ id }) => id) });
  return (
    <DragArea drag={noDrag} say={silence}>
      <GroupCard
        topic={{ ...group, notes, group }}
        group={group}
        parts={groupParts}
        drawNote={drawNote}
        isOpen={false}
        tabStop={undefined}
      />
    </DragArea>
  );
}

const noDrag = {
  onLift: () => undefined,
  onMove: () => undefined,
  onDrop: () => undefined,
  onCancel: () => undefined,
};
const silence = { lifted: () => '', moved: () => null, dropped: () => '', cancelled: () => '' };

const groupOfTwo = ['The deploy took one minute.', 'Rolling back worked at once.'];
const groupOfSix = [...groupOfTwo, 'Builds are slow', 'Nobody knew who deploys', long, '🎉🎉🎉'];

/** Notes: ordinary, long, right-to-left, emoji only, being edited, read-only, own, face down; groups of two and of six. */
export function BoardCard(): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="overflow-x-auto">
        <PhaseRail phase="grouping" />
      </div>
      <div className="grid grid-cols-2 items-start gap-3 [&>*]:min-w-0">
        <NoteCard {...usual} note={makeNote()} />
        <NoteCard {...usual} note={makeNote({ content: long, note_type: 'to_improve' })} />
        <NoteCard
          {...usual}
          note={makeNote({ content: 'הפגישות קצרות יותר', note_type: 'action' })}
        />
        <NoteCard {...usual} note={makeNote({ content: '🎉🎉🎉' })} isMine />
        <NoteCard {...usual} note={makeNote({ content: 'Somebody types' })} editor="Grace Hopper" />
        <NoteCard {...usual} note={makeNote({ content: 'In a hand' })} dragger="Grace Hopper" />
        <NoteCard
          {...usual}
          note={makeNote({ content: 'To be read, not changed' })}
          rights={{ edit: false, remove: false, move: false, group: false }}
        />
        <NoteCard
          {...usual}
          note={makeNote({ content: 'Mine until the reveal', hidden: true })}
          isMine
        />
        <FaceDownStack count={4} beingWritten={1} />
        <div />
        <SampleGroup title="Deploys" texts={groupOfTwo} />
        <SampleGroup title="A title that somebody typed and that is long" texts={groupOfSix} />
      </div>
    </div>
  );
}
