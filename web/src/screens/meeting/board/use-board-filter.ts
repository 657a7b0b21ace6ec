import type { UserId } from '@wentwell/contract/ids';
import { foldText } from '@wentwell/contract/letters';
import { useMemo, useState } from 'react';

import type { ColumnTopic } from '#web/features/groups/column-topic';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

/** Null while the filter is closed. A topic passes if one of its notes, its title or an author has the text in it. */
type NameOf = (userId: UserId | null, importedName?: string) => string;

export function useBoardFilter(nameOf: NameOf) {
  const [sought, setSought] = useState<string | null>(null);
  const part = foldText(sought?.trim() ?? '');

  useShortcuts((shortcut) => shortcut === '/' && (() => setSought('')));

  const pass = useMemo(
    () => (topics: readonly ColumnTopic[]) =>
      part === '' ? topics : topics.filter((topic) => isFound(topic, { part, nameOf })),
    [part, nameOf],
  );
  return { sought, setSought, pass };
}

function isFound(
  { group, notes }: ColumnTopic,
  { part, nameOf }: { part: string; nameOf: NameOf },
): boolean {
  const has = (text: string): boolean => foldText(text).includes(part);
  return (
    (group !== null && has(group.title)) ||
    notes.some(
      ({ content, author_id, author_name }) => has(content) || has(nameOf(author_id, author_name)),
    )
  );
}
