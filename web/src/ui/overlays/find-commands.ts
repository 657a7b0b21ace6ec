// Search of the command palette. palette-commands.ts, which every page loads, does not import it.
import { foldText, isBlank } from '@wentwell/contract/text/letters';

import { readStored, store } from '#web/browser-storage';

import { type PaletteCommand, paletteGroups } from './palette-commands.ts';

/** From 0, no match, to 1, the start of a word of the label. */
function score(word: string, label: string, keywords: readonly string[]): number {
  if (label.split(/[^\p{L}\p{M}\p{N}]+/u).some((part) => part.startsWith(word))) return 1;
  // "end" ranks Finish above "Send".
  if (keywords.some((keyword) => foldText(keyword).startsWith(word))) return 0.8;
  if (label.includes(word)) return 0.6;
  // Letters may be missing, but must be in order.
  let at = -1;
  const inOrder = [...word].every((letter) => (at = label.indexOf(letter, at + 1)) >= 0);
  return inOrder ? 0.3 : 0;
}

/** From 0, no match, to 1. */
export function matchCommand(label: string, keywords: readonly string[], typed: string): number {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const fits = words.map((word) => score(word, foldText(label), keywords));
  if (fits.includes(0)) return 0;
  return fits.length === 0 ? 1 : fits.reduce((sum, each) => sum + each, 0) / fits.length;
}

/** The keyword that explains why a command matches, if its label does not. */
export function matchedKeyword({ label, keywords = [] }: PaletteCommand, typed: string) {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const others = words.filter((word) => !foldText(label).includes(word));
  return keywords.find((keyword) => others.some((word) => foldText(keyword).startsWith(word)));
}

/** The label in pieces; every second one was typed, however its letters are composed. */
export function markTyped(text: string, typed: string): string[] {
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  const folded = letters.map(foldText);
  const whole = folded.join('');
  const marked = new Set<number>();
  for (const word of foldText(typed).split(/\s+/).filter(Boolean)) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      for (let each = 0; each < word.length; each += 1) marked.add(at + each);
    }
  }
  const pieces = [''];
  let place = 0;
  for (const [at, letter] of letters.entries()) {
    const isMarked = marked.has(place);
    place += folded[at]?.length ?? 0;
    if (isMarked !== (pieces.length % 2 === 0)) pieces.push('');
    pieces.push((pieces.pop() ?? '') + letter);
  }
  return pieces;
}

/** An action, not a text or a meeting, whose name has all typed words, or a synonym that is one of them. */
function isNamed(
  { label, keywords = [], isSearchOnly = false }: PaletteCommand,
  typed: string,
): boolean {
  const synonyms = keywords.map(foldText);
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  return (
    !isSearchOnly &&
    words.every((word) => synonyms.includes(word) || score(word, foldText(label), []) === 1)
  );
}

/** Commands that are searched for on the server while the user types. */
export interface CommandSearch {
  found: readonly PaletteCommand[];
  onQueryChange: (query: string) => void;
  /** The query whose results have arrived; null while a query is pending. */
  loadedQuery: string | null;
  /** Opens the page of all results and comes last. Null without results. */
  all: PaletteCommand | null;
}

export interface Section {
  heading: string;
  commands: PaletteCommand[];
}

/** A longer list is not read; typing narrows it. */
const maxFound = 50;

/** Named actions first, then the best matches. Without a text: next steps, recent commands, then every group. */
export function findCommands(
  commands: readonly PaletteCommand[],
  typed: string,
  recents: readonly string[],
): Section[] {
  return isBlank(typed) ? allSections(commands, recents) : matchingSections(commands, typed);
}

function allSections(commands: readonly PaletteCommand[], recents: readonly string[]): Section[] {
  const isPresent = ({ group }: PaletteCommand): boolean =>
    group === 'Next step' || group === 'This note';
  const recent = recents.flatMap(
    (id) => commands.find((command) => command.id === id && !isPresent(command)) ?? [],
  );
  const groups = paletteGroups.map((group): Section => ({
    heading: group,
    commands: commands.filter(
      (command) => command.group === group && !command.isSearchOnly && !recent.includes(command),
    ),
  }));
  const present = groups.filter((section) => section.commands.some(isPresent));
  const others = groups.filter((section) => !present.includes(section));
  return [...present, { heading: 'Recent', commands: recent }, ...others].filter(
    (section) => section.commands.length > 0,
  );
}

function matchingSections(commands: readonly PaletteCommand[], typed: string): Section[] {
  const all = commands.map((command) => ({
    command,
    fit: matchCommand(command.label, command.keywords ?? [], typed),
    isNamed: isNamed(command, typed),
  }));
  // Letters in order are a weak match, shown only without better ones.
  const best = Math.max(...all.map(({ fit }) => fit));
  const fits = all
    .filter(({ fit }) => fit > best / 2)
    .toSorted(
      (a, b) =>
        Number(b.isNamed) - Number(a.isNamed) ||
        b.fit - a.fit ||
        paletteGroups.indexOf(a.command.group) - paletteGroups.indexOf(b.command.group),
    )
    .slice(0, maxFound);
  const groups = Map.groupBy(fits, ({ command }) => command.group);
  return [...groups].map(([heading, found]) => ({
    heading,
    commands: found.map(({ command }) => command),
  }));
}

/** Whether the command contains all typed words, so that pending results cannot match better. */
export function isWritten({ label, keywords = [] }: PaletteCommand, typed: string): boolean {
  return matchCommand(label, keywords, typed) >= 0.6;
}

const recentsKey = 'recentCommandIds';
const recentsKept = 5;

/** The ids of recently run commands, latest first. */
export function recentCommands(): string[] {
  return readStored(recentsKey)?.split('\n') ?? [];
}

export function rememberCommand(id: string): void {
  const recents = [id, ...recentCommands().filter((each) => each !== id)].slice(0, recentsKept);
  store(recentsKey, recents.join('\n'));
}
