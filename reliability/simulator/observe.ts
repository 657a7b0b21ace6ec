// What the database holds, read by the open register and never by the product: what happened, and who may still see it.
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';

import { type History, Violation } from './history.ts';
import type { Register } from './register.ts';
import type { SimClock } from './sim-clock.ts';
import type { SimUser } from './sim-page.ts';

export interface SimBoard {
  name: string;
  id: MeetingId;
  history: History;
  isAlive: boolean;
  /** When it was deleted, by the simulated clock. */
  diedAt: number;
}

/** Since when somebody has lost a right; null while they have it. */
export interface Lost {
  membership: number | null;
  session: number | null;
}

/** Of a world, what is kept up to date here. */
export interface Observed {
  readonly clock: SimClock;
  readonly boards: readonly SimBoard[];
  readonly users: readonly SimUser[];
  readonly lost: ReadonlyMap<UserId, Lost>;
  readonly teamId: TeamId;
  readonly violation: Violation | null;
  note(what: string): void;
  report(violation: Violation): void;
}

/** Adds new log rows and changed rights to the boards' histories. */
export async function observe(world: Observed, register: Register): Promise<void> {
  if (world.boards.length === 0 || world.violation) return;
  try {
    const key = await register.newKey(world.users.map(({ id }) => id));
    for (const [index, board] of world.boards.entries()) {
      // One board's history is what nodes of the version before wrote.
      if (index === 0) await register.makeOld(board.id, board.history.now.seq);
      for (const row of await register.logAfter(board.id, board.history.now.seq)) {
        board.history.take(row, key);
        world.note(`log ${board.name} ${row.seq} ${row.event.type} by ${row.actor_id}`);
      }
    }
    await observeRights(world, register);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    world.report(error);
  }
}

async function observeRights(world: Observed, register: Register): Promise<void> {
  for (const { id, seq, alive } of await register.boards(world.boards.map((each) => each.id))) {
    const board = world.boards.find((each) => each.id === id);
    if (!board) continue;
    if (seq !== board.history.now.seq) {
      throw new Violation(`${board.name} says seq ${seq}, its log ${board.history.now.seq}`);
    }
    if (board.isAlive && !alive) board.diedAt = world.clock.now;
    board.isAlive = alive;
  }
  for (const { id, ...has } of await register.rights(world.users, world.teamId)) {
    const lost = world.lost.get(id);
    if (!lost) continue;
    lost.session = has.logged_in ? null : (lost.session ?? world.clock.now);
    lost.membership = has.member ? null : (lost.membership ?? world.clock.now);
  }
}
