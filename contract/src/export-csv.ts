// An export as a table for spreadsheets: RFC 4180, one line for each note, comment and action item, and for each question
// of the check-in that was answered with scores. docs/retro.md R-213 says what the columns are.
import { scoreTitles, totalsOfHistogram } from './check-in.ts';
import type { MeetingExport } from './meeting-export.ts';

/** Spreadsheets read a file without it as one of their country's old encoding. */
const byteOrderMark = '\ufeff';

const head = [
  'kind',
  'column',
  'topic',
  'text',
  'author',
  'votes',
  'voters',
  'seconds discussed',
  'reactions',
  'status',
  'assignee',
  'due on',
  'reason',
  'created at',
  'answers',
  'mean',
  'score 1',
  'score 2',
  'score 3',
  'score 4',
  'score 5',
];
type Row = (string | number | null)[];

// Spreadsheets skip spaces, invisible characters and opening quotes before a formula's sign, which may be in one of the
// wide and small forms of East Asian keyboards. Cells begin at semicolons, tabs and line breaks too: a reader with another
// separator does not see our quotes.
const skipped = String.raw`(?:(?![;\t\n])[\s"\p{Cc}\p{Default_Ignorable_Code_Point}])*`;
const signs = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]`;
const formulaStart = new RegExp(
  String.raw`(?<=^|[;\t\n])(?=${skipped}${signs})|(?<=^|[;\n])(?=${skipped}\t)|^(?=${skipped}\n)`,
  'gu',
);

/** Returns one cell. An apostrophe, which spreadsheets do not show, keeps text from running as a formula. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(/\r\n?/g, '\n').replaceAll(formulaStart, "'");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function scoreRows({ check_in }: MeetingExport): Row[] {
  const kinds = ['mood', 'mood_after', 'worth'] as const;
  return kinds.flatMap((kind): Row[] => {
    const totals = totalsOfHistogram(check_in[kind] ?? []);
    if (!totals) return [];
    const nothing = Array.from({ length: 10 }, () => null);
    return [
      [
        'score',
        '',
        '',
        scoreTitles[kind],
        ...nothing,
        totals.answers,
        totals.mean,
        ...totals.histogram,
      ],
    ];
  });
}

export function exportCsv(file: MeetingExport): string {
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

  /** A group's title; a note in no group has none of its own. */
  const topicTitle = (topic: string | null): string => {
    if (topic === null) return '';
    return groups.get(topic)?.title ?? notes.get(topic)?.text ?? '';
  };
  const rows: Row[] = [
    ...file.notes.map(({ id, column, author, text, group, created_at }): Row => {
      const topic = group ?? id;
      const faces = (reactions.get(id) ?? []).map((each) => `${each.emoji} ${each.count}`);
      return [
        'note',
        columns.get(groups.get(topic)?.column ?? column) ?? '',
        group === null ? '' : topicTitle(group),
        text,
        nameOf(author),
        votes.get(topic)?.votes ?? null,
        votes.get(topic)?.voters ?? null,
        seconds.get(topic) ?? null,
        faces.join(' '),
        null,
        null,
        null,
        null,
        created_at,
      ];
    }),
    ...file.comments.map(({ note, author, text, created_at }): Row => {
      const on = notes.get(note);
      const column = columns.get(on?.column ?? '') ?? '';
      const topic = topicTitle(on?.group ?? note);
      const nothing = [null, null, null, null, null, null, null, null];
      return ['comment', column, topic, text, nameOf(author), ...nothing, created_at];
    }),
    ...file.actions.map(({ text, topic, assignee, due_on, status, reason, created_at }): Row => {
      const nothing = [null, null, null, null, null];
      const state = [status, nameOf(assignee), due_on, reason];
      return ['action item', '', topicTitle(topic), text, ...nothing, ...state, created_at];
    }),
    ...scoreRows(file),
  ];
  const line = (row: Row) => `${head.map((_, at) => cell(row[at] ?? null)).join(',')}\r\n`;
  return byteOrderMark + [head, ...rows].map(line).join('');
}
