import type { SimBoard } from './observe.ts';
// Where a step is taken: the world, and how one finds in it what a step is done to.
import type { RetryingRequests } from './retrying-request.ts';
import type { SimPage, SimUser } from './sim-page.ts';
import type { SimWorld } from './sim-world.ts';

export interface Stage {
  world: SimWorld;
  retryingRequests: RetryingRequests;
  /** Makes texts that can be found again. */
  text(by: SimUser): string;
}

export type Act = (stage: Stage) => Promise<void> | void;

export function livePages({ world }: Stage): SimPage[] {
  return world.pages.filter(({ sender }) => !sender.isDead);
}

export function somePage(stage: Stage): SimPage | null {
  const pages = livePages(stage);
  return pages.length > 0 ? stage.world.random.pick(pages) : null;
}

/** A page whose board shows a note, and the note. */
export function someNote(stage: Stage) {
  const page = somePage(stage);
  const notes = page?.view.board?.notes ?? [];
  if (!page || notes.length === 0) return null;
  return { page, note: stage.world.random.pick(notes) };
}

export function owner({ world }: Stage): SimUser {
  const [first] = world.users;
  if (!first) throw new Error('unreachable');
  return first;
}

export function someBoard({ world }: Stage): SimBoard {
  return world.random.pick(world.boards);
}
