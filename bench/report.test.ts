import { describe, expect, it } from 'vitest';

import type { Aim } from './aims.ts';
import { markdown, type Run, summary, textTable, unmetAims, withFigures } from './report.ts';
import type { Row } from './rows.ts';

const row = (what: string, value: number, beside: Row['beside'] = []): Row => ({
  what,
  value,
  unit: 'ms',
  beside,
});
const part = {
  name: 'Reads',
  rows: [row('A', 6, [{ what: 'bare', value: 3 }]), row('B', 2.345), row('C', 1234.5)],
};
const aims: Record<string, Aim[]> = {
  A: [
    { kind: 'aim', atMost: 4 },
    { kind: 'aim', timesBeside: { what: 'bare', atMost: 1.5 } },
  ],
  B: [{ kind: 'budget', atMost: 3 }],
  C: [{ kind: 'aim', atLeast: 2469 }],
};
const run: Run = { takenAt: '2026-01-02T03:04:05Z', machine: ['Two cores.'], parts: [part] };

describe('the report', () => {
  it('shows each figure beside its references, and by how much it misses an aim', () => {
    const lines = textTable(part, aims).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^A +6 ms +bare 3 ms +≤4 ms; ≤1\.50× bare +50% off; 2×: 33% off$/);
    expect(lines[2]).toMatch(/^B +2\.35 ms +budget ≤3 ms +holds$/);
    expect(lines[3]).toMatch(/^C +1235 ms +≥2469 ms +50% off$/);
    expect(summary(run, aims)).toBe('1 of 4 aims and budgets hold.');
  });

  it('names aims without a measurement, and rejects an aim relative to a missing reference', () => {
    expect(unmetAims(run, { ...aims, D: [] })).toEqual(['D']);
    const beside: Aim = { kind: 'aim', timesBeside: { what: 'other', atMost: 1 } };
    expect(() => textTable(part, { A: [beside] })).toThrow('"A" has nothing called other');
  });

  it('replaces the figures between the markers of the document', () => {
    const document = 'Before.\n\n<!-- figures -->\nold\n<!-- end of figures -->\n\nAfter.\n';
    const unaimed = { name: 'Writes', rows: [row('D', 1)] };
    const figures = markdown({ ...run, parts: [part, unaimed] }, aims);
    const written = withFigures(document, figures);
    expect(written).toMatch(/^Before\.\n\n<!-- figures -->\n\nTaken 2026-01-02\.\nTwo cores\./);
    expect(written).toContain(`\`\`\`\n${textTable(part, aims)}\n\`\`\``);
    expect(written.endsWith('<!-- end of figures -->\n\nAfter.\n')).toBe(true);
    expect(withFigures(written, figures)).toBe(written);
    expect(() => withFigures('No place.', figures)).toThrow('no place for figures');
  });
});
