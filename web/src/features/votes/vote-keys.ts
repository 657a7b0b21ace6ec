// V gives the focused card's topic a vote, Shift+V takes one back.
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

const votes: Readonly<Record<string, 'more' | 'less'>> = { v: 'more', 'Shift+v': 'less' };

/** A card without a ballot, such as one for actions, leaves the keys alone. */
export function useVoteKeys(isVoting: boolean): void {
  useShortcuts((shortcut, { target }) => {
    const vote = isVoting && votes[shortcut];
    if (!vote || !(target instanceof Element)) return null;
    const ballot = `button[data-vote=${vote}]`;
    // A note in a group has no ballot of its own.
    const card = target.closest(`article:has(${ballot})`);
    const button = card?.querySelector<HTMLButtonElement>(ballot);
    return button && (() => button.click());
  });
}
