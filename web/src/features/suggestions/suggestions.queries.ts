import type { MeetingId, NoteId, TopicId } from '@wentwell/contract/ids';
import { EarlierTopic, GroupSuggestion, SimilarNote } from '@wentwell/contract/suggestions';

import { readQuery } from '#web/api/queries';
import { request } from '#web/api/request';

/** Computed anew each time that the user asks for it. */
export function groupSuggestionsQuery(meetingId: MeetingId) {
  return readQuery(
    ['group-suggestions', meetingId],
    { path: `/api/v1/meetings/${meetingId}/group-suggestions`, schema: GroupSuggestion.array() },
    {
      // Without a connection it fails at once, and says so.
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

/** Asks for the notes of this meeting that are most like one, the most alike first. */
export function similarNotesFinder(meetingId: MeetingId) {
  return (noteId: NoteId, signal: AbortSignal): Promise<SimilarNote[]> =>
    request({
      path: `/api/v1/meetings/${meetingId}/notes/${noteId}/similar`,
      schema: SimilarNote.array(),
      signal,
    });
}

/** When the topic came up in earlier retros. Notes that join it change the answer. */
export function earlierTopicsQuery(
  meetingId: MeetingId,
  { id, notes }: { id: TopicId; notes: readonly { id: NoteId }[] },
) {
  return readQuery(
    ['earlier-topics', meetingId, id, notes.length],
    { path: `/api/v1/meetings/${meetingId}/topics/${id}/earlier`, schema: EarlierTopic.array() },
    {
      // Without it the topic is discussed all the same.
      retry: false,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );
}
