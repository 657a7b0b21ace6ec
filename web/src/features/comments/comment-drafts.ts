// Drafts of comments survive reloads, refusals and phase changes. The command queue keeps sent ones.
import type { CommentId, MeetingId, TopicId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { isBlank } from '@wentwell/contract/text/letters';

import { readDraft, subscribeToDraft, writeDraft } from '#web/api/stored-drafts';

/** A draft is a topic's next comment, or a comment's new text. */
export type DraftKey = TopicId | CommentId;

export type CommentDrafts = ReturnType<typeof commentDrafts>;

export function commentDrafts(userId: UserId, meetingId: MeetingId) {
  const nameOf = (key: DraftKey) => `commentDraft:${userId}:${meetingId}:${key}` as const;
  const read = (key: DraftKey): string => readDraft(nameOf(key)) ?? '';

  function keep(key: DraftKey, text: string): void {
    // Longer than allowed: the author shortens a text, never the draft store.
    const isKept = !isBlank(text) && text.length <= limits.commentContentMax * 10;
    writeDraft(nameOf(key), { stored: isKept ? text : null, shown: text });
  }

  /** Restores a refused text in front of any newer text. */
  function putBack(key: DraftKey, text: string): void {
    const since = read(key);
    keep(key, since === '' ? text : `${text}\n\n${since}`);
  }

  return {
    read,
    keep,
    putBack,
    /** Moves the drafts of `from`, topics merged into this one. */
    gather: (to: TopicId, from: readonly TopicId[]) => {
      for (const key of from) {
        const text = key === to ? '' : read(key);
        if (text === '') continue;
        keep(key, '');
        putBack(to, text);
      }
    },
    subscribe: (key: DraftKey, listener: (text: string) => void) =>
      subscribeToDraft(nameOf(key), listener),
  };
}
