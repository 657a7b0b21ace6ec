// Guards, cascade rules and derivations: how a feature reacts to changes by other features.
import type { ErrorCode } from '../errors.ts';
import type { BoardState, RecordTypes } from './board.ts';
import { canonicalJson } from './canonical-json.ts';
import {
  apply,
  type Change,
  createRemoval,
  emptyPatch,
  isEmpty,
  merge,
  type Patch,
} from './change.ts';
import type { Context } from './context.ts';
import type { BoardRecord, RecordRef, RecordType } from './record.ts';

/**
 * Returns additional changes and never rejects. `after` includes `patch`. Each rule runs once, in the order of the
 * features. If two rules change one record, the later wins, so it must start from `after`. A rule that needs records
 * hidden from viewers returns null on a client, which waits for the server.
 */
export type CascadeRule = (
  patch: Patch,
  boards: { before: BoardState; after: BoardState },
  context: Context,
) => Patch | null;

/** Rejects a change and never adds to it. A client may allow a change that the server, which sees more, rejects. */
export type Guard = (patch: Patch, before: BoardState, context: Context) => ErrorCode | null;

/** Computes records from other records, such as totals of secret votes. */
export interface Derivation<D extends BoardRecord> {
  recordType: RecordType<D>;
  /** The ids of the derived records that depend on this record in `board`. */
  affectedIds(record: BoardRecord, board: BoardState): readonly string[] | 'all';
  /** Computes the derived records with these ids that should exist. Requires the full board. */
  derive(board: BoardState, ids: readonly string[] | 'all'): D[];
  /** Predicts one derived record on a client, or null for none. Without `predict`, clients wait for the server. */
  predict?(
    current: D | undefined,
    id: string,
    source: { before: BoardRecord | undefined; after: BoardRecord | undefined },
  ): D | null;
}
export type AnyDerivation = Derivation<BoardRecord>;

interface RuleSet {
  recordTypes: RecordTypes;
  cascades: readonly CascadeRule[];
  derivations: readonly AnyDerivation[];
}

interface DerivationInput {
  before: BoardState;
  after: BoardState;
  patch: Patch;
}

function runRules(
  { cascades, derivations }: RuleSet,
  patch: Patch,
  { before, context }: { before: BoardState; context: Context },
): Patch {
  let merged = patch;
  let after = apply(before, patch);
  function add(addition: Patch | null): void {
    if (addition === null || isEmpty(addition)) return;
    merged = merge(merged, addition);
    after = apply(after, addition);
  }
  for (const cascade of cascades) add(cascade(merged, { before, after }, context));
  for (const derivation of derivations) {
    const input = { before, after, patch: merged };
    add(context.isServer ? deriveRecords(derivation, input) : predictRecords(derivation, input));
  }
  return merged;
}

function changedRecords({ before, after, patch }: DerivationInput) {
  const refs: RecordRef[] = [...patch.put, ...patch.remove];
  return refs.map((ref) => ({ before: before.find(ref), after: after.find(ref) }));
}

function deriveRecords(
  { recordType, affectedIds, derive }: AnyDerivation,
  input: DerivationInput,
): Patch {
  const affected = changedRecords(input).flatMap(({ before, after }) => [
    before ? affectedIds(before, input.before) : [],
    after ? affectedIds(after, input.after) : [],
  ]);
  const ids = affected.includes('all') ? 'all' : [...new Set(affected.flat())];
  if (ids.length === 0) return emptyPatch;
  const current =
    ids === 'all'
      ? input.before.all(recordType)
      : ids.flatMap((id) => input.before.get(recordType, id) ?? []);
  const derived = derive(input.after, ids);
  const derivedIds = new Set(derived.map(({ id }) => id));
  const isModified = (each: BoardRecord): boolean =>
    canonicalJson(input.before.find(each)) !== canonicalJson(each);
  return {
    put: derived.filter(isModified),
    remove: current.filter(({ id }) => !derivedIds.has(id)),
  };
}

/** Predicts for changed records that affect exactly one derived record. */
function predictRecords(
  { recordType, affectedIds, predict }: AnyDerivation,
  input: DerivationInput,
): Patch {
  if (!predict) return emptyPatch;
  let patch = emptyPatch;
  for (const source of changedRecords(input)) {
    const record = source.after ?? source.before;
    const ids = record ? affectedIds(record, input.after) : [];
    const [id] = ids;
    if (ids === 'all' || id === undefined || ids.length > 1) continue;
    // Two changed records may affect the same one, so the second prediction starts from the first.
    const current = apply(input.before, patch).get(recordType, id);
    const predicted = predict(current, id, source);
    if (predicted) patch = merge(patch, { put: [predicted], remove: [] });
    else if (current) patch = merge(patch, { put: [], remove: [current] });
  }
  return patch;
}

/** Builds the full change. Sets the owner of each removal here, so that no feature can forget it. */
export function buildChange(
  rules: RuleSet,
  patch: Patch,
  options: { before: BoardState; context: Context; commandName: string },
): Change | null {
  if (isEmpty(patch)) return null;
  const { before, context, commandName } = options;
  const { put, remove } = runRules(rules, patch, { before, context });
  const removed = remove.flatMap((ref) => before.find(ref) ?? []);
  const cause = { command: commandName, actorId: context.actorId, changedAt: context.recordedAt };
  return { cause, put, remove: removed.map((record) => createRemoval(rules.recordTypes, record)) };
}
