import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Meeting } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { Plus } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';

import { useMe } from '#web/features/auth/session.tsx';
import { myInvitationsQuery } from '#web/features/invitations/invitations.queries';
import { PendingInvitationsCard } from '#web/features/invitations/PendingInvitationsCard.tsx';
import { countUpcoming, liveOf } from '#web/features/meetings/meeting-order';
import { teamMembersQuery } from '#web/features/members/members.queries';
import { teamContextAmong } from '#web/features/members/team-context';
import { type CurrentTeam, useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { teamGone } from '#web/features/teams/team-notices';
import { NewMeetingDialog } from '#web/screens/meetings/NewMeetingDialog.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';

import { CardPlaceholder } from './CardPlaceholder.tsx';
import { type MeetingsOfTeams, useMeetingsOfTeams } from './dashboard-data.ts';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { LatestMeetings } from './LatestMeetings.tsx';
import { LiveNow } from './LiveNow.tsx';
import { type Count, Overview } from './Overview.tsx';

// Below all else, and loaded after it.
const OpenActions = lazyPart(async () => (await import('./OpenActions.tsx')).OpenActions);

// Forms for new users only.
const FirstSteps = lazyPart(async () => (await import('./FirstSteps.tsx')).FirstSteps);
const OwnName = lazyPart(async () => (await import('./OwnName.tsx')).OwnName);

/** The height of the first steps of a new user. */
const stepsHeightClass = 'h-[744px] sm:h-[524px]';

export function Dashboard() {
  const me = useMe();
  const navigate = useNavigate();
  const mine = useCurrentTeam();
  const { team: current, teams, total, isLoading: teamsLoading, loadError, select } = mine;
  const [creating, setCreating] = useState(false);
  const teamContextIn = teamContextAmong(me, teams);
  const found = useMeetingsOfTeams(teams);
  const memberCount = useMemberCount(mine);
  // A user whose meetings failed to load is not new.
  const isNew =
    total === teams.length && !mine.error && !found.error && found.meetings.length === 0;
  const [guided, setGuided] = useState(false);
  // While the meetings of a newly created team are loading, the steps stay as they are.
  if (!found.isPending && guided !== isNew) setGuided(isNew);

  const hasNoName = me.first_name === '';
  const isLoading = found.isPending || teamsLoading;
  const hasContent = useHasContent(isLoading, found);
  useEffect(() => {
    if (!hasNoName) return;
    void FirstSteps.preload();
    void OwnName.preload();
  }, [hasNoName]);

  function openMeeting(meetingId: Meeting['id']): void {
    void navigate({ to: '/meetings/$meetingId', params: { meetingId } });
  }

  async function switchTo(teamId: Team['id']): Promise<void> {
    if (await select(teamId)) return;
    toast.warning({ title: 'Failed to switch team', description: teamGone });
  }

  return (
    <>
      <PageHeader
        title="Dashboard"
        description={`Welcome, ${me.email}`}
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            disabled={teamsLoading}
            disabledReason={
              !teamsLoading && teams.length === 0
                ? loadError
                  ? 'Your teams could not be loaded.'
                  : 'Join or create a team first.'
                : undefined
            }
            onClick={() => setCreating(true)}
          >
            Create Meeting
          </Button>
        }
      />
      {hasContent ? (
        <>
          <LiveNow meetings={liveOf(found.meetings)} teams={teams} />
          {!guided && !isLoading && hasNoName && (
            <Suspense fallback={<CardPlaceholder heightClass="h-[260px] sm:h-[156px]" />}>
              <OwnName />
            </Suspense>
          )}
          <PendingInvitationsCard onAccepted={(team) => void switchTo(team.id)} />
          {!guided && isLoading && hasNoName && <CardPlaceholder heightClass={stepsHeightClass} />}
          {guided && (
            <Suspense fallback={<CardPlaceholder heightClass={stepsHeightClass} />}>
              <FirstSteps
                me={me}
                team={current}
                memberCount={typeof memberCount === 'number' ? memberCount : null}
                onCreateMeeting={() => setCreating(true)}
              />
            </Suspense>
          )}
          <Overview
            teams={loadError ? mine : (total ?? undefined)}
            members={memberCount}
            upcoming={
              isLoading
                ? undefined
                : loadError
                  ? mine
                  : found.error
                    ? found
                    : countUpcoming(found.meetings, Date.now())
            }
          />
          <LatestMeetings
            mine={mine}
            found={found}
            onCreate={() => setCreating(true)}
            onOpenMeeting={openMeeting}
          />
          {!guided && teams.length > 0 && (
            <Suspense>
              <OpenActions team={current} teams={teams} />
            </Suspense>
          )}
        </>
      ) : (
        <DashboardSkeleton />
      )}
      <NewMeetingDialog
        open={creating}
        onOpenChange={setCreating}
        teams={teams}
        teamContextIn={teamContextIn}
        teamId={current?.id ?? null}
        onCreated={(meeting) => {
          if (meeting.status === 'live') openMeeting(meeting.id);
        }}
      />
    </>
  );
}

/**
 * Whether something of the dashboard is shown: as soon as all that decides about its layout is known, or keeps failing,
 * and from then on. A live meeting stands above everything else, and would push down what is being read.
 */
function useHasContent(isLoading: boolean, { isRetrying }: MeetingsOfTeams): boolean {
  const invitations = useQuery(myInvitationsQuery());
  const isFirstAttempt = invitations.isPending && invitations.failureCount === 0;
  const isKnown = (!isLoading || isRetrying) && !isFirstAttempt;
  const [hasContent, setHasContent] = useState(isKnown);
  if (isKnown && !hasContent) setHasContent(true);
  return hasContent || isKnown;
}

/** The size of the current team. */
function useMemberCount(mine: CurrentTeam): Count {
  const { team, isLoading, loadError } = mine;
  const asked = team ? [team] : [];
  const [query] = useQueries({ queries: asked.map(({ id }) => teamMembersQuery(id)) });
  if (loadError) return mine;
  if (isLoading || query?.isPending) return undefined;
  return query?.isError && !query.data ? query : (query?.data?.length ?? null);
}
