import { useEffect, useState } from 'react';

import type { CommentDrafts, DraftKey } from './comment-drafts.ts';

/** The draft of this key, and how it is written. Kept here as well, because a browser may refuse to store. */
export function useCommentDraft(
  drafts: CommentDrafts,
  key: DraftKey,
  start?: string,
): [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.read(key) || (start ?? ''));
  useEffect(() => drafts.subscribe(key, setText), [drafts, key]);
  return [
    text,
    (next) => {
      setText(next);
      drafts.keep(key, next);
    },
  ];
}
