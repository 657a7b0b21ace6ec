// Reads what happened and who has access from the database itself, never through the product.
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';

import type { History } from './history.ts';
import type { Ledger } from './ledger.ts';
import type { SimClock } from './sim-clock.ts';
import type { SimUser } from './sim-page.ts';
import { Violation } from './violation.ts';
import type { Changes, WorldDatabase } from './world-database.ts';

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
  readonly ledger: Ledger;
  readonly violation: Violation | null;
  addTrace(what: string): void;
  report(violation: Violation): void;
}

/** Adds new log rows to the histories, and updates who has access. */
export async function observe(world: ObservedWorld, register: WorldDatabase): Promise<void> {
  if (world.boards.length === 0 || world.violation) return;
  try {
    const ids = world.boards.map(({ id }) => id);
    const { teamId } = world;
    const unnamedHolders = world.ledger.unseenHolders();
    const found = await register.readChanges(world.users, ids, { teamId, unnamedHolders });
    const keys = found.keys.map((key) => world.ledger.keyOfHolder(key) ?? key);
    const rowOf = new Map(found.boards.map((row) => [row.id, row]));
    const members = found.access.filter(({ member }) => member).length;
    if (keys.some((key) => world.ledger.byKey(key)?.intent.kind === 'score')) {
      throw new Violation('a receipt tells who gave a score');
    }
    for (const [index, board] of world.boards.entries()) {
      const { seq = 0, logged = 0 } = rowOf.get(board.id) ?? {};
      const known = board.history.now.seq;
      board.history.takeScores(rowOf.get(board.id)?.scores ?? {}, members);
      if (Math.max(seq, logged) === known) continue;
      // One board's history looks as if nodes of the version before had written it.
      if (index === 0) await register.downgradeEvents(board.id, known);
      for (const row of await register.readLogAfter(board.id, known)) {
        board.history.append(row, keys);
        world.addTrace(`log ${board.name} ${row.seq} ${row.event.type} by ${row.actor_id}`);
      }
    }
    for (const { history } of world.boards) history.checkCommitted();
    observeAccess(world, found);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    world.report(error);
  }
}

function observeAccess(world: ObservedWorld, { boards, access }: Changes): void {
  for (const { id, seq, alive } of boards) {
    const board = world.boards.find((each) => each.id === id);
    if (!board) continue;
    if (seq !== board.history.now.seq) {
      throw new Violation(`${board.name} has seq ${seq}, its log ${board.history.now.seq}`);
    }
    if (board.exists && !alive) board.deletedAt = world.clock.now;
    board.exists = alive;
  }
  for (const { id, ...has } of access) {
    const lost = world.lostAccess.get(id);
    if (!lost) continue;
    lost.session = has.logged_in ? null : (lost.session ?? world.clock.now);
    lost.membership = has.member ? null : (lost.membership ?? world.clock.now);
  }
}
