// Votes in the oracle: what each person has given, and what everybody has been told of it.
import { groupOf, type OracleGroups } from './oracle-groups.ts';

/** Votes of each person by note. */
type Ballots = ReadonlyMap<string, ReadonlyMap<string, number>>;
type Totals = ReadonlyMap<string, { votes: number; voters: number }>;

export interface OracleVotes {
  /** Also on deleted notes and action items, where they do not count. */
  votes: Ballots;
  /** As each was told last. */
  toldVotes: Ballots;
  /** As everybody was told last; null while they are secret. */
  totals: Totals | null;
  /** Who is done voting. */
  voted: readonly string[];
}

interface VotedBoard extends OracleGroups, OracleVotes {
  phase: string;
  notes: ReadonlyMap<string, { column: string; isDeleted: boolean }>;
}

export const noVotes: OracleVotes = {
  votes: new Map(),
  toldVotes: new Map(),
  totals: null,
  voted: [],
};

const perPerson = 5;
const perTopic = 3;

export function showsTotals(phase: string): boolean {
  return phase === 'discussing' || phase === 'closing_ready';
}

/** What votes on a note count for: its group, or itself; null where they do not count. */
function topicOf(board: VotedBoard, note: string): string | null {
  const found = board.notes.get(note);
  if (found?.isDeleted !== false) return null;
  const group = groupOf(board, note);
  const column = (group === null ? found : board.groups.get(group))?.column;
  return column === 'action' ? null : (group ?? note);
}

function sumOf(own: ReadonlyMap<string, number> | undefined): number {
  return [...(own ?? new Map<string, number>()).values()].reduce((sum, each) => sum + each, 0);
}

/** The votes of a person that count now, by topic. */
function countedOf(board: VotedBoard, user: string): Map<string, number> {
  const counted = new Map<string, number>();
  for (const [note, count] of board.votes.get(user) ?? []) {
    const topic = topicOf(board, note);
    if (count > 0 && topic !== null) counted.set(topic, (counted.get(topic) ?? 0) + count);
  }
  return counted;
}

export function countedTotals(board: VotedBoard): Map<string, { votes: number; voters: number }> {
  const totals = new Map<string, { votes: number; voters: number }>();
  for (const user of board.votes.keys()) {
    for (const [topic, count] of countedOf(board, user)) {
      const { votes, voters } = totals.get(topic) ?? { votes: 0, voters: 0 };
      totals.set(topic, { votes: votes + count, voters: voters + 1 });
    }
  }
  return totals;
}

/** Whether there are votes whose totals nobody has been told. */
export function hasSecretTotals(board: VotedBoard): boolean {
  return board.totals === null && countedTotals(board).size > 0;
}

interface Vote {
  by: string;
  note: string;
  count: number;
}

/** Whether the vote changes anything. */
export function isNewVote(board: VotedBoard, { by, note, count }: Vote): boolean {
  return (countedOf(board, by).get(note) ?? 0) !== count;
}

/** Why an accepted vote should have been refused, or null. */
export function findVoteObjection(board: VotedBoard, { by, note, count }: Vote): string | null {
  if (board.phase !== 'voting') return `a vote in phase ${board.phase}`;
  if (topicOf(board, note) !== note) return `a vote on what is no topic: ${note}`;
  const own = countedOf(board, by);
  const before = own.get(note) ?? 0;
  if (!isNewVote(board, { by, note, count })) return 'a vote as it was';
  if (count < before) return null;
  if (count > perTopic) return `${count} votes of one person on a topic`;
  const spent = sumOf(own) - before + count;
  return spent > perPerson ? `${spent} votes of one person` : null;
}

export function foldVote<Board extends VotedBoard>(board: Board, { by, note, count }: Vote): Board {
  const votes = new Map(board.votes);
  votes.set(by, new Map(votes.get(by)).set(note, count));
  const after = { ...board, votes };
  return { ...after, toldVotes: new Map(board.toldVotes).set(by, countedOf(after, by)) };
}

/** Everybody is told their votes anew, and the totals. */
export function foldVotesTold<Board extends VotedBoard>(board: Board, hasTotals: boolean): Board {
  const told = [...board.votes.keys()].map((user) => [user, countedOf(board, user)] as const);
  const totals = hasTotals ? countedTotals(board) : board.totals;
  return { ...board, toldVotes: new Map(told), totals };
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): Map<string, Value> {
  return new Map([...map].filter(([each]) => each !== key));
}

/** A deleted note takes its votes along, which everybody knows without being told. */
export function foldTopicGone<Board extends VotedBoard>(board: Board, note: string): Board {
  const told = [...board.toldVotes].map(([user, own]) => [user, without(own, note)] as const);
  const totals = board.totals && without(board.totals, note);
  return { ...board, toldVotes: new Map(told), totals };
}

interface ShownVotes {
  mine: Iterable<readonly [string, number]>;
  left: number;
  voted: readonly string[];
  totals: Iterable<readonly [string, { votes: number; voters: number }]> | null;
}

/** Two people who see the same votes have the same text. */
export function votesText({ mine, left, voted, totals }: ShownVotes): string {
  const all =
    totals && [...totals].map(([note, { votes, voters }]) => `${note}:${votes}/${voters}`);
  const own = [...mine].map(([note, count]) => `${note}:${count}`);
  return JSON.stringify({
    mine: own.toSorted(),
    left,
    voted: voted.toSorted(),
    totals: all && all.toSorted(),
  });
}

export function votesViewFor({ toldVotes, totals, voted }: OracleVotes, viewer: string): string {
  const mine = toldVotes.get(viewer) ?? new Map<string, number>();
  return votesText({ mine, left: Math.max(0, perPerson - sumOf(mine)), voted, totals });
}
