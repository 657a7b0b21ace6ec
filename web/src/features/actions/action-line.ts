// Parses an action item from one line: "Ask for a reviewer @robin by friday". Unrecognised parts stay text.
import type { UserId } from '@wentwell/contract/ids';
import { foldText } from '@wentwell/contract/text/letters';

import { type Day, dayAfter, isDay, partsOf, toDay, weekdayOf } from '#web/api/days';

import type { ActionPerson } from './action-handlers.ts';

interface ActionLine {
  /** The line without the parsed parts. */
  text: string;
  /** Null if nobody is named or the name is ambiguous. */
  assigneeId: UserId | null;
  dueOn: Day | null;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Matches a full name or a prefix of three letters or more: "mon", "sept". */
function indexOfName(names: readonly string[], word: string): number {
  return word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word));
}

function dayOfMonth(today: Day, date: { day: number; month: number; year?: number }): Day | null {
  const { day, month, year } = date;
  const { year: thisYear } = partsOf(today);
  const first = toDay({ year: year ?? thisYear, month, day });
  // Without a year, the next such day; 29 February may be years ahead.
  if (year !== undefined || (first !== null && first >= today)) return first;
  for (let ahead = 1; ahead <= 8; ahead += 1) {
    const next = toDay({ year: thisYear + ahead, month, day });
    if (next !== null) return next;
  }
  return null;
}

/** Parses a phrase after "by", relative to `today`. A weekday is the next one, never today. */
export function readDay(phrase: string, today: Day): Day | null {
  const words = foldText(phrase).replaceAll(',', ' ').trim().split(/\s+/);
  const [first = '', second = '', third = ''] = words;
  if (words.length === 1) {
    if (isDay(first)) return first;
    if (first === 'today') return today;
    if (first === 'tomorrow') return dayAfter(today, 1);
    const weekday = indexOfName(weekdays, first);
    if (weekday < 0) return null;
    const ahead = (weekday - weekdayOf(today) + 7) % 7;
    return dayAfter(today, ahead === 0 ? 7 : ahead);
  }
  if (words.length === 2 && first === 'next') {
    return second === 'week' ? dayAfter(today, 7) : readDay(second, today);
  }
  if (words.length > 3 || (words.length === 3 && !/^\d{4}$/.test(third))) return null;
  const [number, name] = /^\d/.test(first) ? [first, second] : [second, first];
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(number)?.[1];
  const month = indexOfName(months, name);
  if (day === undefined || month < 0) return null;
  const year = third === '' ? {} : { year: Number(third) };
  return dayOfMonth(today, { day: Number(day), month: month + 1, ...year });
}

/** Ignores case and accents. */
function folded(text: string): string {
  return foldText(text).normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** People whose name, or a word of it, starts with `typed`. Ignores case and accents. */
export function peopleNamed(typed: string, people: readonly ActionPerson[]): ActionPerson[] {
  const wanted = folded(typed);
  return people.filter(({ name }) => {
    const whole = folded(name);
    return whole.startsWith(wanted) || whole.split(/\s+/).some((word) => word.startsWith(wanted));
  });
}

interface Found {
  from: number;
  to: number;
}

/** Places at which a name may end. */
function endsIn(text: string): number[] {
  return [...text.matchAll(/(?=[\s.,;:!?)]|$)/g)].map(({ index }) => index);
}

function findOwner(line: string, people: readonly ActionPerson[]): (Found & { id: UserId }) | null {
  for (const { index } of line.matchAll(/(?<=^|\s)[@＠]/g)) {
    const rest = line.slice(index + 1);
    const ends = endsIn(rest);
    const whole = people
      // Equal letters may differ in length: ß and ss.
      .map(({ id, name }) => ({ id, name, length: ends[endsIn(name).length - 1] ?? 0 }))
      .filter(({ name, length }) => length > 0 && folded(rest.slice(0, length)) === folded(name))
      .toSorted((a, b) => b.length - a.length);
    const [longest] = whole;
    const isAlone = whole.filter(({ length }) => length === longest?.length).length === 1;
    if (longest && isAlone) {
      return { from: index, to: index + 1 + longest.length, id: longest.id };
    }
    if (longest) continue;
    const word = /^[^\s@＠,;:!?)]+/.exec(rest)?.[0].replace(/\.+$/, '') ?? '';
    const [only, ...others] = word === '' ? [] : peopleNamed(word, people);
    if (only && others.length === 0) {
      return { from: index, to: index + 1 + word.length, id: only.id };
    }
  }
  return null;
}

