// Commands for what a user looks up by name: teams, meetings and the people of the current team.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { statusLabels } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { CalendarDays, RotateCw, UserRound, UsersRound } from 'lucide-react';

import { statusNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import { myMeetingsQuery } from '#web/features/meetings/meetings.queries';
import { teamMembersQuery } from '#web/features/members/members.queries';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { teamGone, teamsFailed } from '#web/features/teams/team-notices';
import { useTeamSearch } from '#web/features/teams/use-team-search';
import { toast } from '#web/ui/feedback/toast';
import { sameNameHints } from '#web/ui/identity/same-names';
import type { Command, CommandSearch } from '#web/ui/overlays/commands';

/** Loads meetings and people: for a component that is mounted while the palette is open. */
export function useFoundCommands(): CommandSearch {
  const meetings = useMeetingCommands();
  const people = usePeopleCommands();
  const teams = useTeamSearch();
  const switchCommand = useSwitchCommand(teams.found);
  const isLoading = meetings.isLoading || people.isLoading;
  return {
    found: [...meetings.commands, ...people.commands, ...teams.found.map(switchCommand)],
    onQueryChange: teams.onQueryChange,
    loadedQuery: isLoading ? null : teams.loadedQuery,
  };
}

/** One command for each team in the list. */
export function useTeamCommands(): Command[] {
  const { teams, loadError, refetch } = useCurrentTeam();
  const switchCommand = useSwitchCommand([]);
  const retry: Command = {
    id: 'retry-teams',
    group: 'Teams',
    label: `${teamsFailed}: try again`,
    icon: <RotateCw />,
    run: () => void refetch(),
  };
  return [...teams.map(switchCommand), ...(loadError ? [retry] : [])];
}

function useSwitchCommand(found: readonly Team[]): (team: Team) => Command {
  const { team: current, teams, select } = useCurrentTeam();
  const hints = sameNameHints([...teams, ...found]);

  async function switchTo(id: Team['id']): Promise<void> {
    if (await select(id)) return;
    toast.error({ title: 'Failed to switch team', description: teamGone });
  }

  return ({ id, name }) => ({
    id: `team-${id}`,
    group: 'Teams',
    label: `Switch to ${name}`,
    hint: hints.get(id),
    icon: <UsersRound />,
    isCurrent: id === current?.id,
    run: () => void switchTo(id),
  });
}

function useMeetingCommands(): { commands: Command[]; isLoading: boolean } {
  const navigate = useNavigate();
  const { teams } = useCurrentTeam();
  const { data = [], isLoading } = useQuery(myMeetingsQuery());
  const teamName = new Map(teams.map(({ id, name }) => [id, name]));
  const commands = data.map((meeting): Command => {
    const status = statusLabels[statusNow(meeting)];
    const hint = [teamName.get(meeting.team_id), status, dayOf(meeting.start_time)];
    return {
      id: `meeting-${meeting.id}`,
      group: 'Meetings',
      label: meeting.name,
      hint: hint.filter(Boolean).join(' · '),
      icon: <CalendarDays />,
      keywords: ['meeting', 'retro', 'open'],
      isSearchOnly: true,
      run: () => void navigate({ to: '/meetings/$meetingId', params: { meetingId: meeting.id } }),
    };
  });
  return { commands, isLoading };
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function dayOf(time: string | null): string {
  return time === null ? '' : dayFormat.format(new Date(time));
}

/** A person leads to the list of the team's members; oneself to one's profile. */
function usePeopleCommands(): { commands: Command[]; isLoading: boolean } {
  const navigate = useNavigate();
  const me = useMe();
  const { team } = useCurrentTeam();
  const teams = team ? [team] : [];
  const [members] = useQueries({ queries: teams.map(({ id }) => teamMembersQuery(id)) });
  const commands = (members?.data ?? []).map(({ user }): Command => {
    const isMe = user.id === me.id;
    return {
      id: `person-${user.id}`,
      group: 'People',
      label: user.display_name,
      hint: isMe ? 'You' : `Member of ${team?.name}`,
      icon: <UserRound />,
      keywords: ['member', 'person'],
      isSearchOnly: true,
      run: () => void navigate({ to: isMe ? '/profile' : '/team-members' }),
    };
  });
  return { commands, isLoading: members?.isLoading ?? false };
}
