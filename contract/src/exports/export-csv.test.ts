import { read, utils } from '@e965/xlsx';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { defaultSettings } from '../meetings/meetings.ts';
import { defaultColumns } from '../notes/columns.ts';
import { exportCsv } from './export-csv.ts';
import { exportFileName } from './export-formats.ts';
import { MeetingExport } from './meeting-export.ts';

const time = '2026-03-14T09:00:00.000Z';

function fileWith(parts: Partial<MeetingExport>): MeetingExport {
  return MeetingExport.parse({
    format: 'wentwell-meeting',
    version: 1,
    exported_at: time,
    name: 'Sprint 12',
    team: 'Rocket',
    status: 'closed',
    phase: 'closing_ready',
    start_time: time,
    end_time: time,
    led_by: 'p1',
    settings: defaultSettings,
    columns: defaultColumns,
    people: [{ id: 'p1', name: '=HYPERLINK("https://evil.test")' }],
    notes: [],
    hidden_notes: 0,
    groups: [],
    votes: [],
    discussion: null,
    comments: [],
    reactions: [],
    actions: [],
    ...parts,
  });
}

function noteOf(text: string) {
  return { id: 'n1', column: 'went_well', author: 'p1', text, group: null, created_at: time };
}

function rowsOf(parts: Partial<MeetingExport>): string[] {
  return exportCsv(fileWith(parts)).split('\r\n').slice(1);
}

test('R-213 is UTF-8 with a byte order mark, CRLF line ends, and quoted cells where needed', () => {
  const csv = exportCsv(fileWith({ notes: [noteOf('Two\n"lines", one comma')] }));
  expect(csv.startsWith('\ufeffkind,column,')).toBe(true);
  expect(csv.endsWith('\r\n')).toBe(true);
  expect(csv).toContain('\r\nnote,Went Well,,"Two\n""lines"", one comma",');
});

test('R-213 has a line per score total, and its own columns at the end of every line', () => {
  const check_in = {
    mood: [0, 1, 1, 0, 1],
    mood_after: null,
    worth: [0, 0, 0, 0, 0],
    check_up: [],
  };
  const csv = exportCsv(fileWith({ notes: [noteOf('x')], check_in }));
  const [head = '', ...rows] = csv.trimEnd().split('\r\n');
  expect(head).toMatch(/,created at,answers,mean,score 1,score 2,score 3,score 4,score 5$/);
  expect(rows.at(-1)).toBe(`score,,,Mood before${','.repeat(11)}3,3.33,0,1,1,0,1`);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/Z,{7}$/);
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\uff1d1+1',
  '\ufe661+1',
  '\ufe621',
  '\ufe631',
  '\ufe6bSUM(A1)',
])('R-213 %s is no formula in a cell', (text) => {
  const [row = ''] = rowsOf({ notes: [noteOf(text)] });
  expect(row).toContain(`,'${text},`);
  expect(row).toContain(`"'=HYPERLINK(""https://evil.test"")"`);
});

test('R-213 keeps tabs, returns and spaces before a sign from making a formula', () => {
  const file = fileWith({ notes: [noteOf('x')] });
  const cells = [
    ['\t=1+1', "'\t'=1+1"],
    ['\r=1+1', "'\n'=1+1"],
    [' =1+1', "' =1+1"],
    ['\u200b=1+1', "'\u200b=1+1"],
    ['\tx', "'\tx"],
  ] as const;
  for (const [text, cell] of cells) {
    const csv = exportCsv({ ...file, notes: [noteOf(text)] });
    expect(csv).toContain(cell);
  }
});

test('R-213 keeps signs within a sentence', () => {
  expect(exportCsv(fileWith({ notes: [noteOf('x - y = z; w')] }))).toContain(',x - y = z; w,');
});

type QuoteRule = 'at the start of a cell' | 'anywhere';

