// Reads changes and access rights directly from the database, never through the product.
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';

import { acceptAction, type History } from './history.ts';
import type { Ledger } from './ledger.ts';
import type { TeamActions } from './oracle-actions.ts';
import type { CatchUps } from './oracle-catch-up.ts';
import type { SimClock } from './sim-clock.ts';
import type { SimUser } from './sim-page.ts';
import { Violation } from './violation.ts';
import type { Changes, WorldDatabase } from './world-database.ts';

export interface SimBoard {
  name: string;
  id: MeetingId;
  history: History;
  exists: boolean;
  /** Deletion time by the simulated clock. */
  deletedAt: number;
}

/** Times at which the user lost access, by the simulated clock. Null while they have it. */
export interface LostAccess {
  membership: number | null;
  session: number | null;
}

/** The part of the world updated here. */
export interface ObservedWorld {
  readonly clock: SimClock;
  readonly boards: readonly SimBoard[];
  readonly users: readonly SimUser[];
  readonly lostAccess: ReadonlyMap<UserId, LostAccess>;
  readonly teamId: TeamId;
  readonly ledger: Ledger;
  readonly teamActions: TeamActions;
  readonly missed: CatchUps | null;
  boardOf(board: string): SimBoard;
  readonly violation: Violation | null;
  addTrace(what: string): void;
  report(violation: Violation): void;
}

/** Passes the last COMMIT's changes to the histories, and updates access rights. */
export async function observe(world: ObservedWorld, register: WorldDatabase): Promise<void> {
  if (world.boards.length === 0 || world.violation) return;
  try {
    const ids = world.boards.map(({ id }) => id);
    const { teamId, ledger } = world;
    const unnamedHolders = ledger.unseenHolders();
    const found = await register.readChanges(world.users, ids, { teamId, unnamedHolders });
    const accepted = found.keys.flatMap(
      (key) => ledger.byKey(ledger.keyOfHolder(key) ?? key) ?? [],
    );
    const rowOf = new Map(found.boards.map((row) => [row.id, row]));
    const left = found.access
      .filter(({ id, member }) => !member && world.lostAccess.get(id)?.membership === null)
      .map(({ id }) => id);
    const members = found.access.filter(({ member }) => member).length;
    if (accepted.some(({ intent }) => intent.kind === 'score')) {
      throw new Violation('a receipt tells who gave a score');
    }
    for (const entry of accepted) acceptAction(entry, world);
    const isThere = (id: string) => rowOf.get(id)?.alive === true;
    const waiting = world.missed?.waiting(isThere) ?? 0;
    for (const board of world.boards) {
      const row = rowOf.get(board.id);
      if (!row) continue;
      const known = board.history.now.seq;
      const seq = Math.max(row.seq, row.logged);
      const isCarried = accepted.some(
        (each) => each.intent.kind === 'carry' && each.board === board.id,
      );
      board.history.commit(
        {
          seq,
          left,
          members,
          scores: [row.scores ?? {}, row.answers ?? {}],
          discussion: row.discussion,
          isRestored: row.alive && !board.exists,
          rows: seq > known ? await register.readLogAfter(board.id, known) : [],
          waiting,
          noteOrder: seq > known ? await register.readNoteOrder(board.id) : [],
          storedNotes: isCarried ? await register.readNotes(board.id) : new Map(),
        },
        accepted,
      );
      if (seq > known) {
        const causes = board.history.causesOf(seq);
        const what = causes.map(({ intent, actor }) => `${intent.kind} by ${actor}`).join(', ');
        world.addTrace(`log ${board.name} ${seq} ${what || 'scores are told'}`);
      }
    }
    if (world.missed) {
      const revealing = accepted.filter(({ intent }) => intent.kind === 'revealLeft');
      world.missed.commit(await register.readAdditions(world.missed.retro.id), {
        members: new Set(found.access.flatMap(({ id, member }) => (member ? [id] : []))),
        revealing: new Set(revealing.map(({ board }) => board)),
        isThere,
      });
    }
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
