// The commands of the command palette: mounted components register theirs.
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/** The palette's groups in order; those of the open meeting come first. */
export const commandGroups = [
  'Meeting',
  'Navigation',
  'Meetings',
  'People',
  'On boards',
  'Teams',
  'Actions',
  'Appearance',
] as const;
export type CommandGroup = (typeof commandGroups)[number];

export interface Command {
  /** Stable across visits, because recent commands are stored by id. */
  id: string;
  group: CommandGroup;
  label: string;
  /** Shown beside the label, to distinguish commands with the same label. */
  hint?: string | undefined;
  icon: ReactNode;
  /** The key that does the same on the page. */
  shortcut?: string;
  /** Further words that match in the search. */
  keywords?: readonly string[];
  /** The command's state is already active, such as the current team. */
  isCurrent?: boolean;
  /** Listed only once something is typed: one of many of its kind, such as a meeting. */
  isSearchOnly?: boolean;
  run: () => void;
}

type CommandSource = () => readonly Command[];

const commandSources = new Set<CommandSource>();

/**
 * Registers commands while the component is mounted; the palette reads the latest ones each time it opens. A feature
 * registers its own beside the controls that do the same.
 */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  // Before an effect: a palette that comes with the commands of its page finds them.
  useLayoutEffect(() => {
    const readCommands = () => latest.current;
    commandSources.add(readCommands);
    return () => void commandSources.delete(readCommands);
  }, []);
}

export function currentCommands(): Command[] {
  return [...commandSources].flatMap((readCommands) => readCommands());
}
