import type { MeetingId, NoteId, TopicId } from '@wentwell/contract/ids';
import { EarlierTopic, GroupSuggestion } from '@wentwell/contract/notes/suggestions';

import { readQuery } from '#web/api/queries';

/** Computed anew on each request by the user. */
export function groupSuggestionsQuery(meetingId: MeetingId) {
  return readQuery(
    ['group-suggestions', meetingId],
    { path: `/api/v1/meetings/${meetingId}/group-suggestions`, schema: GroupSuggestion.array() },
    {
      // Fails immediately when offline, with a message.
      networkMode: 'always',
      retry: false,
      gcTime: 0,
      // The list stays until the user asks again, even if others group notes meanwhile.
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );
}

/** Earlier retros with the topic. Notes that join it change the result. */
export function earlierTopicsQuery(
  meetingId: MeetingId,
  { id, notes }: { id: TopicId; notes: readonly { id: NoteId }[] },
) {
  return readQuery(
    ['earlier-topics', meetingId, id, notes.length],
    { path: `/api/v1/meetings/${meetingId}/topics/${id}/earlier`, schema: EarlierTopic.array() },
    {
      // The discussion works without it.
      retry: false,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );
}
