import type { AuthorContext } from '@wentwell/contract/board/context';

import { type MeetingRow, settingsOf } from '#server/features/meetings/meetings.table';
import type { Caller } from '#server/platform/http/caller';

/** The caller's author: a user, or a key in an anonymous meeting. Rejects an author key in a named meeting. */
export function authorOf(
  meeting: MeetingRow,
  { userId, authorHash: hash = null }: Caller,
): AuthorContext['author'] {
  if (!settingsOf(meeting).anonymous) {
    return hash === null ? { author_id: userId } : { error: 'MEETING_NOT_ANONYMOUS' };
  }
  return hash === null ? { error: 'AUTHOR_KEY_MISSING' } : { author_id: null, author_hash: hash };
}
