// A change puts and removes records of a board. Applying and partitioning work for every record type.
import type { UserId } from '../ids.ts';
import type { Viewer } from '../notes/author-keys.ts';
import type { BoardState, RecordTypes } from './board.ts';
import { type BoardRecord, isOwner, keyOf, type Owner, type RecordRef } from './record.ts';

/** The cause of a change. Must not contain user text, because erasure does not cover it. */
export interface Cause {
  /** The name of the command. Null if the viewer may not know it. */
  command: string | null;
  actorId: UserId | null;
  changedAt: string | null;
}

export interface Removal extends RecordRef {
  /** If set, only this owner is sent the removal: the id alone could reveal whose record it was. */
  readonly owner?: Owner;
  /** The record's id in its owner's view, if it differs. */
  readonly ownId?: string;
}

/** Each record appears once, either in `put` or in `remove`. */
export interface Change {
  cause: Cause;
  put: readonly BoardRecord[];
  remove: readonly Removal[];
}
export type Patch = Pick<Change, 'put' | 'remove'>;
export const emptyPatch: Patch = { put: [], remove: [] };

export function isEmpty({ put, remove }: Patch): boolean {
  return put.length + remove.length === 0;
}

export function apply(board: BoardState, { put, remove }: Patch, seq = board.seq): BoardState {
  return board.with(put, remove, seq);
}

/** Sets the owner if the record has no public view. */
export function createRemoval(recordTypes: RecordTypes, record: BoardRecord): Removal {
  const { publicView, privateView } = recordTypes.of(record).views(record);
  const { type, id } = record;
  if (publicView !== null || !privateView) return { type, id };
  const ownId = privateView.record.id;
  return { type, id, owner: privateView.owner, ...(ownId !== id && { ownId }) };
}

/** If both patches contain a record, the second patch wins. */
export function merge(first: Patch, second: Patch): Patch {
  const overridden = new Set([...second.put, ...second.remove].map(keyOf));
  const isKept = (each: RecordRef): boolean => !overridden.has(keyOf(each));
  return {
    put: [...first.put.filter(isKept), ...second.put],
    remove: [...first.remove.filter(isKept), ...second.remove],
  };
}

/** A change split by audience. Contains private data: send viewers only the result of `view`. */
export interface PartitionedChange {
  cause: Cause;
  publicPatch: Patch;
  privatePatches: ReadonlyMap<Owner, Patch>;
  /** The cause for viewers without a private patch. */
  publicCause: Cause;
}

type MutablePatch = { put: BoardRecord[]; remove: Removal[] };

/** Visits each record once, for any number of viewers. */
export function partition(recordTypes: RecordTypes, change: Change): PartitionedChange {
  const { cause, put, remove } = change;
  const publicPatch: MutablePatch = { put: [], remove: [] };
  const privatePatches = new Map<Owner, MutablePatch>();
  function privatePatchOf(owner: Owner): MutablePatch {
    const patch = privatePatches.get(owner) ?? { put: [], remove: [] };
    privatePatches.set(owner, patch);
    return patch;
  }
  let hasPrivateRecord = false;
  for (const record of put) {
    const { publicView, privateView } = recordTypes.of(record).views(record);
    if (publicView) publicPatch.put.push(publicView);
    else if (privateView) hasPrivateRecord = true;
    if (privateView) privatePatchOf(privateView.owner).put.push(privateView.record);
  }
  for (const { type, id, owner, ownId = id } of remove) {
    if (owner === undefined) publicPatch.remove.push({ type, id });
    else {
      hasPrivateRecord = true;
      privatePatchOf(owner).remove.push({ type, id: ownId });
    }
  }
  // The cause would reveal who changed a record that only its owner sees. This also holds after erasure from the log.
  const isCausePublic = !hasPrivateRecord && !isEmpty(publicPatch);
  const publicCause = isCausePublic ? cause : { command: null, actorId: null, changedAt: null };
  return { cause, publicPatch, privatePatches, publicCause };
}

export function ownPatches({ privatePatches }: PartitionedChange, viewer: Viewer | null) {
  return [...privatePatches].filter(([owner]) => isOwner(viewer, owner));
}

/** For every viewer: applying the result to their board yields their view of the changed board. */
export function view(change: PartitionedChange, viewer: Viewer | null): Change {
  const own = ownPatches(change, viewer);
  const patch = own.reduce((merged, [, each]) => merge(merged, each), change.publicPatch);
  return { cause: own.length > 0 ? change.cause : change.publicCause, ...patch };
}
