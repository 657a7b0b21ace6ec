// Invariant: every acknowledged change was committed.
import type { Entry } from './ledger.ts';
import { kindOf } from './oracle-scores.ts';
import type { SimWorld } from './sim-world.ts';
import { Violation } from './violation.ts';

/** Scores have no receipts. The same score may already have been set between request and response. */
function wasGivenAlready({ intent, author, board, since, until }: Entry, world: SimWorld): boolean {
  if (intent.kind !== 'score') return false;
  const { states } = world.boardOf(board).history;
  return states
    .slice(since, until + 1)
    .filter((state) => state !== undefined)
    .some((state) => state.given.get(author)?.[kindOf(state, intent)] === intent.score);
}

export function assertAccepted(entry: Entry, world: SimWorld): void {
  if (entry.seq !== null || wasGivenAlready(entry, world)) return;
  // If several users restored the same thing, its board does not show which of them it was.
  const alike = world.ledger.entries.filter(
    ({ intent, board }) =>
      board === entry.board && JSON.stringify(intent) === JSON.stringify(entry.intent),
  );
  const acknowledged = alike.filter(({ state }) => state === 'acknowledged').length;
  const accepted = alike.filter(({ seq }) => seq !== null).length;
  const isOneOfMany = entry.intent.kind === 'restore' || entry.intent.kind === 'return';
  if (isOneOfMany && acknowledged <= accepted) return;
  const intent = JSON.stringify(entry.intent);
  throw new Violation(`acknowledged, and not on ${world.boardOf(entry.board).name}: ${intent}`);
}
