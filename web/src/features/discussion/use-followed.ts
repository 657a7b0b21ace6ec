import type { TopicId } from '@wentwell/contract/ids';
import { isBlank } from '@wentwell/contract/letters';
import { useState } from 'react';

export interface Followed {
  /** What this person is shown; null where there is nothing to show. */
  shown: TopicId | null;
  /** They look at another topic than everybody else. */
  isAway: boolean;
  lookAt: (id: TopicId) => void;
  follow: () => void;
}

/**
 * Everybody follows the current topic, until they look at another one. Who is writing when the discussion goes on stays
 * where they are: nothing that they type is closed.
 */
export function useFollowed(current: TopicId | null, isThere: (id: TopicId) => boolean): Followed {
  const [lookedAt, setLookedAt] = useState<TopicId | null>(null);
  const [followed, setFollowed] = useState(current);
  // While rendering, because an effect would first close what is being written.
  if (followed !== current) {
    setFollowed(current);
    if (lookedAt === current) setLookedAt(null);
    else if (lookedAt === null && isWriting() && followed !== null) setLookedAt(followed);
  }
  const own = lookedAt !== null && lookedAt !== current && isThere(lookedAt) ? lookedAt : null;
  const here = current !== null && isThere(current) ? current : null;
  return {
    shown: own ?? here,
    isAway: own !== null,
    lookAt: (id) => setLookedAt(id === current ? null : id),
    follow: () => setLookedAt(null),
  };
}

/** Asked of the page at that moment: a text that is sent leaves an empty field with the focus, and no event of it. */
function isWriting(): boolean {
  const field = document.activeElement;
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  return isField && field.closest('.discussion') !== null && !isBlank(field.value);
}
