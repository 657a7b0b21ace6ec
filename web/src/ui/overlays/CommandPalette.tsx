import { Dialog } from '@base-ui/react/dialog';
import { Command as Cmdk } from 'cmdk';
import { Check, Search } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';

import { classNames } from '#web/ui/class-names';
import { useDebounced } from '#web/ui/feedback/use-debounced';
import { Kbd } from '#web/ui/layout/Kbd.tsx';

import { useBackCloses } from './back-closes.ts';
import {
  type Command,
  commandGroups,
  type CommandSearch,
  currentCommands,
  bestMatch,
  isWritten,
  matchCommand,
  recentCommands,
  rememberCommand,
} from './commands.ts';
import { backdropClass } from './Dialog.tsx';
import { popupItemClass } from './popup-class.ts';

/** Finds and runs the commands that are available on the current page. */
export function CommandPalette(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  search: CommandSearch;
}): ReactNode {
  const { open, onOpenChange, search } = props;
  const input = useRef<HTMLInputElement>(null);
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          initialFocus={input}
          // The shortcut that opens the palette also closes it.
          onKeyDown={(event) => {
            if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onOpenChange(false);
          }}
          className="layer-dialog fixed inset-x-2 top-2 mx-auto flex max-h-[min(560px,calc(100dvh-16px))] max-w-[600px] flex-col overflow-hidden rounded-lg bg-overlay text-ink shadow-float outline-none transition-[opacity,scale] motion-fast data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0 sm:top-[14vh]"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Found
            input={input}
            search={search}
            onRun={(command) => {
              rememberCommand(command.id);
              onOpenChange(false);
              command.run();
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const searchDebounceMs = 300;

/** Mounted only while the palette is open: the commands are read once, when it opens. */
function Found(props: {
  input: React.RefObject<HTMLInputElement | null>;
  search: CommandSearch;
  onRun: (command: Command) => void;
}): ReactNode {
  const { input, search, onRun } = props;
  const [commands] = useState(currentCommands);
  const sections = useMemo(
    () => sectionsOf([...commands, ...search.found]),
    [commands, search.found],
  );

  const [typed, setTyped] = useState('');
  const [debounced, flush] = useDebounced(typed, searchDebounceMs);
  const query = debounced.trim();
  const askFor = useEffectEvent((asked: string) => search.onQueryChange(asked));
  useEffect(() => askFor(query), [query]);
  const isSearching = search.loadedQuery !== typed.trim();

  // Enter was pressed before the results for the typed text had arrived.
  const [isChosenBlind, setChosenBlind] = useState(false);
  const runChosen = useEffectEvent(() => {
    setChosenBlind(false);
    const best = bestMatch([...commands, ...search.found], typed);
    if (best) onRun(best);
  });
  useEffect(() => {
    if (isChosenBlind && !isSearching) runChosen();
  }, [isChosenBlind, isSearching]);

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!isSearching || commands.some((command) => isWritten(command, typed))) return;
    event.preventDefault();
    flush();
    setChosenBlind(true);
  }
  return (
    <Cmdk
      label="Commands"
      loop
      onKeyDown={handleKeyDown}
      filter={(value, typed, keywords) => matchCommand(labelOf(value), keywords ?? [], typed)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden="true" className="size-[18px] shrink-0 text-muted" />
        <Cmdk.Input
          ref={input}
          value={typed}
          onValueChange={(next) => {
            setTyped(next);
            setChosenBlind(false);
          }}
          placeholder="Search commands…"
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <span className="hidden sm:block">
          <Kbd>Esc</Kbd>
        </span>
      </div>
      <Cmdk.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2">
        <Cmdk.Empty className="px-3 py-8 text-center text-soft">
          {isSearching ? 'Searching…' : 'Nothing here has that name.'}
        </Cmdk.Empty>
        {sections.map(({ heading, commands }) => (
          <Cmdk.Group
            key={heading}
            heading={heading}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
          >
            {commands.map((command) => (
              <Cmdk.Item
                key={command.id}
                // A recent command is listed twice, so the value must be unique per group.
                value={`${command.label}${inPlace}${heading} ${command.id}`}
                keywords={[...(command.keywords ?? [])]}
                onSelect={() => onRun(command)}
                className={classNames(popupItemClass, 'aria-selected:bg-hover')}
              >
                <span className="text-muted [&_svg]:size-[18px]">{command.icon}</span>
                <span className="grid min-w-0 flex-1">
                  <span className="truncate" title={command.label}>
                    {command.label}
                  </span>
                  {command.hint !== undefined && (
                    <span className="truncate text-xs font-normal text-muted">{command.hint}</span>
                  )}
                </span>
                {command.isCurrent && (
                  <Check aria-label="current" className="size-4 shrink-0 text-link" />
                )}
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
    </Cmdk>
  );
}

const inPlace = ' in ';

function labelOf(value: string): string {
  return value.slice(0, value.lastIndexOf(inPlace));
}

interface Section {
  heading: string;
  commands: Command[];
}

/** The recent commands first, then every group that is not empty. */
function sectionsOf(commands: readonly Command[]): Section[] {
  const recent = recentCommands().flatMap(
    (id) => commands.find((command) => command.id === id) ?? [],
  );
  const groups = commandGroups.map((group) => ({
    heading: group as string,
    commands: commands.filter((command) => command.group === group),
  }));
  return [{ heading: 'Recent', commands: recent }, ...groups].filter(
    (section) => section.commands.length > 0,
  );
}
