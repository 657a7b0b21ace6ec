// Whether the team's action items helped, by its answers two retros later.
import { useQuery } from '@tanstack/react-query';
import {
  answersOf,
  differenceRule,
  madeDifference,
  type OutcomeTotals,
  TeamOutcomes,
} from '@wentwell/contract/actions/outcomes';
import type { TeamId } from '@wentwell/contract/ids';
import { ChevronDown, Equal, Lock, TrendingDown, TrendingUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { readQuery } from '#web/api/queries';
import { Button } from '#web/ui/buttons/Button.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { InfoPopover } from '#web/ui/overlays/Popover.tsx';

function outcomesQuery(teamId: TeamId) {
  return readQuery(['outcomes', teamId], {
    path: `/api/v1/teams/${teamId}/outcomes`,
    schema: TeamOutcomes,
  });
}

const shownFirst = 4;

/** Renders nothing before the first answers. */
export function Outcomes({ teamId }: { teamId: TeamId }): ReactNode {
  const { data } = useQuery(outcomesQuery(teamId));
  const [isWhole, setWhole] = useState(false);
  if (!data || data.actions.length === 0) return null;
  const { made_difference: difference, actions } = data;
  const shown = isWhole ? actions : actions.slice(0, shownFirst);
  return (
    <TitledSection
      title="Did it help?"
      level={2}
      size="text-lg"
      aside={
        <InfoPopover label="What made a difference means" name="Made a difference">
          <p className="max-w-80 text-sm text-soft">{differenceRule}</p>
        </InfoPopover>
      }
      className="min-w-0 content-start gap-3 lg:w-78 lg:shrink-0"
    >
      {difference && <Difference {...difference} />}
      <ul className="divide-y divide-line border-b border-line">
        {shown.map(({ action_id: id, text, outcome, similar }) => (
          <li key={id} className="flex justify-between gap-3 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">{text}</p>
              <p className="text-xs text-soft">
                {outcome ? `${majorityText(outcome)}.` : 'Not enough answers yet.'}
                {outcome &&
                  similar &&
                  similar.before + similar.since > 0 &&
                  ` Similar notes: ${similar.before} before, ${similar.since} since.`}
              </p>
            </div>
            <span aria-hidden="true" className="text-soft [&_svg]:size-4.5">
              {outcome ? iconOf(outcome) : <Lock />}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < actions.length && (
        <span>
          <Button variant="ghost" onClick={() => setWhole(true)}>
            {`${actions.length - shown.length} more`} <ChevronDown className="size-4" />
          </Button>
        </span>
      )}
    </TitledSection>
  );
}

function Difference({ made, of }: { made: number; of: number }): ReactNode {
  return (
    <div data-tone="success" className="paper grid gap-3 p-5">
      <p className="text-soft">
        <strong
          className="block font-bold text-ink tabular-nums"
          style={{ fontSize: '2.75rem', lineHeight: '3rem', letterSpacing: '-0.035em' }}
        >
          {made} of {of}
        </strong>
        made a difference, the team says two retros later.
      </p>
      <div aria-hidden="true" className="flex gap-1.5 text-ink">
        {Array.from({ length: of }, (_, at) => (
          <span
            key={at}
            className={`h-2 flex-1 rounded-full border-2 border-current ${at < made ? 'bg-current' : ''}`}
          />
        ))}
      </div>
    </div>
  );
}

const says = { better: 'better', same: 'the same', worse: 'worse', unknown: 'they cannot tell' };

/** For example "4 of 5 say better": the most frequent answer; the first of equals. */
function majorityText(outcome: OutcomeTotals): string {
  const order = ['better', 'same', 'worse', 'unknown'] as const;
  const most = order.reduce((best, each) => (outcome[each] > outcome[best] ? each : best));
  return `${outcome[most]} of ${answersOf(outcome)} say ${says[most]}`;
}

function iconOf(outcome: OutcomeTotals): ReactNode {
  if (madeDifference(outcome)) return <TrendingUp />;
  return outcome.worse > outcome.better + outcome.same ? <TrendingDown /> : <Equal />;
}
