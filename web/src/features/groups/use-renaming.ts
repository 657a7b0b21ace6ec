import { describeError } from '@wentwell/contract/errors';
import type { GroupId } from '@wentwell/contract/ids';
import type { Group } from '@wentwell/contract/notes/groups';
import { isBlank } from '@wentwell/contract/text/letters';
import { useCallback, useEffect, useRef, useState } from 'react';

import { toast } from '#web/ui/feedback/toast';
import { useStableCallback } from '#web/ui/use-stable-callback';

/** The group being renamed, and the field's initial text. */
export interface Renaming {
  id: GroupId;
  start: string;
}

/** The title field of a group. Its text survives a remount, a refusal and the end of the phase. */
export function useRenaming(board: {
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
