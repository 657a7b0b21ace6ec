// The discussion in the oracle: as it is stored, and what has to be true of that.
import { z } from 'zod';

import { groupOf, type OracleGroups } from './oracle-groups.ts';
import { countedTotals, type OracleVotes } from './oracle-votes.ts';

export type DiscussionCommand =
  | { kind: 'choose'; topic: string | null; by: string }
  | { kind: 'arrange'; topics: readonly string[]; by: string }
  | { kind: 'park'; topics: readonly string[]; by: string }
  | { kind: 'extend'; more: boolean; by: string };

export interface OracleDiscussion {
  order: readonly string[];
  current: string | null;
  parked: readonly string[];
  /** The seconds that were counted, as they are stored. */
  discussed: Readonly<Record<string, number>>;
  more: readonly string[];
  goOn: readonly string[];
  /** Whether the time of the current topic is counted. */
  isRunning: boolean;
}

export interface OracleDiscussed {
  /** Null before the first. */
  discussion: OracleDiscussion | null;
}

export interface DiscussedBoard extends OracleGroups, OracleVotes, OracleDiscussed {
  owner: string;
  phase: string;
  isFinished: boolean;
  notes: ReadonlyMap<string, { note: string; column: string; place: number; isDeleted: boolean }>;
}

/** As it is stored and shown. */
export const ShownDiscussion = z.object({
  order: z.array(z.string()),
  current: z.string().nullable(),
  current_since: z.string().nullable(),
  parked: z.array(z.string()),
  discussed: z.record(z.string(), z.number()),
  more_time: z.array(z.string()),
  go_on: z.array(z.string()),
});
export type ShownDiscussion = z.infer<typeof ShownDiscussion>;

export function discussionOf(shown: ShownDiscussion): OracleDiscussion {
  const { order, current, parked, discussed, more_time: more, go_on: goOn } = shown;
  const isRunning = shown.current_since !== null;
  return { order, current, parked, discussed, more, goOn, isRunning };
}

const nothingDiscussed: OracleDiscussion = {
  order: [],
  current: null,
  parked: [],
  discussed: {},
  more: [],
  goOn: [],
  isRunning: false,
};

/** The topics of a board with their notes, in the order of their oldest notes. */
export function topicsOn(board: DiscussedBoard): Map<string, string[]> {
  const topics = new Map<string, string[]>();
  const living = [...board.notes.values()].filter(({ isDeleted }) => !isDeleted);
  for (const { note, column } of living.toSorted((a, b) => a.place - b.place)) {
    const group = groupOf(board, note);
    const stands = group === null ? column : board.groups.get(group)?.column;
    if (stands === 'action') continue;
    const topic = group ?? note;
    topics.set(topic, [...(topics.get(topic) ?? []), note]);
  }
  return topics;
}

/** Why an accepted command should have been refused, or null. */
export function findDiscussionObjection(
  board: DiscussedBoard,
  command: DiscussionCommand,
): string | null {
  const { kind, by } = command;
  if (board.phase !== 'discussing' || board.isFinished) return `${kind} in phase ${board.phase}`;
  if (kind !== 'extend' && by !== board.owner) return `${kind} by somebody who does not lead`;
  if (kind === 'extend') return board.discussion?.current ? null : 'more time on no topic';
  const named = kind === 'choose' ? [command.topic ?? []].flat() : command.topics;
  const topics = topicsOn(board);
  const gone = named.find((topic) => !topics.has(topic));
  return gone === undefined ? null : `${kind} of what is no topic: ${gone}`;
}

/** The discussion after a command; whose time was counted is left out. */
function discussionAfter(before: OracleDiscussion, command: DiscussionCommand): OracleDiscussion {
  switch (command.kind) {
    case 'choose': {
      const { topic } = command;
      const parked = before.parked.filter((each) => each !== topic);
      return topic === before.current
        ? { ...before, parked }
        : turnTo({ ...before, parked }, topic);
    }
    case 'arrange': {
      const rest = before.order.filter((each) => !command.topics.includes(each));
      return { ...before, order: [...command.topics, ...rest] };
    }
    case 'park': {
      const after = { ...before, parked: command.topics };
      const isParked = before.current !== null && command.topics.includes(before.current);
      return isParked ? turnTo(after, null) : after;
    }
    case 'extend': {
      const without = (list: readonly string[]) => list.filter((each) => each !== command.by);
      const [more, goOn] = [without(before.more), without(before.goOn)];
      const list = command.more ? more : goOn;
      list.push(command.by);
      return { ...before, more, goOn };
    }
  }
}

function turnTo(before: OracleDiscussion, current: string | null): OracleDiscussion {
  return { ...before, current, more: [], goOn: [], isRunning: current !== null };
}

function spell(discussion: OracleDiscussion): string {
  const { order, current, parked, more, goOn, isRunning } = discussion;
  const [all, asks, goes] = [parked, more, goOn].map((list) => list.toSorted().join(' '));
  const on = `${current ?? 'nothing'}${isRunning ? ', counted' : ''}`;
  return `${order.join(' ')}; on ${on}; parked ${all}; more ${asks}; go on ${goes}`;
}

/** The same with the seconds that were counted for each topic: what a page shows. */
export function discussionText(discussion: OracleDiscussion | null): string {
  if (!discussion) return 'none';
  const counted = Object.entries(discussion.discussed).map(([topic, s]) => `${topic} for ${s} s`);
  return `${spell(discussion)}; discussed ${counted.toSorted().join(', ')}`;
}

