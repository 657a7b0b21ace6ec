// A board as one reader sees it: records, and facts sent beside them.
import { BoardState } from '@wentwell/contract/board/board';
import { ChangeFrame, readPatch } from '@wentwell/contract/board/change-frame';
import { meetingType } from '@wentwell/contract/board/meeting';
import { pageRules, presentBoard } from '@wentwell/contract/board/page';
import type { BoardRecord } from '@wentwell/contract/board/record';
import type { BoardViewer, RecordedBoard } from '@wentwell/contract/board/recorded-board';
import type { Board } from '@wentwell/contract/board/snapshot';
import type { OwnScores } from '@wentwell/contract/check-in/check-in';
import { EventsPage, type PresenceEntry } from '@wentwell/contract/live/live';
import { z } from 'zod';

import type { ShownChange } from './shown-change.ts';

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Matches by id if items have one, so that insertions and removals do not shift the rest. */
function findPrevious(previous: readonly unknown[], next: readonly unknown[]) {
  let byId: Map<unknown, unknown> | undefined;
  return (index: number): unknown => {
    const [before, item] = [previous[index], next[index]];
    if (before === item || !isObject(item) || item['id'] === undefined) return before;
    byId ??= new Map(previous.map((each) => [isObject(each) && each['id'], each]));
    return byId.get(item['id']);
  };
}

function keepItems(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const find = findPrevious(previous, next);
  const kept = next.map((item, index) => keepEqual(find(index), item));
  const isSame = kept.length === previous.length && kept.every((each, at) => each === previous[at]);
  return isSame ? previous : kept;
}

function keepFields(previous: Fields, next: Fields): Fields {
  const kept = Object.entries(next).map(
    ([key, value]) => [key, keepEqual(previous[key], value)] as const,
  );
  const isSame =
    kept.length === Object.keys(previous).length &&
    kept.every(([key, value]) => Object.hasOwn(previous, key) && value === previous[key]);
  return isSame ? previous : Object.fromEntries(kept);
}

/** Returns `next`, with each part that equals a part of `previous` as the same object, for React to skip. */
export function keepEqual<T>(previous: unknown, next: T): T;
export function keepEqual(previous: unknown, next: unknown): unknown {
  if (previous === next || !isObject(previous) || !isObject(next)) return next;
  if (Array.isArray(previous) !== Array.isArray(next)) return next;
  return Array.isArray(previous) && Array.isArray(next)
    ? keepItems(previous, next)
    : keepFields(previous, next);
}

export interface BoardSnapshot {
  state: BoardState;
  epoch: string;
  /** The `seq` at which the epoch began; null for the first epoch. */
  epoch_seq: number | null;
  you: BoardViewer;
  own_scores: OwnScores;
  presence: PresenceEntry[];
  presence_version?: string | undefined;
}

export type BoardChange = Omit<ShownChange, 'before' | 'after'>;

/** Skips records of types that only a newer release knows. */
function readRecords(sent: readonly BoardRecord[], seq: number): BoardState | null {
  const put = sent.filter((each) => pageRules.recordTypes.find(each));
  const patch = readPatch(pageRules.recordTypes, { command: null, put, remove: [] });
  const state = patch && BoardState.empty.with(patch.put, [], seq);
  return state && state.all(meetingType).length > 0 ? state : null;
}

export function withState<Sent extends Pick<RecordedBoard, 'seq' | 'epoch_seq' | 'records'>>(
  { records, seq, epoch_seq = null, ...sent }: Sent,
  ctx: z.RefinementCtx,
) {
  const state = readRecords(records, seq);
  if (state) return { ...sent, epoch_seq, state };
  ctx.addIssue('A record that this version cannot read.');
  return z.NEVER;
}

const ReadableChange = ChangeFrame.transform(({ data, ...frame }, ctx): BoardChange => {
  const { seq, userId, timestamp } = frame;
  const patch = readPatch(pageRules.recordTypes, data);
  if (patch) return { seq, userId, timestamp, command: data.command, patch };
  ctx.addIssue('A record that this version cannot read.');
  return z.NEVER;
});

/** Null if a newer release sent a change that this one cannot parse. */
export function readChange(frame: unknown): BoardChange | null {
  return ReadableChange.safeParse(frame).data ?? null;
}

/** A page that receives an unreadable change requests a snapshot: only that shows its effect. */
export const ReadableChanges = EventsPage.extend({ events: z.array(z.unknown()) }).transform(
  ({ events, ...page }) => {
    const changes = events.flatMap((change) => readChange(change) ?? []);
    return { ...page, resync: page.resync || changes.length < events.length, changes };
  },
);
export type ReadableChanges = z.infer<typeof ReadableChanges>;

/** Returns a function that converts boards to the API's form. Parts equal to the previous call's are the same objects. */
export function createPresenter(): (snapshot: BoardSnapshot) => Board {
  let last: { snapshot: BoardSnapshot; board: Board } | null = null;
  return (snapshot) => {
    if (last?.snapshot === snapshot) return last.board;
    const { state, own_scores, presence_version: _, ...told } = snapshot;
    const fields =
      last?.snapshot.state === state ? last.board : presentBoard(state, told.you.user_id);
    const board = {
      ...fields,
      ...told,
      seq: state.seq,
      check_in: { ...fields.check_in, ...own_scores },
    };
    last = { snapshot, board: keepEqual(last?.board, board) };
    return last.board;
  };
}
