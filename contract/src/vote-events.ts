// Votes as a feature of the board. An event holds the votes of those whom it is about; each of them sees their own and
// nobody else's, and nobody sees who voted.
import { z } from 'zod';

import { boardEvent, holdsNoNote, sortedEntries } from './board-feature.ts';
import type { NoteId } from './ids.ts';
import { UserId } from './ids.ts';
import type { Meeting } from './meetings.ts';
import { OwnVotes, showsTotals, Votes, votesLeft, VoteTotals } from './votes.ts';

/** What votes add to a board. A node of an earlier version sends a board without them. */
export const voteFields = {
  votes: Votes.default(() => ({ mine: {}, left: 0, voted: [], totals: null })),
};
type VotePart = { votes: Votes; meeting: Meeting };

const Ballot = Votes.pick({ mine: true, left: true });

/** `ballots` is what is stored: all votes of each person whose votes it is about. Nobody is sent more than their own. */
const VotesData = z.object({
  ballots: z.record(UserId, Ballot).optional(),
  mine: OwnVotes.optional(),
  left: z.number().int().min(0).optional(),
  voted: z.array(UserId),
  totals: VoteTotals.nullable().optional(),
});
type VotesData = z.infer<typeof VotesData>;

const nobody = 'ballots';

/** A topic that is gone takes its votes along. */
function withoutTopic({ votes, meeting }: VotePart, noteId: NoteId): { votes: Votes } {
  const { [noteId]: _, ...mine } = votes.mine;
  const { totals } = votes;
  if (totals === null)
    return { votes: { ...votes, mine, left: votesLeft(mine, meeting.settings) } };
  const { [noteId]: __, ...others } = totals;
  return { votes: { ...votes, mine, left: votesLeft(mine, meeting.settings), totals: others } };
}

export const voteEvents = {
  votes_changed: boardEvent('votes_changed', {
    ...holdsNoNote,
    data: VotesData,
    apply: ({ votes }: VotePart, { mine, left, voted, totals }) => ({
      votes: {
        mine: mine ?? votes.mine,
        left: left ?? votes.left,
        voted,
        totals: totals === undefined ? votes.totals : totals,
      },
    }),
    concealedFrom: ({ ballots }, viewer) => {
      if (ballots === undefined) return null;
      return viewer !== null && Object.hasOwn(ballots, viewer.userId) ? viewer.userId : nobody;
    },
    mask: ({ ballots, ...open }: VotesData, concealed) => {
      const own = Object.entries(ballots ?? {}).find(([userId]) => userId === concealed)?.[1];
      return { ...open, ...own };
    },
    masksActor: true,
    isAlwaysKept: false,
    mayChangeStatus: false,
    specified: () => null,
    // Who votes, and when, is nobody's business.
    describe: () => null,
    announce: () => null,
    stored: { steps: [], parts: {} },
  }),
};

export const voteFeature = {
  fields: voteFields,
  events: voteEvents,
  follows: {
    // Where there are votes, the event that follows says the totals.
    phase_changed: ({ votes }: VotePart, { meeting }: { meeting: Meeting }) => ({
      votes: { ...votes, voted: [], totals: showsTotals(meeting) ? (votes.totals ?? {}) : null },
    }),
    meeting_updated: ({ votes }: VotePart, { meeting }: { meeting: Meeting }) => ({
      votes: {
        ...votes,
        left: votesLeft(votes.mine, meeting.settings),
        voted: meeting.status === 'live' ? votes.voted : [],
        totals: showsTotals(meeting) ? (votes.totals ?? {}) : null,
      },
    }),
    note_deleted: (board: VotePart, { note_id }: { note_id: NoteId }) =>
      withoutTopic(board, note_id),
  },
  hash: {
    votes: ({ mine, left, voted, totals }: Votes) => [
      sortedEntries(mine),
      left,
      voted,
      totals && sortedEntries(totals).map(([topic, total]) => [topic, total.votes, total.voters]),
    ],
  },
};
