import type { Board } from '@wentwell/contract/board/snapshot';

/** Whether a meeting has more to report than the notes on its board (docs/retro.md R-162). */
export function hasReport(
  board: Pick<Board, 'discussion' | 'votes' | 'comments' | 'actions' | 'thanks' | 'check_in'>,
): boolean {
  const { discussion, votes, comments, actions, thanks, check_in } = board;
  return (
    [check_in.mood, check_in.mood_after, check_in.worth].some(Boolean) ||
    check_in.check_up.length + actions.length + thanks.length > 0 ||
    Object.keys(discussion?.discussed ?? {}).length > 0 ||
    Object.values(votes.totals ?? {}).some((total) => total.votes > 0) ||
    Object.values(comments).some((each) => each.length > 0)
  );
}
