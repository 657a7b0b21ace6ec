import { titleOfTopic, type Topic, topicIdOf } from '@wentwell/contract/discussion/topics';
import { describeError } from '@wentwell/contract/errors';
import type { GroupId, MeetingId, NoteId, TopicId } from '@wentwell/contract/ids';
import type { Column, ColumnId } from '@wentwell/contract/notes/columns';
import type { Group } from '@wentwell/contract/notes/groups';
import type { Note } from '@wentwell/contract/notes/notes';
import { isBlank } from '@wentwell/contract/text/letters';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';

import type { QueuedCommand } from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';
import type { ColumnLook } from '#web/ui/identity/column-look';
import { type CodeLoader, keepTrying } from '#web/ui/layout/code-loader';
import { preview } from '#web/ui/preview';
import { useStableCallback } from '#web/ui/use-stable-callback';

import type { ColumnTopic } from './column-topic.ts';
import type { GroupActions, groupActions } from './group-commands.ts';

/** Null until the code has loaded; loading is retried. */
export function useGroupActions(
  code: CodeLoader<{ groupActions: typeof groupActions }>,
  board: { run(command: QueuedCommand): Promise<boolean> },
  meetingId: MeetingId,
): GroupActions | null {
  const { code: loaded } = useSyncExternalStore(code.subscribe, code.read);
  useEffect(() => (loaded ? undefined : keepTrying(code.prefetch)), [code, loaded]);
  return useMemo(() => loaded?.groupActions(board, meetingId) ?? null, [loaded, board, meetingId]);
}

/** Runs a change that moves a card. For keyboard users the card is then scrolled into view. */
export type Follow = (change: () => { card: TopicId; column: ColumnId }) => void;

/** The topic being grouped by menu or keyboard, or one note of it. */
interface Picked {
  own: TopicId;
  note: Note | null;
}

export interface Picking {
  name: string;
  /** The note compared with others; for a group its oldest. */
  compared: Note;
  topics: readonly ColumnTopic[];
  onChoose: (topicId: TopicId) => void;
  onClose: () => void;
}

export type GroupAct = 'rename' | 'group' | 'dissolve';

/** Props shared by all group cards of a board. A new object re-renders every group. */
export interface GroupCardParts {
  columns: readonly ColumnLook[];
  topicFooter?: ((topic: Topic) => ReactNode) | undefined;
  canChange: boolean;
  renaming: Renaming | null;
  onFold: (group: Group, isOpen: boolean) => void;
  onAct: (act: GroupAct, group: Group) => void;
  onTitleTyped: (text: string) => void;
  /** Text typed before the title field was remounted; null without one. */
  titleBegun: (id: GroupId) => string | null;
  onTitle: (group: Group, text: string | null) => void;
  onMove: (group: Group, to: ColumnId) => void;
}

