import { useQuery } from '@tanstack/react-query';
import { actionPolicy, type ListedAction } from '@wentwell/contract/actions/actions';
import {
  answersOf,
  differenceRule,
  madeDifference,
  type OutcomeTotals,
  TeamOutcomes,
} from '@wentwell/contract/actions/outcomes';
import type { TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { Team } from '@wentwell/contract/teams/teams';
import { ChevronDown, ListChecks, Plus, Equal, Lock, TrendingDown, TrendingUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { currentDay } from '#web/api/days';
import { readQuery } from '#web/api/queries';
import { ageText, isLate } from '#web/features/actions/action-age';
import type { ActionHandlers } from '#web/features/actions/action-handlers';
import { DueField, OwnerSelect, useUnassignedFirst } from '#web/features/actions/ActionFields.tsx';
import { ActionForm } from '#web/features/actions/ActionForm.tsx';
import { ActionRow } from '#web/features/actions/ActionRow.tsx';
import {
  type ActionFilter,
  myActionsQuery,
  teamActionsQuery,
  useActionHandlers,
  useAddAction,
} from '#web/features/actions/actions.queries';
import { useMe } from '#web/features/auth/session.tsx';
import { teamContextOf } from '#web/features/members/team-context';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { NoTeam } from '#web/screens/layouts/NoTeam.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { PersonOfContext } from '#web/ui/identity/person';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { InfoPopover } from '#web/ui/overlays/InfoPopover.tsx';
import type { Visit } from '#web/ui/router/router-context';

import { useOwners, useTeamPeople } from './OwnedRow.tsx';

const segments = {
  chosen: {
    label: 'From Health',
    title: 'Nothing here',
    text: 'These action items belong to another team, or were deleted.',
  },
  open: {
    label: 'Open',
    title: 'No open action items',
    text: 'Agree on some in the next retro, or add one here.',
  },
  mine: { label: 'Mine', title: 'Nothing to do', text: 'Your action items appear here.' },
  done: { label: 'Done', title: 'Nothing here', text: 'Finished action items appear here.' },
  dropped: { label: 'Dropped', title: 'Nothing here', text: 'Dropped action items appear here.' },
};
type Segment = keyof typeof segments;

const empty = <ListChecks className="size-12 text-muted" />;

/** The team's, and with `ids` first those behind a finding. */
export function Actions({ search: { ids } }: Visit): ReactNode {
  const { team } = useCurrentTeam();
  // A key, so that no state of the previous team or finding remains.
  if (team) return <ActionsOf key={`${team.id} ${ids}`} team={team} ids={ids} />;
  return (
    <NoTeam
      page="Actions"
      failed="Action items cannot be shown"
      illustration={empty}
      select="Please select a team from the navbar to view its action items."
    />
  );
}

interface Shown {
  team: Team;
  ids: string | undefined;
}

/** "Mine" spans all the user's teams. */
function useActions({ team, ids }: Shown, segment: Segment, limit: number) {
  const isMine = segment === 'mine';
  const filter: ActionFilter =
    segment === 'chosen' ? { ids, limit } : { status: [isMine ? 'open' : segment], limit };
  const isAsked = segment !== 'chosen' || ids !== undefined;
  const ofTeam = useQuery({ ...teamActionsQuery(team.id, filter), enabled: isAsked && !isMine });
  const own = useQuery({ ...myActionsQuery(filter), enabled: isMine });
  return isMine ? own : ofTeam;
}

function ActionsOf({ team, ids }: Shown): ReactNode {
  const me = useMe();
  const handlers = useActionHandlers(me.id);
  const add = useAddAction(team.id, handlers.drafts);
  const { people } = useTeamPeople(team.id);
  const [segment, setSegment] = useState<Segment>(ids === undefined ? 'open' : 'chosen');
  const draftKey = `new:${team.id}` as const;
  const [isAdding, setAdding] = useState(() => handlers.drafts.read(draftKey) !== null);
  const isMember = actionPolicy.addTo(teamContextOf(me, team), null) === 'allowed';
  const counts: Record<Segment, number | undefined> = {
    chosen: useActions({ team, ids }, 'chosen', 1).data?.total,
    open: useActions({ team, ids }, 'open', 1).data?.total,
    mine: useActions({ team, ids }, 'mine', 1).data?.total,
    done: useActions({ team, ids }, 'done', 1).data?.total,
    dropped: useActions({ team, ids }, 'dropped', 1).data?.total,
  };
  const offered = (['chosen', 'open', 'mine', 'done', 'dropped'] as const).filter(
    (each) => (each !== 'chosen' && each !== 'dropped') || segment === each || counts[each],
  );
  return (
    <>
      <PageHeader
        title="Actions"
        team={team.name}
        actions={
          <>
            <div className="flex min-w-0 print:hidden">
              <RadioGroup
                label="Show"
                hideLabel
                choices={offered.map((value) => ({
                  value,
                  label: segments[value].label,
                  count: counts[value],
                }))}
                value={segment}
                onValueChange={setSegment}
              />
            </div>
            {isMember && (
              <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
                New action
              </Button>
            )}
          </>
        }
      />
      <div className="grid gap-6 lg:flex lg:items-start lg:gap-16">
        <div className="grid min-w-0 flex-1 gap-4">
          {isAdding && (
            <Part>
              <ActionForm
                people={people}
                drafts={handlers.drafts}
                draftKey={draftKey}
                onSubmit={(draft) => add(draft)}
                onCancel={() => setAdding(false)}
                autoFocus
              />
            </Part>
          )}
          <section aria-label={segments[segment].label}>
            <SmallPart>
              <h2 className="pb-2 text-lg font-semibold">
                {segments[segment].label}{' '}
                <span className="text-sm font-medium text-muted tabular-nums">
                  {counts[segment]}
                </span>
              </h2>
            </SmallPart>
            <Part attempt={segment}>
              <List key={segment} {...{ team, ids, segment, handlers }} />
            </Part>
          </section>
        </div>
        <Part>
          <Outcomes teamId={team.id} />
        </Part>
      </div>
    </>
  );
}

interface ListProps extends Shown {
  segment: Segment;
  handlers: ActionHandlers;
}

const pageSize = 50;

function List(props: ListProps): ReactNode {
  const { segment } = props;
  const isOpen = segment === 'open' || segment === 'mine';
  const [limit, setLimit] = useState(isOpen ? limits.openActionsPerTeam : pageSize);
  const query = useActions(props, segment, limit);
  if (query.isPending) {
    return (
      <div className="pb-6">
        <LoadingBars rows={3} height={20} />
      </div>
    );
  }
  if (!query.data) return <LoadFailure title="Failed to load action items" query={query} />;
  const { rows, total } = query.data;
  const { title, text } = segments[segment];
  if (rows.length === 0) {
    return (
      <EmptyState level={3} illustration={empty} title={title}>
        {text}
      </EmptyState>
    );
  }
  return (
    <>
      <Rows {...props} rows={rows} />
      {total > rows.length && limit < limits.listMax && (
        <p className="pt-2">
          <Button
            data-printed
            variant="ghost"
            busy={query.isFetching}
            onClick={() => setLimit(Math.min(limit + pageSize, limits.listMax))}
          >
            {`${total - rows.length} more`} <ChevronDown />
          </Button>
        </p>
      )}
    </>
  );
}

function Rows({ rows, ...props }: ListProps & { rows: readonly ListedAction[] }): ReactNode {
  const ordered = useUnassignedFirst(rows);
  return (
    <ul aria-label="Action items">
      {ordered.map((action) => (
        <li key={action.id} className="border-b border-line py-2.5">
          <Row action={action} among={rows} {...props} />
        </li>
      ))}
    </ul>
  );
}

function Row(
  props: ListProps & { action: ListedAction; among: readonly ListedAction[] },
): ReactNode {
  const { action, among, team, handlers } = props;
  const { people, personOf } = useOwners(action, among);
  const { teams } = useCurrentTeam();
  const { topic, meeting } = action.from;
  const other = action.team_id !== team.id && teams.find(({ id }) => id === action.team_id)?.name;
  const place = [topic, meeting, other].filter(Boolean).join(' · ');
  return (
    <PersonOfContext value={personOf}>
      <ActionRow
        {...{ action, people, handlers }}
        place={place && <span className="truncate">{place}</span>}
        fields={
          action.status === 'open' && (
            <>
              <span className="text-right text-xs text-soft max-sm:order-last sm:w-17">
                {ageText(action) ?? (isLate(action, currentDay()) ? null : 'new')}
              </span>
              <span className="min-w-0 flex-1 basis-40 sm:w-44 sm:flex-none">
                <OwnerSelect {...{ action, people, handlers }} />
              </span>
              <span className="max-w-full min-w-0 sm:w-32">
                <DueField action={action} handlers={handlers} />
              </span>
            </>
          )
        }
      />
    </PersonOfContext>
  );
}

const shownFirst = 4;

/** Whether action items helped, by the team's answers two retros later. Renders nothing before the first. */
function Outcomes({ teamId }: { teamId: TeamId }): ReactNode {
  const { data } = useQuery(
    readQuery(['outcomes', teamId], {
      path: `/api/v1/teams/${teamId}/outcomes`,
      schema: TeamOutcomes,
    }),
  );
  const [isWhole, setWhole] = useState(false);
  if (!data || data.actions.length === 0) return null;
  const { made_difference: difference, answers_min: fewest, actions } = data;
  const shown = isWhole ? actions.length : shownFirst;
  return (
    <TitledSection
      title="Did it help?"
      level={2}
      aside={
        <InfoPopover label="What made a difference means" name="Made a difference">
          <p className="max-w-80 text-sm text-soft">{differenceRule}</p>
        </InfoPopover>
      }
      className="min-w-0 content-start gap-3 lg:w-78 lg:shrink-0"
    >
      {difference && <Difference {...difference} />}
      <ul className="divide-y divide-line border-b border-line">
        {actions.map(({ action_id: id, text, outcome, similar }, at) => (
          <li key={id} className={at < shown ? undefined : 'hidden print:block'}>
            <div className="flex justify-between gap-3 py-3">
              <div className="min-w-0 wrap-anywhere">
                <p className="font-semibold">{text}</p>
                <p className="text-xs text-soft">
                  {outcome
                    ? `${majorityText(outcome)}.`
                    : `Shown once there are ${fewest} answers.`}
                  {outcome &&
                    similar &&
                    similar.before + similar.since > 0 &&
                    ` Similar notes: ${similar.before} before, ${similar.since} since.`}
                </p>
              </div>
              <span aria-hidden="true" className="text-soft [&_svg]:size-4.5">
                {outcome ? iconOf(outcome) : <Lock />}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {shown < actions.length && (
        <span>
          <Button variant="ghost" aria-expanded={false} onClick={() => setWhole(true)}>
            {`${actions.length - shown} more`} <ChevronDown />
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
          style={{ fontSize: '2.75rem', lineHeight: 1.0909, letterSpacing: '-0.035em' }}
        >
          {made} of {of}
        </strong>
        made a difference, the team says two retros later.
      </p>
      <div aria-hidden="true" className="flex gap-1.5 text-ink">
        {Array.from({ length: of }, (_, at) => (
          <span
            key={at}
            className={`h-2 flex-1 rounded-full border-current ${at < made ? 'border-4' : 'border-2'}`}
          />
        ))}
      </div>
    </div>
  );
}

const says = { better: 'better', same: 'the same', worse: 'worse', unknown: "they can't tell" };

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