/** The cells of a table as a reader of `separator` finds them. A doubled quote within quotes is one. */
function cellsRead(table: string, separator: string, quotesOpen: QuoteRule): string[] {
  const cells = [''];
  let isQuoted = false;
  let isStart = true;
  for (let place = 0; place < table.length; place += 1) {
    const letter = table.charAt(place);
    const opens: boolean = letter === '"' && !isQuoted && (isStart || quotesOpen === 'anywhere');
    const isDoubled: boolean = letter === '"' && isQuoted && table[place + 1] === '"';
    const ends: boolean = !isQuoted && (letter === separator || letter === '\n' || letter === '\r');
    isStart = ends;
    if (ends) cells.push('');
    else if (opens || (letter === '"' && isQuoted && !isDoubled)) isQuoted = opens;
    else cells.push(`${cells.pop() ?? ''}${letter}`);
    if (isDoubled) place += 1;
  }
  return cells;
}

function cellsOfSpreadsheet(table: string, separator: string): string[] {
  const { Sheets } = read(table, { type: 'string', FS: separator, raw: true });
  return Object.values(Sheets).flatMap((sheet) =>
    utils.sheet_to_json<unknown[]>(sheet, { header: 1 }).flat().map(String),
  );
}

const signs = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20', '\ufe66', '\ufe63'];
const nearCells = [';', ',', '\t', '\r', '\n', '\r\n', '"', '""', "'", ' '];
const invisible = [
  '\u00a0',
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200e',
  '\u2060',
  '\u3164',
  '\ufeff',
  '\u0001',
];
const hostileText = fc
  .array(fc.constantFrom(...signs, ...nearCells, ...invisible, 'x', '1', "=cmd|'/c calc'!A1"), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(''));
const runs =
  /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe63]|^[\t\r]/u;

test.each(['comma', 'semicolon'] as const)(
  'R-213 no cell of a file with a %s begins as a formula, whatever separator and rule of quotes a spreadsheet reads by',
  (written) => {
    const isSafe = (texts: readonly string[]) => {
      const people = [{ id: 'p1', name: texts.at(-1) ?? '' }];
      const notes = texts.map((text, at) => ({ ...noteOf(text), id: `n${at}` }));
      const table = exportCsv({ ...fileWith({}), people, notes }, written);
      for (const separator of [',', ';', '\t']) {
        const found = [
          ...cellsRead(table, separator, 'at the start of a cell'),
          ...cellsRead(table, separator, 'anywhere'),
          ...cellsOfSpreadsheet(table, separator),
        ].filter((cell) => runs.test(cell));
        expect(found).toEqual([]);
      }
    };
    isSafe([`a;"=cmd|'/c calc'!A1;b`]);
    isSafe([`a,"=cmd|'/c calc'!A1,b`]);
    fc.assert(fc.property(fc.array(hostileText, { minLength: 1, maxLength: 3 }), isSafe), {
      numRuns: 200,
    });
  },
);

test('R-213 a file with semicolons has the same content for locales with decimal commas', () => {
  const check_in = { mood: [0, 1, 1, 0, 0] };
  const file = fileWith({
    notes: [noteOf('a, b; "c"\nd')],
    check_in: { ...fileWith({}).check_in, ...check_in },
  });
  const csv = exportCsv(file, 'semicolon');
  expect(csv.startsWith('\ufeffkind;column;topic;text;')).toBe(true);
  expect(csv).toContain(';"a, b; ""c""\nd";');
  expect(csv.trimEnd().split('\r\n').at(-1)).toContain(';2;2,5;0;1;1;0;0');
});

test.each([
  ['Sprint 12', 'Sprint 12 2026-03-14.csv'],
  ['../../etc/passwd', 'etc passwd 2026-03-14.csv'],
  ['a\u202ecsv.exe', 'a csv.exe 2026-03-14.csv'],
  ['Größe: "x"?', 'Größe x 2026-03-14.csv'],
  ['...', '2026-03-14.csv'],
])('R-214 the file of “%s” is named %s', (name, expected) => {
  expect(exportFileName({ name, start_time: time, created_at: time }, 'csv')).toBe(expected);
});
