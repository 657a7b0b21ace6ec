// Every part of the bench reports rows: figures, each with its references in the same run.

export interface Reference {
  what: string;
  value: number;
}

export interface Row {
  /** Names the figure for ever: aims are set for it, and runs are compared by it. */
  what: string;
  value: number;
  unit: Unit;
  /** Measured in the same run on the same machine. */
  beside: readonly Reference[];
}

export type Unit = 'µs' | 'ms' | 's' | '/s' | 'KB' | 'MB' | '×' | '';

/** The smallest value that is not less than this share of them, from 0 to 1; NaN of no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The median of `count` rounds, one after another. */
export async function medianOf(count: number, round: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let n = 0; n < count; n += 1) values.push(await round());
  return median(values);
}

export const rounds = 3;
