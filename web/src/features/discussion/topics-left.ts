// Apart from the queue, whose code is not needed to show a board.
import type { Discussion } from '@wentwell/contract/discussion';

/** Whether the owner still has a topic to go to, or to end. */
export function hasTopicsLeft({ order, current, parked, discussed }: Discussion): boolean {
  return (
    current !== null || order.some((id) => !parked.includes(id) && discussed[id] === undefined)
  );
}
