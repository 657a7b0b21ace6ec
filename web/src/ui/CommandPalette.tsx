import { Dialog } from '@base-ui/react/dialog';
import { Command as Cmdk } from 'cmdk';
import { Check, Search } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';

import { useBackCloses } from './back-closes.ts';
import { classNames } from './class-names.ts';
import {
  type Command,
  commandGroups,
  currentCommands,
  matchCommand,
  recentCommands,
  rememberCommand,
} from './commands.ts';
import { backdropClass } from './Dialog.tsx';
import { Kbd } from './Kbd.tsx';
import { popupItemClass } from './popup-class.ts';

/** Everything that can be done from here, found by typing; arrows choose, Enter runs, Escape leaves. */
export function CommandPalette(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { open, onOpenChange } = props;
  const input = useRef<HTMLInputElement>(null);
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          initialFocus={input}
          // The keys that open it close it again.
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

/** Lives only while the palette is open: what can be done is asked once, at the opening. */
function Found(props: {
  input: React.RefObject<HTMLInputElement | null>;
  onRun: (command: Command) => void;
}): ReactNode {
  const { input, onRun } = props;
  const sections = useMemo(() => sectionsOf(currentCommands()), []);
  return (
    <Cmdk
      label="Commands"
      loop
      filter={(value, typed, keywords) => matchCommand(labelOf(value), keywords ?? [], typed)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden="true" className="size-[18px] shrink-0 text-muted" />
        <Cmdk.Input
          ref={input}
          placeholder="Search commands…"
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <span className="hidden sm:block">
          <Kbd>Esc</Kbd>
        </span>
      </div>
      <Cmdk.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2">
        <Cmdk.Empty className="px-3 py-8 text-center text-soft">
          Nothing here has that name.
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
                // Shown twice, among the recent ones and in its place: the value must tell the two apart.
                value={command.label + inPlace + heading}
                keywords={[...(command.keywords ?? [])]}
                onSelect={() => onRun(command)}
                className={classNames(popupItemClass, 'aria-selected:bg-hover')}
              >
                <span className="text-muted [&_svg]:size-[18px]">{command.icon}</span>
                <span className="min-w-0 flex-1 truncate">{command.label}</span>
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

/** The recent ones first, then every group that has any. */
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
