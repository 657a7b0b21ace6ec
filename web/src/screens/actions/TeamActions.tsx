import { useQuery } from '@tanstack/react-query';
import { actionPolicy, type ActionStatus } from '@wentwell/contract/actions';
import { limits } from '@wentwell/contract/limits';
import type { Team } from '@wentwell/contract/teams';
import { type ReactNode, useState } from 'react';

import { ActionForm } from '#web/features/actions/ActionForm.tsx';
import {
  teamActionsQuery,
  useActionHandlers,
  useAddAction,
} from '#web/features/actions/actions.queries';
import { useMe } from '#web/features/auth/session.tsx';
import { teamContextOf } from '#web/features/members/team-context';
import { onFirstUse } from '#web/ui/formats';
import { Card } from '#web/ui/layout/Card.tsx';

import { ActionFilters, filterOf, openOnes } from './ActionFilters.tsx';
import { ActionsPanel } from './ActionsPanel.tsx';
import { Outcomes } from './Outcomes.tsx';
import { useTeamPeople } from './OwnedRow.tsx';

const pageSize = 50;

export function TeamActions({ team }: { team: Team }): ReactNode {
  const me = useMe();
  const [choices, setChoices] = useState(openOnes);
  const [limit, setLimit] = useState(pageSize);
  const { people } = useTeamPeople(team.id);
  const query = useQuery(teamActionsQuery(team.id, { ...filterOf(choices, people), limit }));
  const handlers = useActionHandlers(me.id);
  const add = useAddAction(team.id, handlers.drafts);
  const isMember = actionPolicy.addTo(teamContextOf(me, team), null) === 'allowed';
  const isFiltered = choices.due !== 'any' || choices.owner !== openOnes.owner;
  return (
    <div className="grid gap-6 lg:flex lg:items-start">
      <div className="grid min-w-0 flex-1 gap-4">
        {isMember && (
          <Card>
            <ActionForm
              people={people}
              drafts={handlers.drafts}
              draftKey={`new:${team.id}`}
              onSubmit={(draft) => add(draft)}
              label="New action item"
            />
          </Card>
        )}
        <CompletionRate team={team} />
        <Card title={`Action items of ${team.name}`} actions={null}>
          <div className="pb-4">
            <ActionFilters
              choices={choices}
              people={people}
              onChoose={(next) => {
                setChoices(next);
                setLimit(pageSize);
              }}
            />
          </div>
          <ActionsPanel
            label="The team's action items"
            query={query}
            handlers={handlers}
            empty={
              isFiltered || choices.status !== 'open'
                ? {
                    title: 'Nothing here',
                    text: 'No action items match. Try other filters.',
                  }
                : {
                    title: 'No open action items',
                    text: 'Agree on some in the next retro, or add one above.',
                  }
            }
            onMore={() => setLimit(Math.min(limit + pageSize, limits.listMax))}
          />
        </Card>
      </div>
      <Outcomes teamId={team.id} />
    </div>
  );
}

function useTotal(team: Team, status: ActionStatus): number | undefined {
  return useQuery(teamActionsQuery(team.id, { status: [status], limit: 1 })).data?.total;
}

const percent = onFirstUse(
  () => new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 }),
);

function CompletionRate({ team }: { team: Team }): ReactNode {
  const [open, done, dropped] = [
    useTotal(team, 'open'),
    useTotal(team, 'done'),
    useTotal(team, 'dropped'),
  ];
  if (open === undefined || done === undefined || dropped === undefined) return null;
  const all = open + done + dropped;
  if (all === 0) return null;
  const rate = done / all;
  const facts = [`${open} open`, `${done} done`, `${dropped} dropped`];
  return (
    <section
      aria-label="Completion rate"
      className="grid gap-2 rounded-lg border border-line bg-surface px-5 py-4 sm:px-6"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span>
          <strong className="text-lg font-bold tabular-nums">{percent().format(rate)}</strong>{' '}
          <span className="text-soft">of all action items are done</span>
        </span>
        <span className="text-xs text-muted tabular-nums">{facts.join(' · ')}</span>
      </p>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-success-solid" style={{ width: `${rate * 100}%` }} />
      </div>
    </section>
  );
}
