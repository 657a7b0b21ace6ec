import type { Board } from '@wentwell/contract/board';

/** Whether there is more to tell of a meeting than the notes on its board (docs/retro.md R-162). */
export function hasReport({
  discussion,
  votes,
  comments,
  actions,
  thanks,
  check_in: { mood, mood_after: after, worth },
}: Pick<Board, 'discussion' | 'votes' | 'comments' | 'actions' | 'thanks' | 'check_in'>): boolean {
  return (
    [mood, after, worth].some(Boolean) ||
    actions.length + thanks.length > 0 ||
    Object.keys(discussion?.discussed ?? {}).length > 0 ||
    Object.values(votes.totals ?? {}).some((total) => total.votes > 0) ||
    Object.values(comments).some((each) => each.length > 0)
  );
}
