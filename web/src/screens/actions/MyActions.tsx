import { useQuery } from '@tanstack/react-query';
import type { Action } from '@wentwell/contract/actions';
import { limits } from '@wentwell/contract/limits';
import type { Team } from '@wentwell/contract/teams';
import { UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { myActionsQuery, useActionHandlers } from '#web/features/actions/actions.queries';
import { useMe } from '#web/features/auth/session.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

import { ActionFilters, filterOf, openOnes } from './ActionFilters.tsx';
import { ActionsPanel } from './ActionsPanel.tsx';

const pageSize = 50;

export function MyActions({ teams }: { teams: readonly Pick<Team, 'id' | 'name'>[] }): ReactNode {
  const me = useMe();
  const [choices, setChoices] = useState(openOnes);
  const [limit, setLimit] = useState(pageSize);
  const query = useQuery(myActionsQuery({ ...filterOf(choices, []), limit }));
  const handlers = useActionHandlers(me.id);
  const isPlain = choices.status === 'open' && choices.due === 'any';
  return (
    <Card title="What I have to do">
      <div className="pb-4">
        <ActionFilters
          choices={choices}
          people={null}
          onChoose={(next) => {
            setChoices(next);
            setLimit(pageSize);
          }}
        />
      </div>
      <ActionsPanel
        label="My action items"
        query={query}
        handlers={handlers}
        empty={
          isPlain
            ? { title: 'Nothing to do', text: 'Your action items appear here.' }
            : { title: 'Nothing here', text: 'No action items match. Try other filters.' }
        }
        placeOf={(action) => <TeamName action={action} teams={teams} />}
        onMore={() => setLimit(Math.min(limit + pageSize, limits.listMax))}
      />
    </Card>
  );
}

export function TeamName(props: {
  action: Action;
  teams: readonly Pick<Team, 'id' | 'name'>[];
}): ReactNode {
  const team = props.teams.find(({ id }) => id === props.action.team_id);
  if (!team) return null;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 text-muted">
      <UsersRound className="size-3.5 shrink-0" />
      <span className="truncate">{team.name}</span>
    </span>
  );
}
