// An export as RFC 4180 CSV: one row per exported entry (docs/retro.md R-213).
import { markOf } from '../notes/comments.ts';
import { type CsvCell, type CsvFields, csvHead } from './export-part.ts';
import { exportParts } from './export-parts.ts';
import type { CsvSeparator, MeetingExport } from './meeting-export.ts';

/** Without a byte order mark, spreadsheets assume the legacy encoding of their locale. */
const byteOrderMark = '\ufeff';

export type CsvRow = readonly CsvCell[];

const separators = { comma: ',', semicolon: ';' } as const;

// Matches positions where a spreadsheet would start a formula. It skips spaces, invisible characters and opening quotes
// before the sign, and accepts East Asian wide and small signs. Tabs, line breaks and the other separator also start a
// cell: a program that uses that separator ignores our quotes.
function formulaStart(other: string): RegExp {
  const skipped = String.raw`(?:(?![${other}\t\n])[\s"\p{Cc}\p{Default_Ignorable_Code_Point}])*`;
  const signs = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]`;
  return new RegExp(
    String.raw`(?<=^|[${other}\t\n])(?=${skipped}${signs})|(?<=^|[${other}\n])(?=${skipped}\t)|^(?=${skipped}\n)`,
    'gu',
  );
}
const formulaStarts = { comma: formulaStart(';'), semicolon: formulaStart(',') };

/** Formats one cell. A leading apostrophe, which spreadsheets hide, prevents text from running as a formula. */
function cell(value: string | number | null, separator: CsvSeparator): string {
  if (value === null) return '';
  // Locales that use semicolons use decimal commas, and would read 3.5 as a date.
  if (typeof value === 'number') {
    return separator === 'comma' ? String(value) : String(value).replace('.', ',');
  }
  const text = value.replaceAll(/\r\n?/g, '\n').replaceAll(formulaStarts[separator], "'");
  const needsQuotes = text.includes(separators[separator]) || /["\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole file. All rows get the length of the first row, the header. */
export function csvFile(rows: readonly CsvRow[], separator: CsvSeparator): string {
  const [head = []] = rows;
  const cells = (row: CsvRow) => head.map((_, at) => cell(row[at] ?? null, separator));
  const line = (row: CsvRow) => `${cells(row).join(separators[separator])}\r\n`;
  return byteOrderMark + rows.map(line).join('');
}

export function exportCsv(file: MeetingExport, separator: CsvSeparator = 'comma'): string {
  const columns = new Map(file.columns.map(({ id, title }) => [id, title]));
  const people = new Map(file.people.map(({ id, name }) => [id, name]));
  const groups = new Map(file.groups.map((group) => [group.id, group]));
  const notes = new Map(file.notes.map((note) => [note.id, note]));
  const votes = new Map(file.votes.map((each) => [each.topic, each]));
  const seconds = new Map(
    (file.discussion?.discussed ?? []).map((each) => [each.topic, each.seconds]),
  );
  const reactions = Map.groupBy(file.reactions, ({ note }) => note);
  const nameOf = (id: string | null): string => (id === null ? '' : (people.get(id) ?? ''));

  /** A group's title or a single note's text. */
  const topicTitle = (topic: string | null): string => {
    if (topic === null) return '';
    return groups.get(topic)?.title ?? notes.get(topic)?.text ?? '';
  };
  const rows: CsvFields[] = [
    ...file.notes.map(({ id, column, author, text, group, created_at }): CsvFields => {
      const topic = group ?? id;
      const faces = (reactions.get(id) ?? []).map((each) => `${each.emoji} ${each.count}`);
      return {
        kind: 'note',
        column: columns.get(groups.get(topic)?.column ?? column) ?? '',
        topic: group === null ? '' : topicTitle(group),
        text,
        author: nameOf(author),
        votes: votes.get(topic)?.votes ?? null,
        voters: votes.get(topic)?.voters ?? null,
        'seconds discussed': seconds.get(topic) ?? null,
        reactions: faces.join(' '),
        'created at': created_at,
      };
    }),
    ...file.comments.map(({ note, author, text, created_at, ...comment }): CsvFields => {
      const on = notes.get(note);
      return {
        kind: 'comment',
        column: columns.get(on?.column ?? '') ?? '',
        topic: topicTitle(on?.group ?? note),
        text,
        author: markOf(comment) || nameOf(author),
        'created at': created_at,
      };
    }),
    ...file.actions.map(
      ({ text, topic, assignee, due_on, status, reason, created_at }): CsvFields => ({
        kind: 'action item',
        topic: topicTitle(topic),
        text,
        status,
        assignee: nameOf(assignee),
        'due on': due_on,
        reason,
        'created at': created_at,
      }),
    ),
    ...exportParts.flatMap((part) => part.rows(file, nameOf)),
  ];
  const toRow = (fields: CsvFields): CsvRow => csvHead.map((heading) => fields[heading] ?? null);
  return csvFile([csvHead, ...rows.map(toRow)], separator);
}
