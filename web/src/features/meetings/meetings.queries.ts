import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { MeetingId, TeamId, TemplateId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { MeetingUpdate, SettingsUpdate } from '@wentwell/contract/meetings/meeting-changes';
import type { MeetingsQuery } from '@wentwell/contract/meetings/meeting-lists';
import {
  MeetingForCaller,
  type Meeting,
  type MeetingHandOver,
} from '@wentwell/contract/meetings/meetings';

import { ApiError, errorText, request, requestList } from '#web/api/request';
import { serverNow } from '#web/api/server-time';
import { toast } from '#web/ui/feedback/toast';

import { mostRecent } from './meeting-order.ts';

export const meetingKeys = {
  all: ['meetings'] as const,
  lists: () => [...meetingKeys.all, 'of-team'] as const,
  ofTeam: (teamId: TeamId) => [...meetingKeys.lists(), teamId] as const,
  overview: () => [...meetingKeys.lists(), 'overview'] as const,
};

/** Meetings of all the user's teams, newest first, for search. */
export const searchableMeetings = {
  queryKey: [...meetingKeys.lists(), 'search'],
  path: '/api/v1/meetings',
  item: MeetingForCaller,
};

export interface MeetingsOverview {
  /** Live and latest meetings of all the user's teams, as many as the dashboard shows. */
  latest: MeetingForCaller[];
  /** How many meetings are planned for the future. */
  upcoming: number;
}

/** The dashboard's meetings of all the user's teams. Refetches when the teams change. */
export function meetingsOverviewQuery(teamIds: readonly TeamId[]) {
  return queryOptions({
    queryKey: [...meetingKeys.overview(), ...teamIds],
    queryFn: async ({ signal }): Promise<MeetingsOverview> => {
      const ask = (query: MeetingFilter) =>
        requestList({ path: '/api/v1/meetings', query, item: MeetingForCaller, signal });
      const limit = limits.dashboardMeetings;
      const starts_after = serverNow().toISOString();
      const [latest, live, upcoming] = await Promise.all([
        ask({ limit }),
        ask({ status: 'live', limit }),
        ask({ status: 'planned', starts_after, limit: 1 }),
      ]);
      return { latest: mostRecent(merge(live.rows, latest.rows)), upcoming: upcoming.total };
    },
    placeholderData: keepPreviousData,
    // A colleague may start a retro meanwhile, and ages are told anew.
    refetchInterval: 30_000,
    structuralSharing: false,
  });
}

function merge(...lists: MeetingForCaller[][]): MeetingForCaller[] {
  return [...new Map(lists.flat().map((each) => [each.id, each])).values()];
}

export function latestMeetingsQuery(teamId: TeamId, limit: number) {
  return queryOptions({
    queryKey: [...meetingKeys.ofTeam(teamId), 'latest', limit],
    queryFn: ({ signal }) => askForTeam(teamId, { limit }, signal),
    placeholderData: keepPreviousData,
  });
}

export function upcomingMeetingsQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: [...meetingKeys.ofTeam(teamId), 'coming'],
    queryFn: async ({ signal }) => {
      const statuses = ['live', 'planned'] as const;
      const lists = await Promise.all(
        statuses.map((status) => askForTeam(teamId, { status }, signal)),
      );
      return lists.flatMap(({ rows }) => rows);
    },
  });
}

type MeetingFilter = Partial<Record<keyof MeetingsQuery, string | number>>;

function askForTeam(teamId: TeamId, query: MeetingFilter, signal: AbortSignal) {
  const path = `/api/v1/teams/${teamId}/meetings`;
  return requestList({ path, query, item: MeetingForCaller, signal });
}

export interface NewMeeting {
  name: string;
  team_id: TeamId;
  /** `at` is a UTC timestamp. */
  start: 'now' | { at: string };
  /** Null: the team's last settings. */
  template_id: TemplateId | null;
  /** Override the template's settings. */
  settings?: SettingsUpdate;
}

