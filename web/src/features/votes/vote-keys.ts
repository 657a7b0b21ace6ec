// V adds a vote for the focused card's topic, Shift+V removes one.
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

const votes: Readonly<Record<string, 'more' | 'less'>> = { v: 'more', 'Shift+v': 'less' };

/** Ignores cards without a ballot, such as actions. */
export function useVoteKeys(isVoting: boolean): void {
  useShortcuts((shortcut, { target }) => {
    const vote = isVoting && votes[shortcut];
    if (!vote || !(target instanceof Element)) return null;
    const ballot = `button[data-vote=${vote}]`;
    // A note in a group has no ballot.
    const card = target.closest(`article:has(${ballot})`);
    const button = card?.querySelector<HTMLButtonElement>(ballot);
    return button && (() => button.click());
  });
}
