// Comments that were typed but not sent survive a reload, a refusal and a change of phase. Once sent, the board's command
// queue keeps them.
import type { CommentId, MeetingId, TopicId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';

import { readStored, store } from '#web/api/browser-storage';

const prefix = 'commentDraft';

/** A draft is the next comment on a topic, or another text for a comment that is there. */
export type DraftKey = TopicId | CommentId;

export interface CommentDrafts {
  /** Empty where there is none. */
  read(key: DraftKey): string;
  keep(key: DraftKey, text: string): void;
  /** Restores a refused text in front of whatever has been typed since. */
  putBack(key: DraftKey, text: string): void;
  /** Moves the drafts of `from`, which have become parts of the topic, to it. */
  gather(to: TopicId, from: readonly TopicId[]): void;
  /** Returns a function that unsubscribes. */
  subscribe(key: DraftKey, listener: (text: string) => void): () => void;
}

// By storage key and for the whole page: a refusal writes drafts as well.
const listeners = new Map<string, Set<(text: string) => void>>();

/** The keys name the user, so that the next user of this browser does not see these drafts. */
export function commentDrafts(userId: UserId, meetingId: MeetingId): CommentDrafts {
  const nameOf = (key: DraftKey): string => `${prefix}:${userId}:${meetingId}:${key}`;
  const read = (key: DraftKey): string => readStored(nameOf(key)) ?? '';

  function keep(key: DraftKey, text: string): void {
    // Longer than a comment may be: it is for the author to shorten a text, not for us to cut it.
    const isKept = text.trim() !== '' && text.length <= limits.commentContentMax * 10;
    store(nameOf(key), isKept ? text : null);
    for (const listener of listeners.get(nameOf(key)) ?? []) listener(text);
  }

  function putBack(key: DraftKey, text: string): void {
    const since = read(key);
    keep(key, since === '' ? text : `${text}\n\n${since}`);
  }

  return {
    read,
    keep,
    putBack,
    gather: (to, from) => {
      for (const key of from) {
        const text = key === to ? '' : read(key);
        if (text === '') continue;
        keep(key, '');
        putBack(to, text);
      }
    },
    subscribe: (key, listener) => {
      const name = nameOf(key);
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(name);
      };
    },
  };
}

/** Deletes the drafts of all users and meetings; called on logout (docs/design.md D-23). */
export function forgetCommentDrafts(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}:`));
    for (const key of keys) store(key, null);
  } catch {
    // Without storage there are no drafts.
  }
}
