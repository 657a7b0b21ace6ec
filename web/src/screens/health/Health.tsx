import { useQuery } from '@tanstack/react-query';
import { chosenActionsMax } from '@wentwell/contract/actions/action-lists';
import type { HealthRef, RetroHealth, TeamHealth } from '@wentwell/contract/health/team-health';
import { countText } from '@wentwell/contract/report/meeting-report';
import type { Team } from '@wentwell/contract/teams/teams';
import {
  ChevronDown,
  CircleCheck,
  Download,
  Ellipsis,
  HeartPulse,
  LineChart,
  ListChecks,
  Lock,
  Sprout,
  Table as TableIcon,
  TrendingDown,
  TrendingUp,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { serverNow } from '#web/api/server-time';
import { TeamBadges } from '#web/features/badges/Badges.tsx';
import { offeredCsv } from '#web/features/report/ExportMenu.tsx';
import { saveAnswer } from '#web/features/report/save-answer';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { NoTeam } from '#web/screens/layouts/NoTeam.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { InfoPopover } from '#web/ui/overlays/InfoPopover.tsx';
import { Menu, MenuItem, MenuLink, MenuRadioGroup, MenuRadioItem } from '#web/ui/overlays/Menu.tsx';
import { Link } from '#web/ui/router/Link.tsx';
import type { Visit } from '#web/ui/router/router-context';

import { MoodChart, Sparkline } from './Charts.tsx';
import { CheckUpTrend, useCheckUpStart } from './CheckUps.tsx';
import { type Figure, figuresOf } from './health-series.ts';
import { RetroTable } from './RetroTable.tsx';
import { healthPath, teamHealthQuery } from './team-health.queries.ts';
import { Year } from './Year.tsx';

const empty = <HeartPulse className="size-12 text-muted" />;

/** The last retros, or one year. */
export function Health({ search: { year } }: Visit): ReactNode {
  const { team } = useCurrentTeam();
  if (team && year !== undefined) return <Year key={team.id} team={team} year={Number(year)} />;
  // A key, so that no state of the previous team remains.
  if (team) return <HealthOfTeam key={team.id} team={team} />;
  return (
    <NoTeam
      page="Team Health"
      failed="Team health cannot be shown"
      illustration={empty}
      select="Please select a team from the navbar to view its health."
    />
  );
}

const counts = [6, 12, 26, 52];

function lastYearOf({ retros }: TeamHealth): string {
  const last = retros.at(-1);
  return String((last ? new Date(last.closed_at) : serverNow()).getUTCFullYear());
}

function HealthOfTeam({ team }: { team: Team }): ReactNode {
  const [last, setLast] = useState(12);
  const query = useQuery(teamHealthQuery(team.id, last));
  const isEmpty = query.data?.retros.length === 0;
  const checkUp = useCheckUpStart(team);
  const range = (
    <MenuRadioGroup
      label="Retros"
      value={String(last)}
      onValueChange={(value) => setLast(Number(value))}
    >
      {counts.map((count) => (
        <MenuRadioItem key={count} value={String(count)}>
          Last {count} retros
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  );
  const csv = offeredCsv().map(({ separator, label, ...item }) => (
    <MenuItem
      key={label}
      {...item}
      onSelect={() =>
        void saveAnswer({
          call: {
            path: healthPath(team.id),
            query: { last, separator },
            headers: { accept: 'text/csv' },
          },
          file: 'Team health.csv',
          failed: 'The figures could not be saved',
        })
      }
    >
      {label}
    </MenuItem>
  ));
  const year = query.data && !isEmpty && (
    <Link
      to="/team-health"
      search={{ year: lastYearOf(query.data) }}
      aria-current={undefined}
      className={buttonClass()}
    >
      Year in review
    </Link>
  );
  return (
    <>
      <PageHeader
        title="Team Health"
        team={team.name}
        actions={
          <div className="contents">
            <div className="contents max-sm:hidden">
              {checkUp && (
                <Button icon={checkUp.icon} onClick={checkUp.open}>
                  {checkUp.label}
                </Button>
              )}
              {year && (
                <>
                  <Menu
                    trigger={
                      <Button data-printed>
                        {`Last ${last} retros`} <ChevronDown />
                      </Button>
                    }
                  >
                    {range}
                  </Menu>
                  <Menu
                    trigger={
                      <Button icon={<Download />}>
                        CSV <ChevronDown />
                      </Button>
                    }
                  >
                    {csv}
                  </Menu>
                  {year}
                </>
              )}
            </div>
            {(checkUp || year) && (
              <div className="sm:hidden">
                <Menu trigger={<IconButton label="More" icon={<Ellipsis />} />}>
                  {checkUp && (
                    <MenuItem icon={checkUp.icon} onSelect={checkUp.open}>
                      {checkUp.label}
                    </MenuItem>
                  )}
                  {year && (
                    <>
                      {range}
                      {csv}
                      <MenuLink render={year}>Year in review</MenuLink>
                    </>
                  )}
                </Menu>
              </div>
            )}
            {checkUp?.dialog}
          </div>
        }
      />
      {query.isPending ? (
        <LoadingBars height={196} />
      ) : query.data ? (
        isEmpty ? (
          <Card>
            <EmptyState illustration={empty} title="No retro has been closed yet">
              Finish a retro with two people to see its figures here.
            </EmptyState>
          </Card>
        ) : (
          <>
            <Figures health={query.data} />
            {team.recognition && <TeamBadges teamId={team.id} />}
          </>
        )
      ) : (
        <LoadFailure title="Failed to load the team's health" query={query} />
      )}
    </>
  );
}

function Figures({ health }: { health: TeamHealth }): ReactNode {
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(max(8.5rem,34%),1fr))] gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
        {figuresOf(health).map((figure) => (
          <li key={figure.name} className="flex flex-col bg-surface p-3 sm:gap-1 sm:p-4">
            <Part>
              <Tile figure={figure} />
            </Part>
          </li>
        ))}
      </ul>
      <div className="grid gap-6 lg:grid-cols-2 lg:gap-16">
        <Findings health={health} />
        <Retros retros={health.retros} />
      </div>
      <CheckUpTrend retros={health.retros} />
    </>
  );
}

const trendIcons = { up: <TrendingUp />, down: <TrendingDown />, none: null, few: <Lock /> };

function Tile({ figure }: { figure: Figure }): ReactNode {
  const { name, value, none, unit, hint, trend, series, range } = figure;
  return (
    <>
      <div className="-my-2 -mr-2 flex items-center justify-between">
        <h2 className="text-sm font-medium text-soft">{name}</h2>
        <InfoPopover label={`What ${name} means`} name={name}>
          <Definition figure={figure} />
        </InfoPopover>
      </div>
      {value === null ? (
        <p className="flex min-h-9 items-center font-semibold">{none}</p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-2 text-xl font-bold tabular-nums lg:text-[2.75rem]/[1.0909]">
          {value}
          {unit !== undefined && (
            <small className="text-xs font-medium tracking-normal text-soft sm:text-sm">
              {unit}
            </small>
          )}
        </p>
      )}
      <p className="flex items-center gap-1.5 text-xs text-soft sm:text-sm [&_svg]:size-4 [&_svg]:shrink-0">
        {trendIcons[trend]}
        {hint}
      </p>
      <Sparkline series={series} range={range} />
    </>
  );
}

const definitions: Record<Figure['name'], string> = {
  Morale:
    'Mean mood before the last retro, from 1 to 5. The trend compares the last three retros with the three before; 0.2 or less is steady. Nobody sees single answers.',
  Focus: 'Share of topics discussed in the last retro that led to an action.',
  'Delivery risk': 'Share of open actions that are overdue.',
  'Worth our time': 'Mean answer to “Was this retro worth our time?”, from 1 to 5.',
};

function Definition({ figure: { name, rule } }: { figure: Figure }): ReactNode {
  return (
    <div className="grid max-w-80 gap-1">
      <p className="font-semibold">{name}</p>
      <p className="text-sm text-soft">{definitions[name]}</p>
      {rule && (
        <ul className="mt-2 divide-y divide-line border-t border-line text-sm">
          {rule.map(({ name: step, range, isNow }) => (
            <li
              key={step}
              aria-current={isNow ? true : undefined}
              className={classNames(
                'relative flex justify-between gap-4 py-1.5',
                isNow ? 'font-semibold' : 'text-soft',
              )}
            >
              {isNow && (
                <span className="absolute inset-y-0 bg-primary" style={{ left: -16, width: 3 }} />
              )}
              <span>{step}</span>
              <span>{range}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const findingIcons = {
  morale: <TrendingDown />,
  focus: <LineChart />,
  action_items: <ListChecks />,
  helped: <CircleCheck />,
  difference: <Sprout />,
};

function Findings({ health: { sentences, retros } }: { health: TeamHealth }): ReactNode {
  return (
    <TitledSection title="What stands out" level={2} className="min-w-0 content-start">
      {sentences.length === 0 ? (
        <p className="py-4 text-soft">Nothing stands out in these retros.</p>
      ) : (
        <ul className="divide-y divide-line border-b border-line">
          {sentences.map(({ about, text, refs, rule }) => (
            <li key={text} className="flex gap-4 py-4">
              <span aria-hidden="true" className="mt-1 text-soft [&_svg]:size-4">
                {findingIcons[about]}
              </span>
              <div className="min-w-0 flex-1 wrap-anywhere">
                <p className="text-base font-medium">{text}</p>
                <Sources refs={refs} retros={retros} />
              </div>
              {rule && (
                <InfoPopover label="How it is counted" name="Rule">
                  <p className="max-w-80 text-sm text-soft">{rule}</p>
                </InfoPopover>
              )}
            </li>
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

const sourceClass = `content-center pointer-coarse:min-h-11 ${linkClass}`;

/** Links to the retros and items behind a sentence. */
function Sources(props: { refs: readonly HealthRef[]; retros: readonly RetroHealth[] }): ReactNode {
  const actions = props.refs
    .flatMap(({ kind, id }) => (kind === 'action' ? id : []))
    .slice(0, chosenActionsMax);
  const meetings = props.refs.flatMap(({ kind, id }) =>
    kind === 'meeting' ? (props.retros.find(({ meeting_id }) => meeting_id === id) ?? []) : [],
  );
  return (
    <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {meetings.map(({ meeting_id: meetingId, name }) => (
        <Link key={meetingId} to={`/meetings/${meetingId}`} className={sourceClass}>
          {name}
        </Link>
      ))}
      {actions.length > 0 && (
        <Link to="/actions" search={{ ids: actions.join(',') }} className={sourceClass}>
          {countText(actions.length, 'action')}
        </Link>
      )}
    </div>
  );
}

function Retros({ retros }: { retros: readonly RetroHealth[] }): ReactNode {
  // A phone has no room for a legible chart.
  const [isTable, setIsTable] = useState(() => matchMedia('(width < 40rem)').matches);
  return (
    <TitledSection
      title={
        <>
          {isTable ? 'Figures' : 'Mood'}{' '}
          {!isTable && (
            <small className="text-sm font-normal tracking-normal text-muted">
              before and after
            </small>
          )}
        </>
      }
      level={2}
      aside={
        <Button
          variant="ghost"
          size="sm"
          icon={isTable ? <LineChart /> : <TableIcon />}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? 'As a chart' : 'As a table'}
        </Button>
      }
      className="min-w-0 content-start gap-3"
    >
      {!isTable && <MoodChart retros={retros} />}
      <div className={isTable ? 'min-w-0' : 'sr-only'}>
        <RetroTable retros={retros} />
      </div>
    </TitledSection>
  );
}
