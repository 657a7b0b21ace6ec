// Result rows of the bench: figures with references from the same run.

export interface Reference {
  what: string;
  value: number;
}

export interface Row {
  /** Stable name: aims and comparisons of runs refer to it. */
  what: string;
  value: number;
  unit: Unit;
  /** References from the same run on the same machine. */
  beside: readonly Reference[];
}

export type Unit = 'µs' | 'ms' | 's' | '/s' | 'KB' | 'MB' | '×' | '';

/** `share` is from 0 to 1. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Median of `count` sequential rounds. */
export async function medianOf(count: number, round: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let n = 0; n < count; n += 1) values.push(await round());
  return median(values);
}

export const rounds = 3;
