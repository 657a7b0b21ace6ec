import type { RetroHealth } from '@wentwell/contract/team-health';
import type { ReactNode } from 'react';

import { scoreText } from '#web/features/check-in/score-labels';

import { focusOf, overdueShareOf, moodAfterOf, moodOf, percent, worthOf } from './health-series.ts';

interface Texts {
  of: (value: number) => string;
  none: string;
}

const scores: Texts = { of: scoreText, none: 'too few' };
const shares: Texts = { of: percent, none: '–' };
const columns: readonly [header: string, (retro: RetroHealth) => number | null, Texts][] = [
  ['Before', moodOf, scores],
  ['After', moodAfterOf, scores],
  ['Focus', focusOf, shares],
  ['Overdue', overdueShareOf, shares],
  ['Worth it', worthOf, scores],
];

const cellClass = 'py-1.5 pl-4 text-right whitespace-nowrap';

/** Figures never wrap; long names do. */
export function RetroTable({ retros }: { retros: readonly RetroHealth[] }): ReactNode {
  return (
    <table aria-label="Figures of each retro" className="w-full text-xs tabular-nums sm:text-sm">
      <thead className="border-b border-line text-xs text-muted">
        <tr>
          <th scope="col" className="py-1.5 text-left font-semibold">
            Retro
          </th>
          {columns.map(([header]) => (
            <th key={header} scope="col" className={`${cellClass} font-semibold`}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-b border-line">
        {retros.toReversed().map((retro) => (
          <tr key={retro.meeting_id}>
            <th
              scope="row"
              title={retro.name}
              className="w-full max-w-0 min-w-20 truncate py-1.5 text-left font-medium"
            >
              {retro.name}
            </th>
            {columns.map(([header, valueOf, texts]) => {
              const value = valueOf(retro);
              return (
                <td key={header} className={value === null ? `${cellClass} text-muted` : cellClass}>
                  {value === null ? texts.none : texts.of(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
