// V gives the focused card's topic a vote, Shift+V takes one back.
import { useEffect } from 'react';

import { isCovered, isTyping } from '#web/ui/overlays/shortcut-scope';

/** The card that has the focus, or holds it, is asked for its ballot: a card without one leaves the keys alone. */
export function useVoteKeys(isVoting: boolean): void {
  useEffect(() => {
    if (!isVoting) return undefined;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'v' || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isCovered() || !(event.target instanceof Element)) return;
      const vote = event.shiftKey ? 'less' : 'more';
      const card = event.target.closest('article');
      const button = card?.querySelector<HTMLButtonElement>(`button[data-vote=${vote}]`);
      if (!button) return;
      event.preventDefault();
      button.click();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isVoting]);
}
