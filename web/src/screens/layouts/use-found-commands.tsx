// Palette commands for teams, meetings and members of the current team.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { statusLabels } from '@wentwell/contract/meetings/meetings';
import { SearchResults } from '@wentwell/contract/teams/search';
import { type Team, TeamMember } from '@wentwell/contract/teams/teams';
import { trimmed } from '@wentwell/contract/text/letters';
import {
  CalendarDays,
  Layers,
  ListChecks,
  MessageSquare,
  RotateCw,
  Search,
  StickyNote,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';

import { listQuery } from '#web/api/queries';
import { request } from '#web/api/request';
import { statusNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import { searchableMeetings } from '#web/features/meetings/meetings.queries';
import { memberKeys } from '#web/features/members/members.queries';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { teamsFailed } from '#web/features/teams/team-notices';
import { useTeamSearch } from '#web/features/teams/use-team-search';
import { useDebounced } from '#web/ui/feedback/use-debounced';
import { formatDay } from '#web/ui/formats';
import { sameNameHints } from '#web/ui/identity/same-names';
import type { CommandSearch } from '#web/ui/overlays/find-commands';
import type { PaletteCommand } from '#web/ui/overlays/palette-commands';
import { navigate } from '#web/ui/router/history';

/** An API list with a `search` parameter (docs/api.md A-18). */
interface SearchableList<Row extends z.ZodType> {
  queryKey: readonly unknown[];
  /** Null disables the search. */
  path: string | null;
  item: Row;
}

const limit = 50;

/** The first rows and search results. Requested only if there are more rows; keeps earlier results meanwhile. */
function useListSearch<Row extends z.ZodType>(list: SearchableList<Row>, search: string) {
  const { path, item } = list;
  const rowsFor = (text: string) =>
    listQuery([...list.queryKey, text], { path: path ?? '', query: { search: text, limit }, item });
  const first = useQuery({ ...rowsFor(''), enabled: path !== null });
  const hasMore = first.data !== undefined && first.data.total > first.data.rows.length;
  const isAsked = search !== '' && hasMore;
  const found = useQuery({
    ...rowsFor(search),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return {
    rows: [...(first.data?.rows ?? []), ...((isAsked && found.data?.rows) || [])],
    isLoading: first.isLoading || (isAsked && (found.isPending || found.isPlaceholderData)),
  };
}

/** Loads meetings and people while the palette is open. */
export function useFoundCommands(): CommandSearch {
  const [query, setQuery] = useState('');
  const meetings = useMeetingCommands(query);
  const people = usePeopleCommands(query);
  const texts = useTextCommands(query);
  const teams = useTeamSearch();
  const switchCommand = useSwitchCommand(teams.found);
  const isLoading = meetings.isLoading || people.isLoading || texts.isLoading;
  return {
    found: uniqueCommands([
      ...meetings.commands,
      ...people.commands,
      ...texts.commands,
      ...teams.found.map(switchCommand),
    ]),
    onQueryChange(asked) {
      setQuery(asked);
      teams.onQueryChange(asked);
    },
    loadedQuery: isLoading ? null : teams.loadedQuery,
    all: texts.all,
  };
}

/** Removes search results that are among the first rows. */
function uniqueCommands(commands: readonly PaletteCommand[]): PaletteCommand[] {
  return [...new Map(commands.map((each) => [each.id, each])).values()];
}

export function useTeamCommands(): PaletteCommand[] {
  const { teams, loadError, refetch } = useCurrentTeam();
  const switchCommand = useSwitchCommand([]);
  const retry: PaletteCommand = {
    id: 'retry-teams',
    group: 'Teams',
    label: `${teamsFailed}: try again`,
    icon: <RotateCw />,
    run: () => void refetch(),
  };
  return [...teams.map(switchCommand), ...(loadError ? [retry] : [])];
}

function useSwitchCommand(found: readonly Team[]): (team: Team) => PaletteCommand {
  const { team: current, teams, select } = useCurrentTeam();
  const hints = sameNameHints([...teams, ...found]);

  return ({ id, name }) => ({
    id: `team-${id}`,
    group: 'Teams',
    label: `Switch to ${name}`,
    hint: hints.get(id),
    icon: <UsersRound />,
    isCurrent: id === current?.id,
    run: () => void select(id),
  });
}

function useMeetingCommands(query: string): { commands: PaletteCommand[]; isLoading: boolean } {
  const { teams } = useCurrentTeam();
  const { rows, isLoading } = useListSearch(searchableMeetings, query);
  const teamName = new Map(teams.map(({ id, name }) => [id, name]));
  const commands = rows.map((meeting): PaletteCommand => {
    const status = statusLabels[statusNow(meeting)];
    const hint = [teamName.get(meeting.team_id), status, dayOf(meeting.start_time)];
    return {
      id: `meeting-${meeting.id}`,
      group: 'Meetings',
      label: meeting.name,
      hint: hint.filter(Boolean).join(' · '),
      icon: <CalendarDays />,
      keywords: ['meeting'],
      isSearchOnly: true,
      run: () => void navigate({ to: `/meetings/${meeting.id}` }),
    };
  });
  return { commands, isLoading };
}

const textIcons = {
  note: <StickyNote />,
  topic: <Layers />,
  action: <ListChecks />,
  comment: <MessageSquare />,
};
const textsShown = 10;

/** Texts found in the user's teams. `useMeetingCommands` finds meetings by name. */
function useTextCommands(typed: string): {
  commands: PaletteCommand[];
  all: PaletteCommand | null;
  isLoading: boolean;
} {
  const query = trimmed(typed);
  const [q] = useDebounced(query, 200);
  const { data, isFetching } = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) =>
      request({
        path: '/api/v1/search',
        query: { q, limit: textsShown },
        schema: SearchResults,
        signal,
      }),
    enabled: q.length > 1,
  });
  const found = q.length > 1 ? (data?.results ?? []) : [];
  const commands = found.flatMap(
    ({ kind, id, meeting_id, title, excerpt, at }): PaletteCommand[] => {
      if (kind === 'meeting') return [];
      return [
        {
          id: `${kind}-${id}`,
          group: 'On boards',
          label: excerpt.map(({ text }) => text).join(''),
          hint: `${title} · ${dayOf(at)}`,
          icon: textIcons[kind],
          // They match the sent query, even if letters typed since do not.
          keywords: q.split(/\s+/),
          isSearchOnly: true,
          run: () => void navigate({ to: meeting_id ? `/meetings/${meeting_id}` : '/actions' }),
        },
      ];
    },
  );
  const all: PaletteCommand = {
    id: 'search',
    group: 'On boards',
    label: `Search for “${q}”`,
    icon: <Search />,
    run: () => void navigate({ to: '/search', search: { q } }),
  };
  return {
    commands,
    all: found.length > 0 ? all : null,
    isLoading: q !== query || (q.length > 1 && isFetching),
  };
}

function dayOf(time: string | null): string {
  return time === null ? '' : formatDay(new Date(time));
}

function searchableMembers(teamId: Team['id'] | null) {
  return {
    queryKey: [...memberKeys.all, teamId, 'search'],
    path: teamId && `/api/v1/teams/${teamId}/members`,
    item: TeamMember,
  };
}

/** A member opens the team's member list; the user opens the profile. */
function usePeopleCommands(query: string): { commands: PaletteCommand[]; isLoading: boolean } {
  const me = useMe();
  const { team } = useCurrentTeam();
  const { rows, isLoading } = useListSearch(searchableMembers(team?.id ?? null), query);
  const commands = rows.map(({ user }): PaletteCommand => {
    const isMe = user.id === me.id;
    return {
      id: `person-${user.id}`,
      group: 'People',
      label: user.display_name,
      hint: isMe ? 'You' : `Member of ${team?.name}`,
      icon: <UserRound />,
      keywords: ['member', 'person', user.email],
      isSearchOnly: true,
      run: () => void navigate({ to: isMe ? '/profile' : '/team-members' }),
    };
  });
  return { commands, isLoading };
}
