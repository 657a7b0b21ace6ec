import type { RetroHealth } from '@wentwell/contract/team-health';
import type { ReactNode } from 'react';

import { type Column, Table } from '#web/ui/layout/Table.tsx';

import {
  focusOf,
  lateOf,
  moodAfterOf,
  moodOf,
  percent,
  scoreText,
  worthOf,
} from './health-series.ts';

function column(
  header: string,
  valueOf: (retro: RetroHealth) => number | null,
  texts: { of: (value: number) => string; none: string },
): Column<RetroHealth> {
  return {
    header,
    align: 'end',
    phone: 'half',
    cell: (retro) => {
      const value = valueOf(retro);
      if (value === null) return <span className="text-muted">{texts.none}</span>;
      return <span className="tabular-nums">{texts.of(value)}</span>;
    },
  };
}

const scores = { of: scoreText, none: 'too few' };
const shares = { of: percent, none: '–' };
const columns: Column<RetroHealth>[] = [
  { header: 'Retro', lead: true, cell: ({ name }) => name },
  column('Before', moodOf, scores),
  column('After', moodAfterOf, scores),
  column('Focus', focusOf, shares),
  column('Overdue', lateOf, shares),
  column('Worth it', worthOf, scores),
];

export function RetroTable({ retros }: { retros: readonly RetroHealth[] }): ReactNode {
  return (
    <Table
      label="Figures of each retro"
      columns={columns}
      rows={retros.toReversed()}
      rowKey={({ meeting_id }) => meeting_id}
    />
  );
}
