import type { Column, ColumnId } from '@wentwell/contract/columns';
import type { Group } from '@wentwell/contract/groups';
import type { GroupId, NoteId, TopicId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { toast } from '#web/ui/feedback/toast';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import type { GroupCardParts, Renaming } from './group-card-parts.ts';
import { type ColumnTopic, titleOfTopic } from './note-order.ts';
import { preview } from './note-text.ts';
import type { TopicSlot } from './NoteCard.tsx';
import type { FindSimilar } from './similar-notes.ts';
import { slotId } from './use-board-keys.ts';
import { useStableCallback } from './use-stable-callback.ts';

// Needed from the first phase that groups on.
const GroupPicker = lazyPart(async () => (await import('./GroupPicker.tsx')).GroupPicker);

/** The group actions of the user interface, each of which runs a command. */
export interface Grouping {
  /** Returns the id of the group that they are in at once. */
  group(noteIds: readonly NoteId[], target: ColumnTopic): GroupId;
  takeOut(note: Note): void;
  dissolve(group: Group): void;
  /** Resolves to whether the server acknowledged it. A refusal has been reported to the user by then. */
  rename(group: Group, title: string): Promise<boolean>;
  move(group: Group, to: ColumnId): void;
}

/** What is being put into a group by way of the menu or the keyboard. */
type Picked = { note: Note } | { group: Group };

/** Which groups are unfolded, which one is being renamed, and what is being put into another. */
export function useGrouping(board: {
  grouping: Grouping | null;
  groups: readonly Group[];
  columns: GroupCardParts['columns'] & readonly Column[];
  /** Everything that can be read, column by column. */
  topics: readonly ColumnTopic[];
  canGroup: boolean;
  findSimilar: FindSimilar;
  topicBadges: TopicSlot | undefined;
  topicFooter: TopicSlot | undefined;
  /** Shows a column that a small window hides. */
  onShow: (columnId: ColumnId) => void;
}) {
  const { grouping, groups, columns, topics, canGroup, findSimilar } = board;
  const { topicBadges, topicFooter, onShow } = board;
  const [unfolded, setUnfolded] = useState<ReadonlySet<GroupId>>(new Set());
  const [renaming, setRenaming] = useState<Renaming | null>(null);
  const [picked, setPicked] = useState<Picked | null>(null);
  const typed = useRef('');

  function fold(id: GroupId, isOpen: boolean): void {
    setUnfolded((ids) => new Set(isOpen ? [...ids, id] : [...ids].filter((each) => each !== id)));
  }

  /** Who works by keyboard goes along with the notes, and sees where the focus is. */
  function followIfByKeyboard(change: () => { shows: NoteId | GroupId; column: ColumnId }): void {
    if (!document.activeElement?.matches(':focus-visible')) {
      change();
      return;
    }
    let shown: NoteId | GroupId | undefined;
    flushSync(() => {
      const { shows, column } = change();
      shown = shows;
      onShow(column);
    });
    if (shown) document.getElementById(slotId(shown))?.scrollIntoView({ block: 'nearest' });
  }

  const groupWith = useStableCallback((noteIds: readonly NoteId[], topicId: TopicId): void => {
    const target = topics.find(({ id }) => id === topicId);
    const [first] = noteIds;
    if (!target || !first || !grouping) return;
    followIfByKeyboard(() => {
      const id = grouping.group(noteIds, target);
      if (document.activeElement?.matches(':focus-visible')) fold(id, true);
      return { shows: first, column: target.column_id };
    });
  });
  const takeOut = useStableCallback((note: Note): void =>
    followIfByKeyboard(() => {
      grouping?.takeOut(note);
      return { shows: note.id, column: note.note_type };
    }),
  );
  const move = useStableCallback((group: Group, to: ColumnId): void =>
    followIfByKeyboard(() => {
      grouping?.move(group, to);
      return { shows: group.id, column: to };
    }),
  );
  const pickFor = useStableCallback((note: Note): void => setPicked({ note }));

  async function saveTitle(group: Group, title: string): Promise<void> {
    if (await grouping?.rename(group, title)) return;
    // Another title that is being typed meanwhile stays.
    setRenaming((current) => current ?? { id: group.id, start: title });
  }

  const endRenaming = useStableCallback((group: Group, text: string | null): void => {
    setRenaming(null);
    const title = text?.trim() ?? '';
    if (title !== '' && title !== group.title) void saveTitle(group, title);
  });
  const startRenaming = useStableCallback(({ id, title }: Group): void => {
    typed.current = '';
    setRenaming({ id, start: title });
  });

  const isGone = renaming !== null && !groups.some(({ id }) => id === renaming.id);
  useEffect(() => {
    if (!isGone) return;
    setRenaming(null);
    if (typed.current.trim() === '') return;
    const description = `Your title: “${typed.current}”`;
    toast.warning({ title: 'The group has been dissolved', description, id: 'group-gone' });
  }, [isGone]);

  const parts = useMemo(
    (): GroupCardParts => ({
      columns,
      topicBadges,
      topicFooter,
      canChange: canGroup,
      renaming,
      onFold: ({ id }, isOpen) => fold(id, isOpen),
      onRename: startRenaming,
      onTitle: endRenaming,
      onTitleTyped: (text) => {
        typed.current = text;
      },
      onGroup: (group) => setPicked({ group }),
      onMove: move,
      onDissolve: (group) => grouping?.dissolve(group),
    }),
    [
      columns,
      topicBadges,
      topicFooter,
      canGroup,
      renaming,
      startRenaming,
      endRenaming,
      move,
      grouping,
    ],
  );

  function picker(): ReactNode {
    if (!picked || !canGroup) return null;
    const own = 'group' in picked ? picked.group.id : (picked.note.group_id ?? picked.note.id);
    const subject = topics.find(({ id }) => id === own);
    const name = 'note' in picked ? picked.note.content : subject ? titleOfTopic(subject) : '';
    const noteIds =
      'note' in picked ? [picked.note.id] : (subject?.notes.map(({ id }) => id) ?? []);
    const compared = 'note' in picked ? picked.note : subject?.notes[0];
    if (!compared) return null;
    return (
      <Suspense>
        <GroupPicker
          name={preview(name, 80)}
          subject={{ id: compared.id, text: compared.content }}
          findSimilar={findSimilar}
          topics={topics.filter(({ id }) => id !== own)}
          columns={columns}
          onChoose={(topicId) => {
            setPicked(null);
            groupWith(noteIds, topicId);
          }}
          onClose={() => setPicked(null)}
        />
      </Suspense>
    );
  }

  return { parts, unfolded, groupWith, takeOut, pickFor, picker: picker() };
}
