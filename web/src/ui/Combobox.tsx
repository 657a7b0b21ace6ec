import { Check, Search } from 'lucide-react';
import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';

import { classNames } from './class-names.ts';
import { popupClass, popupItemClass } from './popup-class.ts';
import { closePopupOf, usePopup, type PopupTriggerProps } from './use-popup.ts';

export type ComboboxOption = { value: string; label: string; hint?: string; icon?: ReactNode };

export type ComboboxProps = {
  /** What is chosen here, e.g. 'Team'. */
  label: string;
  options: readonly ComboboxOption[];
  value: string | null;
  onValueChange: (value: string) => void;
  /** The button that opens it, showing the current choice. */
  trigger: ReactElement<PopupTriggerProps>;
  placeholder?: string;
  emptyText?: string;
  /** Below the list, e.g. a 'Manage teams' button. */
  footer?: ReactNode;
  /** Waits so long after the last key before it searches. */
  debounceMs?: number;
};

/** Type-ahead in a menu of at most 300 px. The focus stays in the search field; the arrows move the highlight. */
export function Combobox(props: ComboboxProps): ReactNode {
  const { label, options, value, trigger, footer } = props;
  const current = options.find((option) => option.value === value);
  const popup = usePopup({
    side: 'bottom',
    align: 'start',
    onOpen: (element) => element.querySelector('input')?.focus(),
  });
  return (
    <>
      {cloneElement(trigger, {
        ...popup.triggerProps,
        'aria-haspopup': 'dialog',
        // Without a choice its own words say what it is for.
        ...(current && { 'aria-label': `${label}: ${current.label}` }),
      })}
      <div
        {...popup.popupProps}
        role="dialog"
        aria-label={label}
        className={classNames(popupClass, 'w-[300px] overflow-hidden')}
      >
        {popup.open && <ComboboxPanel {...props} />}
        {popup.open && footer !== undefined && (
          <div className="border-t border-line p-1">{footer}</div>
        )}
      </div>
    </>
  );
}

function ComboboxPanel(props: ComboboxProps): ReactNode {
  const { label, options, value, onValueChange, debounceMs = 300 } = props;
  const { placeholder = 'Search…', emptyText = 'Nothing found.' } = props;
  const listId = useId();
  const [typed, setTyped] = useState('');
  const query = useSettled(typed, debounceMs).trim().toLocaleLowerCase();
  const found = options.filter((option) => option.label.toLocaleLowerCase().includes(query));
  const [moved, setMoved] = useState<string | null>(value);
  const at = Math.max(
    0,
    found.findIndex((option) => option.value === moved),
  );
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  function choose(option: ComboboxOption, element: Element): void {
    closePopupOf(element);
    if (option.value !== value) onValueChange(option.value);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = found[at];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setMoved(found[(at + step + found.length) % found.length]?.value ?? null);
    } else if (event.key === 'Enter' && option) {
      event.preventDefault();
      choose(option, event.currentTarget);
    }
  }

  return (
    <>
      <div className="relative border-b border-line">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-muted"
        />
        <input
          role="combobox"
          aria-label={`Search ${label}`}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={handleKeyDown}
          placeholder={placeholder}
          className="h-11 w-full bg-transparent pr-3 pl-10 text-base text-ink outline-none placeholder:text-muted sm:text-sm"
        />
      </div>
      <p
        role="status"
        className={classNames('text-center text-muted', found.length === 0 && 'px-3.5 py-6')}
      >
        {found.length === 0 && emptyText}
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
          <li
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={option.value === value}
            onPointerMove={() => setMoved(option.value)}
            onClick={(event) => choose(option, event.currentTarget)}
            className={classNames(popupItemClass, index === at && 'bg-hover')}
          >
            {option.icon}
            <span className="grid min-w-0 flex-1">
              <span className="truncate">{option.label}</span>
              {option.hint !== undefined && (
                <span className="truncate text-xs font-normal text-muted">{option.hint}</span>
              )}
            </span>
            {option.value === value && <Check aria-hidden="true" className="text-link" />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The value once it has stood still; clearing it takes effect at once. */
function useSettled(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
