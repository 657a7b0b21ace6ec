import { foldText, trimmed } from '@wentwell/contract/text/letters';
import { Check, Search } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { useDebounced } from '#web/ui/feedback/use-debounced';
import { keyOf } from '#web/ui/key-press';
import { popupItemClass } from '#web/ui/overlays/popup-class';

export type ComboboxOption = {
  value: string;
  label: string;
  hint?: string | undefined;
  /** Further words that the search matches, besides the label. */
  keywords?: string | undefined;
  icon?: ReactNode;
};

export interface OptionSearch {
  onQueryChange: (query: string) => void;
  /** The query whose results have arrived; null while a query is pending. */
  loadedQuery: string | null;
}

export interface OptionListProps {
  /** Names the kind of options, e.g. 'Team'. */
  label: string;
  options: readonly ComboboxOption[];
  value: string | null;
  placeholder?: string;
  emptyText?: ReactNode;
  debounceMs?: number;
  /** Finds further options while the user types; those for `loadedQuery` are included in `options`. */
  search?: OptionSearch;
  /** `element` is part of the list. */
  onChoose: (option: ComboboxOption, element: Element) => void;
}

/** A search field and what it finds. The focus stays in the field; the arrow keys move the highlight. */
export function OptionList(props: OptionListProps): ReactNode {
  const { label, options, value, onChoose, debounceMs = 300, search } = props;
  const { placeholder = 'Search…', emptyText = 'Nothing found.' } = props;
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [debounced, flush] = useDebounced(typed, debounceMs);
  const query = trimmed(debounced);
  const found = matching(options, query);
  const isSearching = search !== undefined && search.loadedQuery !== query;
  const [highlighted, setHighlighted] = useState<string | null>(value);
  // Enter was pressed before the options for the typed text had arrived.
  const [choosesOnLoad, setChoosesOnLoad] = useState(false);
  const highlightedIndex = indexOf(found, highlighted);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    list.current?.children[highlightedIndex]?.scrollIntoView({ block: 'nearest' });
  }, [highlightedIndex]);

  const announceQuery = useEffectEvent((next: string) => search?.onQueryChange(next));
  useEffect(() => announceQuery(query), [query]);

  const input = useRef<HTMLInputElement>(null);
  const first = found[0];
  const chooseFirst = useEffectEvent(() => {
    setChoosesOnLoad(false);
    if (first && input.current) onChoose(first, input.current);
  });
  useEffect(() => {
    if (choosesOnLoad && !isSearching && trimmed(typed) === query) chooseFirst();
  }, [choosesOnLoad, isSearching, typed, query]);

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const key = keyOf(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined && key !== 'Enter') return;
    event.preventDefault();
    // The key refers to the typed text; the visible list may still show an earlier query.
    flush();
    const now = matching(options, trimmed(typed));
    const index = indexOf(now, highlighted);
    const option = now[index];
    if (step !== undefined) {
      setHighlighted(now[(index + step + now.length) % now.length]?.value ?? null);
    } else if (option) {
      onChoose(option, event.currentTarget);
    } else {
      setChoosesOnLoad(true);
    }
  }

  return (
    <>
      <div className="relative border-b border-line">
        <Search className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-muted" />
        <input
          ref={input}
          role="combobox"
          aria-label={`Search ${label}`}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${listId}-${highlightedIndex}` : undefined}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChoosesOnLoad(false);
          }}
          onKeyDown={handleKeyDown}
          placeholder={placeholder}
          className="h-11 w-full bg-transparent pr-3 pl-10 text-base text-ink outline-none placeholder:text-muted sm:text-sm"
        />
      </div>
      <p
        role="status"
        className={classNames('text-center text-muted', found.length === 0 && 'px-3.5 py-6')}
      >
        {found.length === 0 && (isSearching ? 'Searching…' : emptyText)}
      </p>
      <ul
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        className={classNames(
          'max-h-80 overflow-y-auto overscroll-contain',
          found.length > 0 && 'p-1',
        )}
      >
        {found.map((option, index) => (
          <Part key={option.value}>
            <li
              id={`${listId}-${index}`}
              role="option"
              aria-selected={option.value === value}
              onPointerMove={() => setHighlighted(option.value)}
              onClick={(event) => onChoose(option, event.currentTarget)}
              className={classNames(popupItemClass, index === highlightedIndex && 'bg-hover')}
            >
              {option.icon}
              <span className="grid min-w-0 flex-1">
                <span className="wrap-anywhere">{option.label}</span>
                {option.hint !== undefined && (
                  <span className="text-xs font-normal text-muted wrap-anywhere">
                    {option.hint}
                  </span>
                )}
              </span>
              {option.value === value && <Check className="text-link" />}
            </li>
          </Part>
        ))}
      </ul>
    </>
  );
}

function matching(options: readonly ComboboxOption[], query: string): ComboboxOption[] {
  const wanted = foldText(query);
  return options.filter(({ label, keywords = '' }) =>
    foldText(`${label}\n${keywords}`).includes(wanted),
  );
}

/** The index of the highlighted option; the first one unless the highlight was moved. */
function indexOf(options: readonly ComboboxOption[], moved: string | null): number {
  return Math.max(
    0,
    options.findIndex((option) => option.value === moved),
  );
}
