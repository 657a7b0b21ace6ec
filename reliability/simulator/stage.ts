// The context of a step: the world, and helpers for random picks.
import type { SimBoard } from './observe.ts';
import type { RetryingRequests } from './retrying-request.ts';
import type { SimPage, SimUser } from './sim-page.ts';
import type { SimWorld } from './sim-world.ts';

export interface Stage {
  world: SimWorld;
  retryingRequests: RetryingRequests;
  /** Returns a new text with a unique mark. */
  text(by: SimUser): string;
}

export type Action = (stage: Stage) => Promise<void> | void;

export function livePages({ world }: Stage): SimPage[] {
  return world.pages.filter(({ sender }) => !sender.isDead);
}

export function somePage(stage: Stage): SimPage | null {
  const pages = livePages(stage);
  return pages.length > 0 ? stage.world.random.pick(pages) : null;
}

/** Picks a random page and a note on its board. */
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