/** A day word that ends the line without "by". After other words it belongs to the text: "every Friday", "Black Friday". */
const dayAtEnd = new RegExp(
  String.raw`(?<=[^\s@]\s+(?:@{2,}\s+)?)(?<!\b(?:a|about|after|and|any|at|before|between|black|each|every|for|from|good|is|last|next|no|of|on|or|every\s+other|our|since|than|the|this|till|to|until)\s+)` +
    String.raw`(?:(?:next|on|this|until)\s+)?(today|tomorrow|${weekdays.join('|')})(?=[.!@\s]*$)`,
  'i',
);

/** The last named day counts: an earlier "by" may belong to the text. */
function findDay(line: string, today: Day): (Found & { day: Day }) | null {
  const starts = [...line.matchAll(/(?<=^|\s)by\s+/gi)].toReversed();
  for (const { index, 0: by } of starts) {
    const after = index + by.length;
    // The longest match wins: "12 March 2027" before "12 March".
    for (const words of [3, 2, 1]) {
      const phrase = new RegExp(`^\\S+(?:\\s+\\S+){${words - 1}}`).exec(line.slice(after))?.[0];
      const named = phrase?.replace(/[.,;:!?)]+$/, '');
      const day = named ? readDay(named, today) : null;
      if (named && day) return { from: index, to: after + named.length, day };
    }
  }
  const last = dayAtEnd.exec(line);
  const day = last && readDay(last[1] ?? '', today);
  return last && day ? { from: last.index, to: last.index + last[0].length, day } : null;
}

function without(line: string, parts: readonly (Found | null)[]): string {
  let left = line;
  const found = parts.filter((part) => part !== null).toSorted((a, b) => b.from - a.from);
  for (const { from, to } of found) left = `${left.slice(0, from)} ${left.slice(to)}`;
  return left
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?)])/g, '')
    .replace(/^[\s.,;:]+/, '')
    .trim();
}

export function readActionLine(
  typed: string,
  { people, today }: { people: readonly ActionPerson[]; today: Day },
): ActionLine {
  const owner = findOwner(typed, people);
  // Names may contain "by", and do not name a day.
  const { from, to } = owner ?? { from: 0, to: 0 };
  const day = findDay(typed.slice(0, from) + '@'.repeat(to - from) + typed.slice(to), today);
  const text = owner || day ? without(typed, [owner, day]) : typed.trim().replaceAll(/\s+/g, ' ');
  return { text, assigneeId: owner?.id ?? null, dueOn: day?.day ?? null };
}

const dayWords = [...weekdays.slice(1), 'sunday', 'today', 'tomorrow'];

/** Edit distance of two words; a transposition counts as one. */
function distance(a: string, b: string): number {
  const rows = [[...b, ''].map((_, index) => index)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      rows[row]?.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? cell(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return cell(a.length, b.length);
}

/** The line with its last "by frday" corrected, and the likely day; null without a correction. */
export function misspelledDay(
  line: string,
  { dueOn }: Pick<ActionLine, 'dueOn'>,
): { day: string; line: string } | null {
  if (dueOn !== null) return null;
  for (const match of [...line.matchAll(/(?<=(?:^|\s)by\s+)\p{L}{4,}/giu)].toReversed()) {
    const word = foldText(match[0]);
    const day = dayWords.find((each) => distance(word, each) <= (each.length > 6 ? 2 : 1));
    const end = match.index + match[0].length;
    if (day) return { day, line: line.slice(0, match.index) + day + line.slice(end) };
  }
  return null;
}

/** Why "@name" was not understood, or null. A name being typed gets suggestions, not an error. */
export function unreadName(
  line: string,
  { assigneeId }: Pick<ActionLine, 'assigneeId'>,
  people: readonly ActionPerson[],
): string | null {
  if (assigneeId !== null) return null;
  const typed = /(?<=^|\s)[@＠]([^\s@＠,.;:!?)]+)(?=[\s,.;:!?)])/.exec(line)?.[1];
  if (typed === undefined) return null;
  return peopleNamed(typed, people).length === 0
    ? `Nobody in the team is called “${typed}”.`
    : `“@${typed}” matches several people.`;
}