/** The lists show the change before the dialog closes. A refusal is reported. */
export function useMeetingChange<Changed extends MeetingForCaller | null, Input = void>(change: {
  /** Resolves to null once the meeting is deleted. */
  send: (input: Input) => Promise<Changed>;
  /** The meeting before a change that takes it out of a team's lists. */
  before?: (input: Input) => MeetingOfTeam;
  done?: string;
  failed: string;
}) {
  const { send, before, done, failed } = change;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (meeting, input) => {
      if (done !== undefined) toast.success({ title: done });
      return updateLists(queries, meeting, before?.(input));
    },
    onError: (error) => {
      showFailure(failed, error);
      // Refused because the list is outdated.
      if (!(error instanceof ApiError)) return;
      void queries.invalidateQueries({ queryKey: meetingKeys.lists() });
    },
  });
}

type MeetingOfTeam = Pick<Meeting, 'id' | 'team_id'>;

/** 'now' makes the meeting live by a second call; if that fails, a planned meeting remains. */
export function useCreateMeeting() {
  return useMeetingChange({
    send: async ({ start, ...fields }: NewMeeting) => {
      const start_time = start === 'now' ? serverNow().toISOString() : start.at;
      const planned = await request({
        path: '/api/v1/meetings',
        method: 'POST',
        body: { ...fields, start_time, end_time: null },
        schema: MeetingForCaller,
      });
      if (start !== 'now') return planned;
      return putMeeting(planned.id, { status: 'live' }).catch((error: unknown) => {
        showFailure('Failed to start meeting.', error);
        return planned;
      });
    },
    done: 'Meeting created.',
    failed: 'Failed to create meeting.',
  });
}

/** Sets the owner: a handover by the owner, or a takeover by a team admin. */
export function useHandOver() {
  return useMeetingChange({
    send: ({ meeting, ownerId }: { meeting: Pick<Meeting, 'id'>; ownerId: UserId }) =>
      request({
        path: `/api/v1/meetings/${meeting.id}/owner`,
        method: 'POST',
        body: { owner_id: ownerId } satisfies MeetingHandOver,
        schema: MeetingForCaller,
      }),
    failed: 'Failed to hand over the meeting.',
  });
}

export function putMeeting(meetingId: MeetingId, fields: MeetingUpdate): Promise<MeetingForCaller> {
  return request({
    path: `/api/v1/meetings/${meetingId}`,
    method: 'PUT',
    body: fields,
    schema: MeetingForCaller,
  });
}

/** Writes the response into cached lists before the dialog closes, then refetches in the background. */
export async function updateLists(
  queries: QueryClient,
  now: MeetingForCaller | null,
  before?: MeetingOfTeam,
): Promise<void> {
  const gone = before ?? now;
  // A response to an earlier request must not overwrite the change.
  await queries.cancelQueries({ queryKey: meetingKeys.lists() });
  queries.setQueriesData<MeetingsOverview>({ queryKey: meetingKeys.overview() }, (overview) => {
    if (!overview) return undefined;
    const others = overview.latest.filter(({ id }) => id !== gone?.id);
    return { ...overview, latest: mostRecent(now ? merge([now], others) : others) };
  });
  for (const teamId of new Set([gone?.team_id, now?.team_id].flatMap((id) => id ?? []))) {
    const queryKey = [...meetingKeys.ofTeam(teamId), 'latest'];
    queries.setQueriesData<{ rows: MeetingForCaller[]; total: number }>({ queryKey }, (list) => {
      if (!list) return undefined;
      const others = list.rows.filter(({ id }) => id !== gone?.id && id !== now?.id);
      const rows = now?.team_id === teamId ? [...others, now] : others;
      return { rows, total: list.total + rows.length - list.rows.length };
    });
  }
  void queries.invalidateQueries({ queryKey: meetingKeys.all });
}

function showFailure(title: string, error: unknown): void {
  toast.error({ title, description: errorText(error), duration: 7000 });
}
