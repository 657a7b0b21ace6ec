// What the command palette can do right now: each piece on the screen lends its commands while it is there.
import { type ReactNode, useEffect, useRef } from 'react';

/** The palette's headings in their order; those of the meeting at hand come first. */
export const commandGroups = ['Meeting', 'Navigation', 'Teams', 'Actions', 'Appearance'] as const;
export type CommandGroup = (typeof commandGroups)[number];

export interface Command {
  /** Stable across visits: the recent ones are remembered by it. */
  id: string;
  group: CommandGroup;
  label: string;
  /** In small letters beside the label: what tells it from another one of the same label. */
  hint?: string | undefined;
  icon: ReactNode;
  /** Further words that find it. */
  keywords?: readonly string[];
  /** What is already so, such as the current team. */
  isCurrent?: boolean;
  run: () => void;
}

type Lender = () => readonly Command[];

const lenders = new Set<Lender>();

/** Lends commands to the palette while the calling component is mounted; asked anew at each opening. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const lend = () => latest.current;
    lenders.add(lend);
    return () => void lenders.delete(lend);
  }, []);
}

/** Every command of the moment. */
export function currentCommands(): Command[] {
  return [...lenders].flatMap((lend) => lend());
}

/** How well one word of a search fits a command: 0 not at all, 1 the beginning of a word of its label. */
function fit(word: string, label: string, keywords: readonly string[]): number {
  if (label.split(/\W+/).some((part) => part.startsWith(word))) return 1;
  if (label.includes(word)) return 0.8;
  if (keywords.some((keyword) => keyword.toLowerCase().startsWith(word))) return 0.6;
  // Letters left out or forgotten: they must still come in their order.
  let at = -1;
  const inOrder = [...word].every((letter) => (at = label.indexOf(letter, at + 1)) >= 0);
  return inOrder ? 0.3 : 0;
}

/** Takes a command's label and keywords and what was typed; gives 0 where a word does not fit, at most 1. */
export function matchCommand(label: string, keywords: readonly string[], typed: string): number {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = words.map((word) => fit(word, label.toLowerCase(), keywords));
  if (fits.includes(0)) return 0;
  return fits.length === 0 ? 1 : fits.reduce((sum, each) => sum + each, 0) / fits.length;
}

/** Commands that are found elsewhere while one types. */
export interface CommandSearch {
  found: readonly Command[];
  onQueryChange: (query: string) => void;
  /** The query that has its answer; null while one is on its way. */
  answered: string | null;
}

/** The first of the commands that fit best to what was typed; undefined where none fits. */
export function bestMatch(commands: readonly Command[], typed: string): Command | undefined {
  const fits = commands.map(({ label, keywords = [] }) => matchCommand(label, keywords, typed));
  const best = Math.max(0, ...fits);
  return best === 0 ? undefined : commands[fits.indexOf(best)];
}

/** Whether all words that were typed are written in the command, so that it need not be compared with what may still be found. */
export function isWritten({ label, keywords = [] }: Command, typed: string): boolean {
  return matchCommand(label, keywords, typed) >= 0.6;
}

const recentsKey = 'recentCommands';
const recentsKept = 5;

/** The ids of the commands run last, the latest first; a browser that keeps nothing has none. */
export function recentCommands(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentsKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Puts a command first among the recent ones. */
export function rememberCommand(id: string): void {
  const recents = [id, ...recentCommands().filter((each) => each !== id)].slice(0, recentsKept);
  try {
    localStorage.setItem(recentsKey, JSON.stringify(recents));
  } catch {
    // Nothing is lost but the convenience.
  }
}
