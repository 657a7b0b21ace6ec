import { useQuery } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import { quietLinkClass } from '#web/ui/buttons/link-class';
import { Card } from '#web/ui/layout/Card.tsx';
import { Link } from '#web/ui/router/Link.tsx';

import { figuresOf } from './health-series.ts';
import { teamHealthQuery } from './team-health.queries.ts';

/** A team's last figures. Renders nothing before the first closed retro. */
export function HealthCard({ teamId }: { teamId: TeamId }): ReactNode {
  const { data } = useQuery(teamHealthQuery(teamId, 12));
  if (!data || data.retros.length === 0) return null;
  return (
    <Card
      title="Team health"
      actions={
        <Link to="/team-health" className={quietLinkClass}>
          All figures
        </Link>
      }
    >
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
        {figuresOf(data)
          .slice(0, 3)
          .map(({ name, value, none, unit, hint }) => (
            <div key={name} className="grid gap-1">
              <dt className="text-sm text-soft">{name}</dt>
              <dd>
                <span className="font-bold tabular-nums">{value ?? none}</span>
                {value !== null && unit !== undefined && <> {unit}</>}
                <span className="block text-xs text-soft">{hint}</span>
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
