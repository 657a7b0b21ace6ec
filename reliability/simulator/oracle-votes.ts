// Votes in the oracle: the ballots and their visibility.
import { groupOf, type OracleGroups } from './oracle-groups.ts';

/** Votes by user and note. */
type Ballots = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface OracleVotes {
  /** Includes votes on deleted notes and action items, which do not count. */
  votes: Ballots;
  /** Users who have finished voting. */
  voted: readonly string[];
}

interface VotedBoard extends OracleGroups, OracleVotes {
  phase: string;
  isFinished: boolean;
  notes: ReadonlyMap<string, { column: string; isDeleted: boolean }>;
}

export const noVotes: OracleVotes = { votes: new Map(), voted: [] };

const perPerson = 5;
const perTopic = 3;

function showsTotals({ phase, isFinished }: VotedBoard): boolean {
  return isFinished || phase === 'discussing' || phase === 'closing_ready';
}

/** The topic that votes on a note count for: its group or itself. Null if they do not count. */
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

/** The user's counted votes, by topic. */
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

interface Vote {
  by: string;
  note: string;
  count: number;
}

/** Returns why an accepted vote should have been refused, or null. */
export function findVoteObjection(board: VotedBoard, { by, note, count }: Vote): string | null {
  if (board.phase !== 'voting') return `a vote in phase ${board.phase}`;
  if (topicOf(board, note) !== note) return `a vote on what is no topic: ${note}`;
  const own = countedOf(board, by);
  const before = own.get(note) ?? 0;
  if (count < before) return null;
  if (count > perTopic) return `${count} votes of one person on a topic`;
  const spent = sumOf(own) - before + count;
  return spent > perPerson ? `${spent} votes of one person` : null;
}

export function foldVote<Board extends VotedBoard>(board: Board, { by, note, count }: Vote): Board {
  const votes = new Map(board.votes).set(by, new Map(board.votes.get(by)).set(note, count));
  return { ...board, votes };
}

interface ShownVotes {
  mine: Iterable<readonly [string, number]>;
  left: number;
  voted: readonly string[];
  totals: Iterable<readonly [string, { votes: number; voters: number }]> | null;
}

/** Equal views yield equal texts. */
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

export function votesViewFor(board: VotedBoard, viewer: string): string {
  const mine = countedOf(board, viewer);
  const totals = showsTotals(board) ? countedTotals(board) : null;
  const left = Math.max(0, perPerson - sumOf(mine));
  return votesText({ mine, left, voted: board.voted, totals });
}
