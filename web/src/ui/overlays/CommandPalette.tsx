import { trimmed } from '@wentwell/contract/text/letters';
import { Check, Search } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
} from 'react';

import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { useDebounced } from '#web/ui/feedback/use-debounced';
import { keyOf, shortcutOf } from '#web/ui/key-press';
import { Kbd } from '#web/ui/layout/Kbd.tsx';

import {
  type CommandSearch,
  findCommands,
  isWritten,
  markTyped,
  matchedKeyword,
  recentCommands,
  rememberCommand,
} from './find-commands.ts';
import { Modal } from './Modal.tsx';
import { type PaletteCommand, currentPaletteCommands } from './palette-commands.ts';
import { popupItemClass, popupLabelClass } from './popup-class.ts';

interface PaletteProps {
  onClose: () => void;
  search: CommandSearch;
}

export function CommandPalette({ onClose, search }: PaletteProps): ReactNode {
  const titleId = useId();
  return (
    <Modal
      open
      onClose={onClose}
      labelledBy={titleId}
      className="inset-x-2 top-[max(8px,env(safe-area-inset-top))] mx-auto max-h-[min(35rem,84dvh)] max-w-160 overflow-hidden rounded-lg bg-surface text-ink shadow-float sm:top-[14vh]"
    >
      <h2 id={titleId} className="sr-only">
        Command palette
      </h2>
      <Part>
        <Found onClose={onClose} search={search} />
      </Part>
    </Modal>
  );
}

const searchDebounceMs = 300;

function Found({ onClose, search }: PaletteProps): ReactNode {
  const listId = useId();
  // Read once, so that commands registered while the palette is open do not move the list.
  const [commands] = useState(currentPaletteCommands);
  const [recents] = useState(recentCommands);
  const [typed, setTyped] = useState('');
  const [debounced, flush] = useDebounced(typed, searchDebounceMs);
  const query = trimmed(debounced);
  const askFor = useEffectEvent((asked: string) => search.onQueryChange(asked));
  useEffect(() => askFor(query), [query]);
  const isSearching = search.loadedQuery !== trimmed(typed);

  const commandsFound = useMemo(() => {
    // Search results whose page has its own command are duplicates.
    const known = new Set(commands.map(({ id }) => id));
    const found = search.found.filter(({ id }) => !known.has(id));
    return findCommands([...commands, ...found], typed, recents);
  }, [commands, search.found, typed, recents]);
  // Enter before the results arrive means the first result, not the page of all results.
  const all = isSearching ? null : search.all;
  const sections = all
    ? [...commandsFound, { heading: 'All results', commands: [all] }]
    : commandsFound;
  const options = sections.flatMap((section) => section.commands);
  const [position, setPosition] = useState(0);
  const selected = options[Math.min(position, options.length - 1)];

  function run(command: PaletteCommand): void {
    rememberCommand(command.id);
    onClose();
    command.run();
  }

  // Enter was pressed before the results for the typed text had arrived.
  const [isChosenBlind, setChosenBlind] = useState(false);
  const runChosen = useEffectEvent(() => {
    setChosenBlind(false);
    if (selected) run(selected);
  });
  useEffect(() => {
    if (isChosenBlind && !isSearching) runChosen();
  }, [isChosenBlind, isSearching]);

  function handleEnter(): void {
    if (selected && (!isSearching || isWritten(selected, typed))) {
      run(selected);
    } else if (isSearching) {
      flush();
      setChosenBlind(true);
    }
  }

  function step(by: number): void {
    if (options.length === 0) return;
    const next = (position + by + options.length) % options.length;
    setPosition(next);
    const id = optionId(listId, next);
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const actions: Record<string, () => void> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: handleEnter,
      Escape: onClose,
      // The input is the only tab stop.
      Tab: () => {},
    };
    const action = shortcutOf(event) === 'Mod+k' ? onClose : actions[keyOf(event)];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4.5 shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label="Search commands"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={
            selected && optionId(listId, Math.min(position, options.length - 1))
          }
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setPosition(0);
            setChosenBlind(false);
          }}
          onKeyDown={handleKeyDown}
          placeholder="Search commands…"
          className="h-14 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-muted"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label="Commands"
        // Pressing an option must not take the focus from the input.
        onPointerDown={(event) => event.preventDefault()}
        className="min-h-0 flex-1 scroll-pt-2 scroll-pb-5 overflow-y-auto overscroll-contain [mask:linear-gradient(#000_calc(100%-1.25rem),#0000)] p-2 pb-5"
      >
        {sections.map(({ heading, commands: found }) => (
          <div key={heading} role="group" aria-label={heading}>
            <span aria-hidden="true" className={popupLabelClass}>
              {heading}
            </span>
            {found.map((command) => {
              const index = options.indexOf(command);
              return (
                <Part key={command.id}>
                  <Option
                    id={optionId(listId, index)}
                    command={command}
                    typed={typed}
                    isSelected={command === selected}
                    onPoint={() => setPosition(index)}
                    onRun={() => run(command)}
                  />
                </Part>
              );
            })}
          </div>
        ))}
      </div>
      <p
        role="status"
        className={options.length === 0 ? 'px-3 pt-6 pb-8 text-center text-soft' : 'sr-only'}
      >
        {options.length === 0 && (isSearching ? 'Searching…' : `No results for “${typed.trim()}”`)}
      </p>
      <p
        aria-hidden="true"
        className="hidden gap-4 border-t border-line px-5 py-3 text-xs text-soft sm:flex"
      >
        <span className="inline-flex gap-1.5">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> choose
        </span>
        <span className="inline-flex gap-1.5">
          <Kbd>Enter</Kbd> do it
        </span>
        <span className="inline-flex gap-1.5">
          <Kbd>Esc</Kbd> close
        </span>
      </p>
    </>
  );
}

function Option(props: {
  id: string;
  command: PaletteCommand;
  typed: string;
  isSelected: boolean;
  onPoint: () => void;
  onRun: () => void;
}): ReactNode {
  const { id, command, typed, isSelected, onPoint, onRun } = props;
  const {
    label,
    hint = matchedKeyword(command, typed),
    icon,
    shortcut,
    isCurrent = false,
  } = command;
  return (
    // The input handles the keys (combobox pattern).
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      // Select on pointer moves only, not when the list scrolls under a resting pointer.
      onPointerMove={() => !isSelected && onPoint()}
      onClick={onRun}
      className={classNames(popupItemClass, 'min-h-11 px-3 text-base', isSelected && 'bg-selected')}
    >
      <span className="text-muted [&_svg]:size-4.5">{icon}</span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
        <span
          className="line-clamp-3 min-w-0 grow basis-40 font-normal wrap-anywhere"
          title={label}
        >
          <Marked text={label} typed={typed} />
        </span>
        {hint !== undefined && (
          <span className="max-w-full text-sm font-normal text-soft wrap-anywhere">{hint}</span>
        )}
      </span>
      {shortcut !== undefined && (
        <span aria-hidden="true" className="flex max-sm:hidden">
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
      {isCurrent && (
        <>
          <Check className="size-4 shrink-0 text-link" />
          <span className="sr-only">current</span>
        </>
      )}
    </div>
  );
}

/** The label with the typed letters underlined. */
function Marked({ text, typed }: { text: string; typed: string }): ReactNode {
  return markTyped(text, typed).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <mark
        // Each typed letter splits the text anew.
        key={index}
        className="bg-transparent font-bold text-ink underline decoration-primary decoration-2 underline-offset-4"
      >
        {part}
      </mark>
    ),
  );
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
