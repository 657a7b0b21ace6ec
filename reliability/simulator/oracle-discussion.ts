// The discussion in the oracle, and its invariants.
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
  /** Minimum seconds per topic. Commands do not determine the exact number. */
  discussed: Readonly<Record<string, number>>;
  more: readonly string[];
  goOn: readonly string[];
  /** Whether the time of the current topic is counted. */
  isRunning: boolean;
}

export interface OracleDiscussed {
  /** Null before the first discussion. */
  discussion: OracleDiscussion | null;
}

export interface DiscussedBoard extends OracleGroups, OracleVotes, OracleDiscussed {
  owner: string;
  coLeads: readonly string[];
  phase: string;
  isFinished: boolean;
  notes: ReadonlyMap<string, { note: string; column: string; place: number; isDeleted: boolean }>;
}

/** The stored and shown format. */
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

/** Topics with their notes, ordered by oldest note. */
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

export function isLead(
  { owner, coLeads }: Pick<DiscussedBoard, 'owner' | 'coLeads'>,
  user: string,
): boolean {
  return user === owner || coLeads.includes(user);
}

/** Returns why an accepted command should have been refused, or null. */
export function findDiscussionObjection(
  board: DiscussedBoard,
  command: DiscussionCommand,
): string | null {
  const { kind, by } = command;
  if (board.phase !== 'discussing' || board.isFinished) return `${kind} in phase ${board.phase}`;
  if (kind !== 'extend' && !isLead(board, by)) return `${kind} by somebody who does not lead`;
  if (kind === 'extend') return board.discussion?.current ? null : 'more time on no topic';
  const named = kind === 'choose' ? [command.topic ?? []].flat() : command.topics;
  const topics = topicsOn(board);
  const gone = named.find((topic) => !topics.has(topic));
  return gone === undefined ? null : `${kind} of what is no topic: ${gone}`;
}

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

/** Stops counting the current topic's time. */
function stop(before: OracleDiscussion): OracleDiscussion {
  const { current, discussed, isRunning } = before;
  if (current === null || !isRunning) return before;
  const counted = { ...discussed, [current]: discussed[current] ?? 0 };
  return { ...before, discussed: counted, isRunning: false };
}

function turnTo(before: OracleDiscussion, current: string | null): OracleDiscussion {
  return { ...stop(before), current, more: [], goOn: [], isRunning: current !== null };
}

function spell(discussion: OracleDiscussion): string {
  const { order, current, parked, more, goOn, isRunning } = discussion;
  const topics = Object.keys(discussion.discussed);
  const [all, asks, goes, had] = [parked, more, goOn, topics].map((list) =>
    list.toSorted().join(' '),
  );
  const on = `${current ?? 'nothing'}${isRunning ? ', counted' : ''}`;
  return `${order.join(' ')}; on ${on}; parked ${all}; more ${asks}; go on ${goes}; had ${had}`;
}

/** Like `spell`, with the counted seconds of each topic, as on a page. */
export function discussionText(discussion: OracleDiscussion | null): string {
  if (!discussion) return 'none';
  const counted = Object.entries(discussion.discussed).map(([topic, s]) => `${topic} for ${s} s`);
  return `${spell(discussion)}; discussed ${counted.toSorted().join(', ')}`;
}

/** Extending the time clears the votes on more time. */
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

/** The default order: by votes, then voters, then number of notes, then age. */
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

/** A group inherits from its notes. Removed topics are dropped. */
function followTopics(before: OracleDiscussion, board: DiscussedBoard): OracleDiscussion {
  const topics = topicsOn(board);
  const successorOf = (topic: string): string | null => {
    const successor = topics.has(topic) ? topic : groupOf(board, topic);
    return successor !== null && topics.has(successor) ? successor : null;
  };
  const successorsOf = (list: readonly string[]) => [
    ...new Set(list.flatMap((topic) => successorOf(topic) ?? [])),
  ];
  const known = successorsOf(before.order);
  const open = successorsOf(before.order.filter((topic) => !before.parked.includes(topic)));
  const discussed: Record<string, number> = {};
  for (const [topic, seconds] of Object.entries(before.discussed)) {
    const successor = successorOf(topic);
    if (successor !== null) discussed[successor] = (discussed[successor] ?? 0) + seconds;
  }
  const after = {
    ...before,
    order: [...known, ...[...topics.keys()].filter((topic) => !known.includes(topic))],
    parked: successorsOf(before.parked).filter((topic) => !open.includes(topic)),
    discussed,
    current: before.current === null ? null : successorOf(before.current),
  };
  return after.current === null ? { ...after, more: [], goOn: [], isRunning: false } : after;
}

function isEarlier({ phase }: DiscussedBoard): boolean {
  return !['discussing', 'closing_ready'].includes(phase);
}

/** The first topic of the discussing phase: neither parked nor discussed. */
function firstOpen({ order, parked, discussed }: OracleDiscussion): string | null {
  return order.find((id) => !parked.includes(id) && discussed[id] === undefined) ?? null;
}

/** The discussion at the start of a phase, even if the phase is restarted. */
function discussionIn(before: DiscussedBoard, board: DiscussedBoard): OracleDiscussion | null {
  const opens = board.phase === 'discussing';
  if (!board.discussion && !opens) return null;
  const stopped = stop(board.discussion ?? followTopics(nothingDiscussed, board));
  const isAnew = !isEarlier(board) && (isEarlier(before) || !before.discussion);
  const ordered = isAnew ? { ...stopped, order: orderByVotes(board) } : stopped;
  if (!opens) return ordered;
  const current = ordered.current ?? firstOpen(ordered);
  return { ...ordered, current, isRunning: current !== null };
}

/** Updates the discussion after a command: changed topics, a new phase, or the end. */
export function foldTopics<Board extends DiscussedBoard>(
  before: Board,
  board: Board,
  beginsPhase: boolean,
): Board {
  const discussion = board.discussion && followTopics(board.discussion, board);
  const followed = { ...board, discussion };
  if (beginsPhase) return { ...followed, discussion: discussionIn(before, followed) };
  return board.isFinished ? { ...followed, discussion: discussion && stop(discussion) } : followed;
}

/** Returns the fault of the stored discussion, or null. */
export function findDiscussionFault(
  { discussion: expected }: DiscussedBoard,
  stored: OracleDiscussion | null,
): string | null {
  const [wanted, found] = [expected, stored].map((each) => (each ? spell(each) : 'none'));
  if (wanted !== found) return `the discussion is ${found} instead of ${wanted}`;
  const counted = Object.entries(expected?.discussed ?? {});
  const lost = counted.find(([topic, seconds]) => (stored?.discussed[topic] ?? 0) < seconds);
  return lost ? `the discussion of ${lost[0]} lasted ${lost[1]} s, and now less` : null;
}
