// The commands of the command palette: mounted components register theirs.
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/** The palette's groups in order; those of the open meeting come first. */
export const paletteGroups = [
  'Next step',
  'This note',
  'Meeting',
  'People',
  'On boards',
  'Meetings',
  'Navigation',
  'Teams',
  'Actions',
  'Appearance',
  'Reactions',
] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

export interface PaletteCommand {
  /** Stable across visits, because recent commands are stored by id. */
  id: string;
  group: PaletteGroup;
  label: string;
  /** Shown at the right, to distinguish commands with the same label. */
  hint?: string | undefined;
  icon: ReactNode;
  /** The key that does the same on the page, shown at the right. */
  shortcut?: string;
  keywords?: readonly string[];
  /** The command's state is already active, such as the current team. */
  isCurrent?: boolean;
  /** Listed only once the user types, such as one of many meetings. */
  isSearchOnly?: boolean;
  /** Its button has no room beside a phone's board, so the meeting's menu lists it. */
  isInMenu?: boolean;
  /** The person whose menu lists it. */
  personId?: string;
  run: () => void;
}

type CommandSource = () => readonly PaletteCommand[];

const commandSources = new Set<CommandSource>();

/** Registers commands while mounted; the palette reads them when it opens. */
export function usePaletteCommands(
  commands: readonly (PaletteCommand | false)[] | CommandSource,
): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  // A layout effect, so that a palette rendered with the page finds its commands.
  useLayoutEffect(() => {
    const readCommands: CommandSource = () =>
      typeof latest.current === 'function'
        ? latest.current()
        : latest.current.filter((command) => command !== false);
    commandSources.add(readCommands);
    return () => void commandSources.delete(readCommands);
  }, []);
}

/** Next steps of parts mounted last come first, because they are the most specific. */
export function currentPaletteCommands(): PaletteCommand[] {
  const commands = [...commandSources].flatMap((readCommands) => readCommands());
  const isStep = ({ group }: PaletteCommand): boolean => group === 'Next step';
  const others = commands.filter((command) => !isStep(command));
  return [...commands.filter(isStep).toReversed(), ...others];
}
