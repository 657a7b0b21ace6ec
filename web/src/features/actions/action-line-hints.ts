import type { ActionPerson } from './action-handlers.ts';
// What the line of an action item leaves unread, said before it is sent: a misspelled day, a name that nobody has.
import { type ActionLine, peopleNamed } from './action-line.ts';

const dayWords = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'today',
  'tomorrow',
];

/** How many letters two words differ in; two that changed places count as one. */
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

/** The line with its last "by frday" put right, and the day that was probably meant; null where there is none. */
export function misspelledDay(
  line: string,
  { dueOn }: Pick<ActionLine, 'dueOn'>,
): { day: string; line: string } | null {
  if (dueOn !== null) return null;
  for (const match of [...line.matchAll(/(?<=(?:^|\s)by\s+)\p{L}{4,}/giu)].toReversed()) {
    const word = match[0].toLowerCase();
    const day = dayWords.find((each) => distance(word, each) <= (each.length > 6 ? 2 : 1));
    const end = match.index + match[0].length;
    if (day) return { day, line: line.slice(0, match.index) + day + line.slice(end) };
  }
  return null;
}

/** Why "@name" was not understood, or null. A name that is still being typed is offered, not complained about. */
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
    : `“@${typed}” may be several people.`;
}
