// Drafts of comments survive reloads, refusals and phase changes. The command queue keeps sent ones.
import type { CommentId, MeetingId, TopicId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { isBlank } from '@wentwell/contract/text/letters';

import { draftStore } from '#web/api/draft-store';

/** A draft is a topic's next comment, or a comment's new text. */
export type DraftKey = TopicId | CommentId;

export type CommentDrafts = ReturnType<typeof commentDrafts>;

export function commentDrafts(userId: UserId, meetingId: MeetingId) {
  const drafts = draftStore<DraftKey, string>({
    nameOf: (key) => `commentDraft:${userId}:${meetingId}:${key}`,
    parse: (text) => text ?? '',
    print: (text) => text,
    // Longer than allowed: the author shortens a text, never the draft store.
    isKept: (text) => !isBlank(text) && text.length <= limits.commentContentMax * 10,
    join: (text, since) => `${text}\n\n${since}`,
  });
  return {
    ...drafts,
    /** Moves the drafts of `from`, topics merged into this one. */
    gather: (to: TopicId, from: readonly TopicId[]) => {
      for (const key of from) {
        const text = key === to ? '' : drafts.read(key);
        if (text === '') continue;
        drafts.keep(key, '');
        drafts.putBack(to, text);
      }
    },
  };
}
