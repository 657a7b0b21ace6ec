import type { AuthorContext } from '@wentwell/contract/board/context';

import { type MeetingRow, settingsOf } from '#server/features/meetings/meetings.table';
import type { Caller } from '#server/platform/http/caller';

/**
 * As whom the caller writes: by name, or in an anonymous meeting as the holder of a key. A caller who sends a key believes
 * that they have no name: where names have been switched on meanwhile, they are refused.
 */
export function authorOf(
  meeting: MeetingRow,
  { userId, authorHash: hash = null }: Caller,
): AuthorContext['author'] {
  if (!settingsOf(meeting).anonymous) {
    return hash === null ? { author_id: userId } : { error: 'MEETING_NOT_ANONYMOUS' };
  }
  return hash === null ? { error: 'AUTHOR_KEY_MISSING' } : { author_id: null, author_hash: hash };
}
