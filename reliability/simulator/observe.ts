// Reads what happened and who has access from the database itself, never through the product.
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';

import { type History, Violation } from './history.ts';
import type { SimClock } from './sim-clock.ts';
import type { SimUser } from './sim-page.ts';
import type { WorldDatabase } from './world-database.ts';

export interface SimBoard {
  name: string;
  id: MeetingId;
  history: History;
  exists: boolean;
  /** When it was deleted, by the simulated clock. */
  deletedAt: number;
}

/** When the user lost each right, by the simulated clock; null while they have it. */
export interface LostAccess {
  membership: number | null;
  session: number | null;
}

/** The part of a world that is updated here. */
export interface ObservedWorld {
  readonly clock: SimClock;
  readonly boards: readonly SimBoard[];
  readonly users: readonly SimUser[];
  readonly lostAccess: ReadonlyMap<UserId, LostAccess>;
  readonly teamId: TeamId;
  readonly violation: Violation | null;
  addTrace(what: string): void;
  report(violation: Violation): void;
}

/** Adds new log rows to the histories, and updates who has access. */
export async function observe(world: ObservedWorld, register: WorldDatabase): Promise<void> {
  if (world.boards.length === 0 || world.violation) return;
  try {
    const keys = await register.readNewKeys(world.users.map(({ id }) => id));
    for (const [index, board] of world.boards.entries()) {
      // One board's history looks as if nodes of the version before had written it.
      if (index === 0) await register.downgradeEvents(board.id, board.history.now.seq);
      for (const row of await register.readLogAfter(board.id, board.history.now.seq)) {
        board.history.append(row, keys);
        world.addTrace(`log ${board.name} ${row.seq} ${row.event.type} by ${row.actor_id}`);
      }
    }
    for (const { history } of world.boards) history.checkCommitted();
    await observeAccess(world, register);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    world.report(error);
  }
}

async function observeAccess(world: ObservedWorld, register: WorldDatabase): Promise<void> {
  for (const { id, seq, alive } of await register.readBoards(world.boards.map((each) => each.id))) {
    const board = world.boards.find((each) => each.id === id);
    if (!board) continue;
    if (seq !== board.history.now.seq) {
      throw new Violation(`${board.name} has seq ${seq}, its log ${board.history.now.seq}`);
    }
    if (board.exists && !alive) board.deletedAt = world.clock.now;
    board.exists = alive;
  }
  for (const { id, ...has } of await register.readAccess(world.users, world.teamId)) {
    const lost = world.lostAccess.get(id);
    if (!lost) continue;
    lost.session = has.logged_in ? null : (lost.session ?? world.clock.now);
    lost.membership = has.member ? null : (lost.membership ?? world.clock.now);
  }
}