/** State of the board's groups: unfolded ones, the one being renamed, and the grouping choice. */
export function useGrouping(board: {
  grouping: GroupActions | null;
  groups: readonly Group[];
  columns: GroupCardParts['columns'] & readonly Column[];
  /** All readable topics, by column. */
  topics: readonly ColumnTopic[];
  canGroup: boolean;
  topicFooter: GroupCardParts['topicFooter'];
  follow: Follow;
}) {
  const { grouping, groups, columns, topics, canGroup, topicFooter, follow } = board;
  const [unfolded, setUnfolded] = useState<ReadonlySet<GroupId>>(new Set());
  const [picked, setPicked] = useState<Picked | null>(null);
  // A closed search must not return in a later phase.
  if (picked && !canGroup) setPicked(null);
  // Changes waiting for the grouping code to load.
  const waiting = useRef<((actions: GroupActions) => void)[]>([]);

  function act(change: (actions: GroupActions) => void): void {
    if (grouping) change(grouping);
    else waiting.current.push(change);
  }
  useEffect(() => {
    if (!grouping) return;
    for (const change of waiting.current.splice(0)) change(grouping);
  }, [grouping]);

  function fold(id: GroupId, isOpen: boolean): void {
    setUnfolded((ids) => new Set(isOpen ? [...ids, id] : [...ids].filter((each) => each !== id)));
  }

  function move(card: TopicId, column: ColumnId, change: (actions: GroupActions) => void): void {
    act((actions) =>
      follow(() => {
        change(actions);
        return { card, column };
      }),
    );
  }

  function groupWith(noteIds: readonly NoteId[], topicId: TopicId): void {
    const target = topics.find(({ id }) => id === topicId);
    const [first] = noteIds;
    if (!target || !first) return;
    move(first, target.column_id, (actions) => {
      const id = actions.group(noteIds, target);
      if (document.activeElement?.matches(':focus-visible')) fold(id, true);
    });
  }
  const takeOut = (note: Note): void =>
    move(note.id, note.note_type, (actions) => actions.takeOut(note));
  const onMove = useStableCallback((group: Group, to: ColumnId): void =>
    move(group.id, to, (actions) => actions.move(group, to)),
  );
  const { start, renaming, onTitle, onTitleTyped, titleBegun } = useRenaming({
    groups,
    canGroup,
    save: (group, title, onRefused) =>
      act((actions) => void actions.rename(group, title).then((isSaved) => isSaved || onRefused())),
  });
  const onAct = useStableCallback((name: GroupAct, group: Group): void => {
    if (name === 'rename') start(group);
    else if (name === 'group') setPicked({ own: group.id, note: null });
    else act((actions) => actions.dissolve(group));
  });

  const parts = useMemo(
    (): GroupCardParts => ({
      columns,
      topicFooter,
      canChange: canGroup,
      renaming,
      onFold: ({ id }, isOpen) => fold(id, isOpen),
      onAct,
      onTitle,
      onTitleTyped,
      titleBegun,
      onMove,
    }),
    [columns, topicFooter, canGroup, renaming, onAct, onTitle, onTitleTyped, titleBegun, onMove],
  );

  function picking(): Picking | null {
    if (!picked) return null;
    const { own, note } = picked;
    const topic = topics.find(({ id }) => id === own);
    const notes = note ? [note] : (topic?.notes ?? []);
    const [compared] = notes;
    if (!compared) return null;
    return {
      name: preview(note || !topic ? compared.content : titleOfTopic(topic), 80),
      compared,
      topics: topics.filter(({ id }) => id !== own),
      onChoose: (topicId) => {
        setPicked(null);
        groupWith(
          notes.map(({ id }) => id),
          topicId,
        );
      },
      onClose: () => setPicked(null),
    };
  }

  return {
    parts,
    unfolded,
    groupWith,
    takeOut,
    pickFor: (note: Note) => setPicked({ own: topicIdOf(note), note }),
    picking: picking(),
  };
}

/** The group being renamed, and the field's initial text. */
interface Renaming {
  id: GroupId;
  start: string;
}

/** The title field of a group. Its text survives a remount, a refusal and the end of the phase. */
function useRenaming(board: {
  groups: readonly Group[];
  canGroup: boolean;
  save: (group: Group, title: string, onRefused: () => void) => void;
}) {
  const { groups, canGroup, save } = board;
  const [renaming, setRenaming] = useState<Renaming | null>(null);
  // The group and text of the title field.
  const typed = useRef<Renaming | null>(null);

  const onTitle = useStableCallback((group: Group, text: string | null): void => {
    typed.current = null;
    setRenaming(null);
    const title = text?.trim() ?? '';
    if (isBlank(title) || title === group.title) return;
    // Another open title field stays.
    save(group, title, () => setRenaming((open) => open ?? { id: group.id, start: title }));
  });
  // Moving the group to another column remounts the field, which must keep its text.
  const titleBegun = useCallback(
    (id: GroupId) => (typed.current?.id === id ? typed.current.start : null),
    [],
  );
  function start({ id, title }: Group): void {
    // The phase ended while the title was being typed.
    const begun = titleBegun(id) ?? title;
    typed.current = null;
    setRenaming({ id, start: begun });
  }

  const isGone = renaming !== null && !groups.some(({ id }) => id === renaming.id);
  const isInterrupted = renaming !== null && !canGroup;
  useEffect(() => {
    if (!isGone && !isInterrupted) return;
    setRenaming(null);
    if (!typed.current || isBlank(typed.current.start)) return;
    const title = isGone ? 'The group has been dissolved' : describeError('GROUPS_NOT_NOW').detail;
    const description = `Your title: “${typed.current.start}”`;
    toast.warning({ title, description, id: 'group-gone' });
  }, [isGone, isInterrupted]);

  const onTitleTyped = useStableCallback((text: string): void => {
    typed.current = renaming && { id: renaming.id, start: text };
  });
  return { renaming, start, onTitle, onTitleTyped, titleBegun };
}
