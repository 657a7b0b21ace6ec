import type { UserId } from './ids.ts';

/**
 * The marks after one person has set or taken back theirs. They stand in the order of the ids, on the server and in
 * every client, so that both compute the same board.
 */
export function withMark(marked: readonly UserId[], userId: UserId, isMarked: boolean): UserId[] {
  const others = marked.filter((each) => each !== userId);
  return isMarked ? [...others, userId].toSorted() : others;
}
