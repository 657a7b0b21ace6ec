import { deliveryRisk, type RetroHealth } from '@wentwell/contract/health/team-health';
import type { ReactNode } from 'react';

import { scoreText } from '#web/features/check-in/score-labels';
import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { ScrollSideways } from '#web/ui/layout/ScrollSideways.tsx';

import { focusOf, percent } from './health-series.ts';

/** The figure is null with too few answers, or nothing to count; then the detail stands in its place. */
type Texts = readonly [figure: string | null, detail: string];

function scored(score: RetroHealth['mood']): Texts {
  return score ? [scoreText(score.mean), `${score.answers} answers`] : [null, 'too few'];
}

const columns: readonly [header: string, textsOf: (retro: RetroHealth) => Texts][] = [
  ['Before', ({ mood }) => scored(mood)],
  ['After', ({ mood_after }) => scored(mood_after)],
  [
    'Focus',
    (retro) => {
      const { discussed, with_action } = retro.topics;
      const focus = focusOf(retro);
      if (focus === null) return [null, 'no topics'];
      return [percent(focus), `${with_action} of ${discussed} topics`];
    },
  ],
  [
    'Done',
    ({ actions: { agreed, done, kept_twice } }) => [
      `${done} of ${agreed}`,
      `${kept_twice} kept twice`,
    ],
  ],
  [
    'Overdue',
    ({ actions }) => {
      const risk = deliveryRisk(actions);
      return risk ? [`${actions.overdue} of ${actions.open}`, `${risk} risk`] : [null, 'none open'];
    },
  ],
  ['Worth it', ({ worth }) => scored(worth)],
];

const cellClass = 'py-1.5 pl-4 text-right whitespace-nowrap max-sm:pl-1.5';

/** Figures never wrap, so that a phone shows all; names are cut, and details wrap. */
export function RetroTable({ retros }: { retros: readonly RetroHealth[] }): ReactNode {
  return (
    <>
      <ScrollSideways>
        <table
          aria-label="Figures of each retro"
          className="w-full text-xs tabular-nums sm:text-sm"
        >
          <thead className="border-b border-line text-xs text-muted">
            <tr>
              <th scope="col" className="text-left font-semibold">
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
                  className="w-full max-w-0 min-w-10 truncate text-left font-medium"
                >
                  <Part>{retro.name}</Part>
                </th>
                {columns.map(([header, textsOf]) => {
                  const [figure, detail] = textsOf(retro);
                  return (
                    <td key={header} title={detail} className={cellClass}>
                      <Part>
                        {figure}
                        {/* A finger finds no tooltip. */}
                        <span
                          className={classNames(
                            'text-muted',
                            figure !== null &&
                              'block text-xs whitespace-normal not-print:pointer-fine:sr-only',
                          )}
                        >
                          {detail}
                        </span>
                      </Part>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollSideways>
      <p className="mt-2 text-xs text-muted">
        “Done” counts the actions agreed in that retro, “Overdue” all still open when it ended.
      </p>
    </>
  );
}
