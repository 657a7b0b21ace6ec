// Formats the figures with their references, aims, and deviations.
import type { Aim } from './aims.ts';
import type { Row } from './rows.ts';

type Aims = Readonly<Record<string, readonly Aim[]>>;

export interface PartResult {
  name: string;
  rows: readonly Row[];
}

export interface Run {
  takenAt: string;
  machine: readonly string[];
  parts: readonly PartResult[];
}

const heads = ['', 'Wentwell', 'beside it', 'aim', ''];
const markers = { start: '<!-- figures -->', end: '<!-- end of figures -->' };

function number(value: number): string {
  if (!Number.isFinite(value)) return '?';
  if (value === 0 || Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function withUnit(value: number, unit: Row['unit']): string {
  return `${number(value)} ${unit}`.trim().replace(/ (?=\/s|×)/, '');
}

interface Judged {
  aim: string;
  result: string;
}

function judge(row: Row, { kind, atMost, atLeast, timesBeside }: Aim): Judged {
  if (timesBeside) {
    const other = row.beside.find(({ what }) => what === timesBeside.what);
    if (!other) throw new Error(`"${row.what}" has nothing called ${timesBeside.what} beside it`);
    const { atMost: most, atLeast: least } = timesBeside;
    const times: Aim = { kind, ...(most && { atMost: most }), ...(least && { atLeast: least }) };
    const value = row.value / other.value;
    const { aim, result } = judge({ what: '', value, unit: '×', beside: [] }, times);
    return { aim: `${aim} ${timesBeside.what}`, result: `${withUnit(value, '×')}: ${result}` };
  }
  const bound = atMost ?? atLeast ?? Number.NaN;
  const holds = atMost === undefined ? row.value >= bound : row.value <= bound;
  const by = Math.abs(row.value / bound - 1) * 100;
  const words = kind === 'budget' ? ['budget'] : [];
  return {
    aim: [...words, (atMost === undefined ? '≥' : '≤') + withUnit(bound, row.unit)].join(' '),
    result: holds ? 'holds' : `${by.toFixed(0)}% off`,
  };
}

function cellsOf(row: Row, aims: Aims): string[] {
  const judged = (aims[row.what] ?? []).map((each) => judge(row, each));
  return [
    row.what,
    withUnit(row.value, row.unit),
    row.beside.map(({ what, value }) => `${what} ${withUnit(value, row.unit)}`).join(', '),
    judged.map(({ aim }) => aim).join('; '),
    judged.map(({ result }) => result).join('; '),
  ];
}

/** Formats one part for the terminal. */
export function textTable({ name, rows }: PartResult, aims: Aims): string {
  const table = [[name, ...heads.slice(1)], ...rows.map((row) => cellsOf(row, aims))];
  const widths = heads.map((_, column) =>
    Math.max(...table.map((cells) => [...(cells[column] ?? '')].length)),
  );
  const lines = table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.join('\n');
}

/** Summarizes how many aims hold. */
export function summary({ parts }: Pick<Run, 'parts'>, aims: Aims): string {
  const results = parts.flatMap(({ rows }) =>
    rows.flatMap((row) => (aims[row.what] ?? []).map((each) => judge(row, each).result)),
  );
  const held = results.filter((result) => result.endsWith('holds')).length;
  return `${held} of ${results.length} aims and budgets hold.`;
}

/** For the document. Includes only figures with an aim. */
export function markdown(run: Run, aims: Aims): string {
  const about = [`Taken ${run.takenAt.slice(0, 10)}.`, ...run.machine, summary(run, aims)];
  const tables = run.parts
    .map(({ name, rows }) => ({ name, rows: rows.filter(({ what }) => what in aims) }))
    .filter(({ rows }) => rows.length > 0)
    .map((part) => textTable(part, aims))
    .join('\n\n');
  return `${about.join('\n')}\n\n\`\`\`\n${tables}\n\`\`\``;
}

/** Replaces the figures between the document's markers. */
export function withFigures(document: string, figures: string): string {
  const [before, rest] = document.split(markers.start);
  const after = rest?.split(markers.end)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`the document has no place for figures: ${markers.start} … ${markers.end}`);
  }
  return `${before}${markers.start}\n\n${figures}\n\n${markers.end}${after}`;
}

/** Aims without a measured figure, because it was renamed or its part was skipped. */
export function unmetAims({ parts }: Pick<Run, 'parts'>, aims: Aims): string[] {
  const measured = new Set(parts.flatMap(({ rows }) => rows.map(({ what }) => what)));
  return Object.keys(aims).filter((what) => !measured.has(what));
}
