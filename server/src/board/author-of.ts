import type { Context } from '@wentwell/contract/board/context';

import { authorIn, type MeetingAccess } from '#server/features/meetings/meeting-access';
import { ApiError } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';

/** As whom the caller writes, or why they cannot. */
export function authorOf(access: MeetingAccess, command: Command): Context['author'] {
  try {
    const { authorId, authorHash } = authorIn(access, command);
    return { author_id: authorId, ...(authorHash !== null && { author_hash: authorHash }) };
  } catch (error) {
    if (error instanceof ApiError) return { error: error.code };
    throw error;
  }
}
