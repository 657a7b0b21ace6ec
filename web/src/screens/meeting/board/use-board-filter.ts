import type { UserId } from '@wentwell/contract/ids';
import { useEffect, useMemo, useState } from 'react';

import type { ColumnTopic } from '#web/features/groups/column-topic';
import { isCovered, isTyping } from '#web/ui/overlays/shortcut-scope';
import { useStableCallback } from '#web/ui/use-stable-callback';

/** Null while the filter is closed. A topic passes if one of its notes, its title or an author has the text in it. */
type NameOf = (userId: UserId | null, importedName?: string) => string;

export function useBoardFilter(nameOf: NameOf) {
  const [sought, setSought] = useState<string | null>(null);
  const part = sought?.trim().toLocaleLowerCase() ?? '';

  const handleKeyDown = useStableCallback((event: KeyboardEvent): void => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || isTyping(event.target) || isCovered()) return;
    event.preventDefault();
    setSought('');
  });
  useEffect(() => {
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [handleKeyDown]);

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
  const has = (text: string): boolean => text.toLocaleLowerCase().includes(part);
  return (
    (group !== null && has(group.title)) ||
    notes.some(
      ({ content, author_id, author_name }) => has(content) || has(nameOf(author_id, author_name)),
    )
  );
}
