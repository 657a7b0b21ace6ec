import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { phaseFacts } from '@wentwell/contract/phases';
import type { Team } from '@wentwell/contract/teams/teams';
import { Plus, ArrowRight } from 'lucide-react';
import { useEffect, useState } from 'react';

import { relativeTime } from '#web/api/relative-time';
import { serverNow, statusNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import {
  myInvitationsQuery,
  teamInvitationsQuery,
} from '#web/features/invitations/invitations.queries';
import { PendingInvitationsCard } from '#web/features/invitations/PendingInvitationsCard.tsx';
import { liveOf } from '#web/features/meetings/meeting-order';
import { MeetingList } from '#web/features/meetings/MeetingList.tsx';
import {
  meetingsOverviewQuery,
  type MeetingsOverview,
} from '#web/features/meetings/meetings.queries';
import { boardMembersQuery } from '#web/features/members/members.queries';
import { type CurrentTeam, useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { ownTeamsQuery } from '#web/features/teams/teams.queries';
import { TeamsFailed } from '#web/screens/layouts/NoTeam.tsx';
import { useNewMeeting } from '#web/screens/meetings/use-new-meeting.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Delayed, LoadFailure, LoadingBars } from '#web/ui/feedback/Loading.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { untilIdle } from '#web/ui/layout/code-loader';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { useRootMark } from '#web/ui/root-mark';
import { Link } from '#web/ui/router/Link.tsx';

import { type Count, Overview } from './Overview.tsx';

const isLive = (meeting: Meeting) => statusNow(meeting) === 'live';

/** Meetings of the user's teams that are live, or have just finished; renders nothing without any. */
function LiveNow(props: {
  title: string;
  meetings: readonly Meeting[];
  teams: readonly Pick<Team, 'id' | 'name'>[];
}) {
  const { title, meetings, teams } = props;
  if (meetings.length === 0) return null;
  return (
    <section
      aria-label={title}
      data-tone="success"
      className="paper large-sheet grid grid-cols-1 gap-2 p-6 sm:px-8"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <span aria-hidden="true" className="size-2 rounded-full border-4 text-success-text" />
        {title}
      </h2>
      <ul className="grid gap-3">
        {meetings.map((meeting) => (
          <li key={meeting.id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="grid min-w-0 flex-[1_1_200px]">
              <span className="line-clamp-2 text-xl font-bold wrap-anywhere" title={meeting.name}>
                {meeting.name}
              </span>
              <span className="text-soft wrap-anywhere">
                {isLive(meeting) ? phaseFacts[meeting.phase].label : 'Finished'} ·{' '}
                {teams.find(({ id }) => id === meeting.team_id)?.name}
                {meeting.start_time !== null && ` · began ${relativeTime(meeting.start_time)}`}
              </span>
            </span>
            <span className="flex min-w-0 flex-wrap items-center gap-4 max-sm:w-full">
              <LiveFaces meeting={meeting} />
              <Link
                to={`/meetings/${meeting.id}`}
                aria-label={`${isLive(meeting) ? 'Join' : 'Report on'} ${meeting.name}`}
                className={`ml-auto ${buttonClass({ variant: 'primary' })}`}
              >
                {isLive(meeting) ? 'Join' : 'Report'}
                <ArrowRight />
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Reserves a loading card's height, so that the page does not shift later. */
function CardPlaceholder({ heightClass }: { heightClass: string }) {
  return <div aria-busy className={`rounded-lg border border-line bg-surface ${heightClass}`} />;
}

/** The dashboard's outline before anything is loaded, without text that a live meeting would move. */
function DashboardSkeleton() {
  return (
    <Delayed busy>
      <span className="sr-only">Loading</span>
      <div className="grid gap-6">
        <CardPlaceholder heightClass="h-24.5" />
        <Card>
          <LoadingBars rows={4} height={20} />
        </Card>
      </div>
    </Delayed>
  );
}

// Loaded last: the bottom of the page, and faces at the end of a line.
const LiveFaces = lazyPart(() => import('./rest-of-dashboard.ts'), 'LiveFaces');
const OpenActions = lazyPart(() => import('./rest-of-dashboard.ts'), 'OpenActions');
const MissedRetros = lazyPart(() => import('./rest-of-dashboard.ts'), 'MissedRetros');
const HealthCard = lazyPart(() => import('./rest-of-dashboard.ts'), 'HealthCard');
const WeekBadges = lazyPart(() => import('#web/features/badges/Badges.tsx'), 'WeekBadges');

// Only new users see these forms.
const FirstSteps = lazyPart(() => import('./FirstSteps.tsx'), 'FirstSteps');
const OwnName = lazyPart(async () => {
  // The surrounding meetings are painted first.
  await untilIdle();
  return import('./OwnName.tsx');
}, 'OwnName');

/** Height of a new user's first steps. */
const stepsHeightClass = 'h-130 lg:h-65';

export function Dashboard() {
  const me = useMe();
  const mine = useCurrentTeam();
  const { team: current, teams, total, isLoading: teamsLoading, loadError, select } = mine;
  const { create, schedule, dialog } = useNewMeeting();
  const found = useQuery({
    ...meetingsOverviewQuery(teams.map(({ id }) => id)),
    enabled: !teamsLoading && !loadError,
  });
  const meetings = found.data?.latest ?? [];
  const live = liveOf(meetings);
  const named = useTeamsOf(meetings, teams);
  const memberCount = useMemberCount(mine);
  const [guided, setGuided] = useState(false);
  const areAllPlanned = meetings.every((each) => statusNow(each) === 'planned');
  const mayBeAlone = areAllPlanned && meetings.length > 0 && !guided;
  const invited = useQuery(
    teamInvitationsQuery((mayBeAlone && memberCount === 1 && current?.id) || null),
  );
  // A retro is planned, and nobody else is invited or a member.
  const isAlone = mayBeAlone && memberCount === 1 && invited.data?.length === 0;
  // Failed meetings do not mean a new user.
  const isNew =
    total !== null &&
    !mine.error &&
    !found.isLoadingError &&
    (meetings.length === 0 || isAlone || (guided && areAllPlanned));
  const [openedAt] = useState(serverNow);
  const isLate = ({ start_time }: Meeting) => new Date(start_time ?? 0) > openedAt;
  const late = live.filter(isLate);
  useRootMark(late.length > 0 ? 'late-retro' : null);
  // One that ends keeps its place.
  const [seen, setSeen] = useState<readonly string[]>([]);
  if (live.some(({ id }) => !seen.includes(id))) setSeen([...seen, ...live.map(({ id }) => id)]);
  const early = meetings.filter(
    (each) =>
      !isLate(each) && (isLive(each) || (seen.includes(each.id) && statusNow(each) === 'closed')),
  );
  // No finished one takes the place of a live one.
  const shown = early.toSorted((a, b) => Number(isLive(b)) - Number(isLive(a))).slice(0, 3);
  // A colleague's retro must not take the steps from under a text, until it is sent or the name, once saved, changes.
  const [writer, setWriter] = useState<string>();
  const isWriting = writer === me.first_name;
  // While a new team's meetings load, the steps do not change.
  if (!found.isLoading && guided !== isNew && !isWriting) setGuided(isNew);

  function createOwn(open: () => void): void {
    setWriter(undefined);
    open();
  }

  const hasNoName = me.first_name === '';
  const isLoading =
    found.isLoading ||
    teamsLoading ||
    (mayBeAlone && (memberCount === undefined || invited.isLoading));
  const hasContent = useHasContent(isLoading, found);
  // Team members may have meetings, which precede the forms.
  const needsForms = hasNoName && total === 0;
  useEffect(() => {
    if (needsForms) void FirstSteps.preload();
  }, [needsForms]);

  // Invitations precede everything but a live meeting; an empty list goes last.
  const areInvitationsLast = useQuery(myInvitationsQuery()).data?.length === 0;
  const invitationsCard = <PendingInvitationsCard onAccepted={(team) => void select(team.id)} />;

  return (
    <>
      <SmallPart>
        <p role="status" className="sr-only">
          {live[0] && `${live[0].name} is live`}
        </p>
      </SmallPart>
      <PageHeader
        title="Dashboard"
        description={`Welcome, ${me.email}`}
        actions={
          <Button
            variant={guided || live.length > 0 ? 'secondary' : 'primary'}
            icon={<Plus />}
            disabled={teamsLoading}
            disabledReason={
              !teamsLoading && teams.length === 0
                ? loadError
                  ? 'Your teams could not be loaded.'
                  : 'Join or create a team first.'
                : undefined
            }
            onClick={() => createOwn(create)}
          >
            Create Meeting
          </Button>
        }
      />
      {hasContent ? (
        <>
          <Part>
            <LiveNow
              title={shown.some(isLive) ? 'Live now' : 'Finished'}
              meetings={early.filter((each) => shown.includes(each))}
              teams={named}
            />
          </Part>
          {!guided && !isLoading && hasNoName && (
            <OwnName fallback={<CardPlaceholder heightClass="h-65 sm:h-39" />} />
          )}
          {!areInvitationsLast && invitationsCard}
          {!guided && isLoading && hasNoName && <CardPlaceholder heightClass={stepsHeightClass} />}
          {guided && (
            <div
              className="contents"
              onInput={() => setWriter(me.first_name)}
              onSubmit={() => isNew && setWriter(undefined)}
            >
              <FirstSteps
                fallback={<CardPlaceholder heightClass={stepsHeightClass} />}
                me={me}
                team={current}
                memberCount={typeof memberCount === 'number' ? memberCount : null}
                planned={areAllPlanned ? meetings[0] : undefined}
                onSchedule={() => createOwn(schedule)}
              />
            </div>
          )}
          <Overview
            teams={loadError ? mine : (total ?? undefined)}
            members={memberCount}
            upcoming={isLoading ? undefined : loadError ? mine : (found.data?.upcoming ?? found)}
            isQuiet={guided}
          />
          <LatestMeetings mine={mine} teams={named} found={found} />
          {!guided && teams.length > 0 && (
            <>
              <MissedRetros userId={me.id} />
              <OpenActions team={current} teams={teams} />
              {current && <HealthCard teamId={current.id} />}
              {current?.recognition && <WeekBadges teamId={current.id} />}
            </>
          )}
          {areInvitationsLast && invitationsCard}
          {/* A meeting that begins meanwhile moves nothing; others are in the list. */}
          <div className="layer-sticky sticky bottom-4 empty:hidden low:static">
            <Part>
              <LiveNow title="Started meanwhile" meetings={late.slice(0, 1)} teams={named} />
            </Part>
          </div>
        </>
      ) : (
        <DashboardSkeleton />
      )}
      {dialog}
    </>
  );
}

/** True once everything that decides the layout has loaded or failed: a late live meeting would move content. */
function useHasContent(isLoading: boolean, meetings: UseQueryResult): boolean {
  const invitations = useQuery(myInvitationsQuery());
  const isFirstAttempt = invitations.isPending && invitations.failureCount === 0;
  const isRetrying = meetings.isPending && meetings.failureCount > 0;
  const isKnown = (!isLoading || isRetrying) && !isFirstAttempt;
  const [hasContent, setHasContent] = useState(isKnown);
  if (isKnown && !hasContent) setHasContent(true);
  return hasContent || isKnown;
}

/** Includes the teams of these meetings, which may be beyond the loaded ones. */
function useTeamsOf(meetings: readonly Meeting[], teams: readonly Team[]): readonly Team[] {
  const known = new Set(teams.map(({ id }) => id));
  const missing = new Set(meetings.map(({ team_id }) => team_id).filter((id) => !known.has(id)));
  const { data = [] } = useQuery(ownTeamsQuery([...missing]));
  return [...teams, ...data];
}

function useMemberCount(mine: CurrentTeam): Count {
  const { team, isLoading, loadError } = mine;
  // Loads all members, so that avatars have their colours on boards.
  const query = useQuery(boardMembersQuery(team?.id ?? null));
  if (loadError) return mine;
  if (!team && !isLoading) return null;
  if (isLoading || query.isPending) return undefined;
  return query.data?.total ?? query;
}

function LatestMeetings(props: {
  mine: CurrentTeam;
  /** Includes the teams of all these meetings. */
  teams: readonly Team[];
  found: UseQueryResult<MeetingsOverview>;
}) {
  const { mine, found } = props;
  const { isLoading: teamsLoading, loadError } = mine;
  const loading = teamsLoading || found.isLoading;
  const failed = found.isLoadingError && !loading;
  const meetings = found.data?.latest ?? [];
  const list = { label: 'Latest Meetings', teams: props.teams };
  return (
    <Card title="Latest Meetings">
      {failed && (
        <div className="pb-4">
          <LoadFailure title="Failed to load meetings" query={found} />
        </div>
      )}
      {loading ? (
        <Delayed key="shape">
          <MeetingList {...list} meetings={[]} loadingRows={5} />
        </Delayed>
      ) : (
        meetings.length > 0 && <MeetingList {...list} meetings={meetings} />
      )}
      {loadError && (
        <TeamsFailed level={3} title="Meetings cannot be shown">
          Meetings belong to your teams, which could not be loaded.
        </TeamsFailed>
      )}
      {!loading && !failed && !loadError && meetings.length === 0 && (
        // The first steps above have what to do.
        <p className="text-soft">
          {mine.teams.length > 0
            ? 'No meetings found. Create your first meeting to get started.'
            : "You don't belong to any teams yet. Join or create a team to see meetings."}
        </p>
      )}
    </Card>
  );
}
