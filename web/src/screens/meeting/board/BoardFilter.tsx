import { foldText, isBlank, trimmed } from '@wentwell/contract/text/letters';
import { Search, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

import type { ColumnTopic } from '#web/features/groups/column-topic';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { type PersonOf, usePersonOf } from '#web/ui/identity/person';
import { keyOf } from '#web/ui/key-press';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import './board-filter.css';

/** An overlay, so that nothing moves when it opens. Escape shows all notes again. */
export function BoardFilter(props: {
  text: string;
  /** How many cards are shown of how many. */
  found: number;
  of: number;
  onChange: (text: string) => void;
  onClose: () => void;
}): ReactNode {
  const { text, found, of, onChange, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<{ element: Element | null; slot: string } | null>(null);

  // A layout effect, so that the next key is typed here.
  useLayoutEffect(() => {
    const element = document.activeElement;
    opener.current ??= { element, slot: element?.closest('.note-slot')?.id ?? '' };
    field.current?.focus({ preventScroll: true });
  }, []);

  function close(): void {
    flushSync(onClose);
    const { element, slot = '' } = opener.current ?? {};
    // A filtered card is mounted again.
    const card = document.getElementById(slot)?.querySelector('article');
    const target = element?.isConnected ? element : card;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event);
    if (key === 'Escape') close();
    else if (key === 'Enter' || key === 'ArrowDown') {
      document.querySelector<HTMLElement>('.note-list article[tabindex="0"]')?.focus();
    } else return;
    event.preventDefault();
  }

  return (
    <search className="board-filter flex items-center gap-2 border border-control rounded-lg pl-3 bg-overlay shadow-float">
      <Search className="size-4 shrink-0 text-muted" />
      <input
        className="h-11 min-w-0 flex-1 bg-transparent outline-none"
        ref={field}
        type="text"
        dir="auto"
        value={text}
        placeholder="Filter notes"
        aria-label="Filter notes"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <span role="status" className="shrink-0 text-xs text-muted">
        {!isBlank(text) && `${found} of ${of}`}
      </span>
      <IconButton label="Show all notes" icon={<X />} side="top" onClick={close} />
    </search>
  );
}

/** `sought` is null while the filter is closed. Matches a topic by its notes, title and authors. */
export function useBoardFilter(areNotesShown: boolean) {
  const personOf = usePersonOf();
  const [sought, setSought] = useState<string | null>(null);
  const part = foldText(trimmed(sought ?? ''));
  if (!areNotesShown && sought !== null) setSought(null);

  function open(): void {
    flushSync(() => setSought((text) => text ?? ''));
    document.querySelector<HTMLElement>('.board-filter input')?.focus();
  }
  useShortcuts((shortcut) => shortcut === '/' && areNotesShown && open);
  usePaletteCommands([
    areNotesShown && {
      id: 'filter-notes',
      group: 'Meeting',
      label: 'Filter notes…',
      icon: <Search />,
      keywords: ['find', 'search', 'text', 'author'],
      isInMenu: true,
      run: open,
    },
  ]);

  const pass = useMemo(
    () => (topics: readonly ColumnTopic[]) =>
      part === '' ? topics : topics.filter((topic) => isFound(topic, { part, personOf })),
    [part, personOf],
  );
  return { sought, setSought, pass };
}

function isFound(
  { group, notes }: ColumnTopic,
  { part, personOf }: { part: string; personOf: PersonOf },
): boolean {
  const has = (text: string): boolean => foldText(text).includes(part);
  return (
    (group !== null && has(group.title)) ||
    notes.some(
      ({ content, author_id, author_name }) =>
        has(content) || has(personOf(author_id, author_name).name),
    )
  );
}