/** Time that the owner gives answers what was said about more of it. */
export function foldTimeGiven<Board extends DiscussedBoard>(board: Board): Board {
  const { discussion, phase } = board;
  if (!discussion || phase !== 'discussing') return board;
  return { ...board, discussion: { ...discussion, more: [], goOn: [] } };
}

export function foldDiscussion<Board extends DiscussedBoard>(
  board: Board,
  command: DiscussionCommand,
): Board {
  return { ...board, discussion: discussionAfter(board.discussion ?? nothingDiscussed, command) };
}

/** The order of topics that nobody has put in order: by votes, then voters, then number of notes, then age. */
function orderByVotes(board: DiscussedBoard): string[] {
  const totals = countedTotals(board);
  const ranked = [...topicsOn(board)].map(([topic, notes], age) => {
    const { votes, voters } = totals.get(topic) ?? { votes: 0, voters: 0 };
    return { topic, rank: [-votes, -voters, -notes.length, age] };
  });
  return ranked
    .toSorted((a, b) => a.rank.reduce((sum, each, at) => sum || each - (b.rank[at] ?? 0), 0))
    .map(({ topic }) => topic);
}

/** The fault of the discussion of a board at rest, or null: it names all topics, each once, and nothing else. */
function findMisnamed(board: DiscussedBoard): string | null {
  if (!board.discussion) return board.phase === 'discussing' ? 'there is no discussion' : null;
  const { order, current, parked, discussed } = board.discussion;
  const topics = topicsOn(board);
  const named = [
    ...order,
    ...parked,
    ...Object.keys(discussed),
    ...(current === null ? [] : [current]),
  ];
  const gone = named.find((topic) => !topics.has(topic));
  if (gone !== undefined) return `the discussion names ${gone}, which is no topic`;
  const missing = [...topics.keys()].find((topic) => !order.includes(topic));
  if (missing !== undefined) return `the discussion lacks ${missing}`;
  return new Set(order).size === order.length ? null : 'the discussion names a topic twice';
}

function topicsText(board: DiscussedBoard): string {
  return JSON.stringify([board.phase, board.isFinished, [...topicsOn(board)]]);
}

/**
 * Returns what is wrong with the stored discussion of `board`, or null. The board has what commands made of the discussion
 * `before`; the order of new topics, and what became of topics that are gone, it does not have.
 */
export function findDiscussionFault(
  before: DiscussedBoard,
  board: DiscussedBoard,
  stored: OracleDiscussion | null,
): string | null {
  const misnamed = findMisnamed({ ...board, discussion: stored });
  if (misnamed !== null || !stored) return misnamed;
  const expected = board.discussion ?? nothingDiscussed;
  if (topicsText(before) !== topicsText(board)) return findWrongTurn(before, board, stored);
  const [wanted, found] = [spell(expected), spell(stored)];
  return wanted === found ? null : `the discussion is ${found} instead of ${wanted}`;
}

/** Whether the order starts anew: the discussion begins, or is passed over. */
function isOrderedAnew(before: DiscussedBoard, { phase }: DiscussedBoard): boolean {
  if (phase === before.phase) return false;
  const wasEarlier = !['discussing', 'closing_ready'].includes(before.phase);
  const isFirst = before.discussion === null;
  if (phase === 'discussing') return wasEarlier || isFirst;
  return phase === 'closing_ready' && wasEarlier && !isFirst;
}

function opens(before: DiscussedBoard, { phase }: DiscussedBoard): boolean {
  return phase === 'discussing' && before.phase !== phase;
}

/** The topic that Discussing opens with: the first that is neither parked nor discussed. */
function firstOpen({ order, parked, discussed }: OracleDiscussion): string | null {
  return order.find((id) => !parked.includes(id) && discussed[id] === undefined) ?? null;
}

/** The fault of a discussion that followed a change of topics or phase, or null. */
function findWrongTurn(
  before: DiscussedBoard,
  board: DiscussedBoard,
  stored: OracleDiscussion,
): string | null {
  const { current, ...expected } = board.discussion ?? nothingDiscussed;
  const topics = topicsOn(board);
  const heir = current === null || topics.has(current) ? current : groupOf(board, current);
  const stays = heir !== null && topics.has(heir) ? heir : null;
  const wanted = stays ?? (opens(before, board) ? firstOpen(stored) : null);
  if (stored.current !== wanted) return `the discussion is on ${stored.current}, not ${wanted}`;
  const said = wanted === null ? [[], []] : [expected.more, expected.goOn];
  if (JSON.stringify(said) !== JSON.stringify([stored.more, stored.goOn])) {
    return 'the discussion lost what was said of its topic';
  }
  if (isOrderedAnew(before, board)) {
    const isByVotes = stored.order.join(' ') === orderByVotes(board).join(' ');
    return isByVotes ? null : 'the discussion is not ordered by votes';
  }
  // A group may come forward, to where the first of its notes stood.
  const known = expected.order.filter((id) => topics.has(id) && board.notes.has(id));
  const stayed = stored.order.filter((id) => known.includes(id));
  return stayed.join(' ') === known.join(' ') ? null : 'the discussion lost its order';
}
