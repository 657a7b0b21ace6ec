import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Action } from '@wentwell/contract/actions/actions';
import type { Team } from '@wentwell/contract/teams/teams';
import { UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { ActionHandlers } from '#web/features/actions/action-handlers';
import {
  myActionsQuery,
  teamActionsQuery,
  useActionHandlers,
} from '#web/features/actions/actions.queries';
import { useMe } from '#web/features/auth/session.tsx';
import { OwnedRow } from '#web/screens/actions/OwnedRow.tsx';
import { quietLinkClass } from '#web/ui/buttons/link-class';
import { LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { Link } from '#web/ui/router/Link.tsx';

const nextFew = { status: ['open'], limit: 5 } as const;

export function OpenActions(props: { team: Team | null; teams: readonly Team[] }): ReactNode {
  const { team, teams } = props;
  const me = useMe();
  const mine = useQuery(myActionsQuery(nextFew));
  const ofTeam = useQuery(teamActionsQuery(team?.id ?? null, nextFew));
  const handlers = useActionHandlers(me.id);
  const [tab, setTab] = useState<string>();
  // Decided once, so that the list does not change with its last item.
  if (tab === undefined && mine.data && ofTeam.data) {
    setTab(mine.data.total === 0 && ofTeam.data.total > 0 ? 'team' : 'mine');
  }
  return (
    <Card
      title="Open action items"
      actions={
        <Link to="/actions" className={quietLinkClass}>
          All actions
        </Link>
      }
    >
      <Tabs
        label="Open action items"
        {...(tab !== undefined && { value: tab })}
        onValueChange={setTab}
        items={[
          {
            value: 'mine',
            label: 'Mine',
            content: (
              <NextFew
                label="My open action items"
                query={mine}
                handlers={handlers}
                empty="You have no open action items."
                placeOf={(action) => <TeamName action={action} teams={teams} />}
              />
            ),
          },
          {
            value: 'team',
            label: `The team's${ofTeam.data?.total ? ` (${ofTeam.data.total})` : ''}`,
            content: (
              <NextFew
                label="The team's open action items"
                query={ofTeam}
                handlers={handlers}
                empty="The team has no open action items."
              />
            ),
          },
        ]}
      />
    </Card>
  );
}

function NextFew(props: {
  label: string;
  query: UseQueryResult<{ rows: Action[]; total: number }>;
  handlers: ActionHandlers;
  empty: string;
  placeOf?: (action: Action) => ReactNode;
}): ReactNode {
  const { label, query, handlers, empty, placeOf } = props;
  if (query.isPending) return null;
  if (!query.data) return <LoadFailure title="Failed to load action items" query={query} />;
  const { rows, total } = query.data;
  if (rows.length === 0) return <p className="text-soft">{empty}</p>;
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {rows.map((action) => (
          <li key={action.id} className="py-3 first:pt-0">
            <OwnedRow action={action} among={rows} handlers={handlers} place={placeOf?.(action)} />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="pt-1 text-xs text-muted">and {total - rows.length} more</p>
      )}
    </>
  );
}

function TeamName(props: { action: Action; teams: readonly Team[] }): ReactNode {
  const team = props.teams.find(({ id }) => id === props.action.team_id);
  if (!team) return null;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 text-muted">
      <UsersRound className="size-3.5 shrink-0" />
      <span className="truncate">{team.name}</span>
    </span>
  );
}
