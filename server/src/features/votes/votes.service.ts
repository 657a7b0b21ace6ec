// Votes of one person on topics, and whether they are done (docs/retro.md ). Both limits are decided under
// the board's lock.
import type { MeetingId, NoteId, TopicId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings';
import { withMark } from '@wentwell/contract/user-marks';
import {
  type OwnVotes,
  storedVote,
  storedVotesFinished,
  type Vote,
  type VoteInput,
  votePolicy,
  type VotesFinished,
  type VotesFinishedInput,
  votesLeft,
} from '@wentwell/contract/votes';

import {
  accessMeeting,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { phaseSince, toMeeting } from '#server/features/meetings/meetings.table';
import { markedNow, type PhaseMark, writeMark } from '#server/features/meetings/phase-marks.table';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';

import {
  findOwnVotes,
  findTopicNotes,
  findVotesFinished,
  type TopicNote,
  writeVotes,
} from './vote-rows.service.ts';
import { isTopicNote, type PlacedVote, toBallots, votesFinished } from './votes.table.ts';

export interface VotesDeps {
  receipts: ReceiptBook;
  log: EventLog;
}

interface TopicAt {
  meetingId: MeetingId;
  topicId: TopicId;
}

interface LoadedTopic {
  access: MeetingAccess;
  /** Oldest first. */
  topicNotes: readonly TopicNote[];
  own: readonly PlacedVote[];
  finished: readonly PhaseMark[];
}

/** The meeting as policies see it, by the database's clock. */
function meetingNow({ meeting: row, now }: MeetingAccess) {
  const meeting = toMeeting(row);
  return { ...meeting, status: effectiveStatus(meeting, now) };
}

/** `mine` with another number for a topic. */
function withCount(mine: OwnVotes, topicId: TopicId, count: number): OwnVotes {
  const { [topicId]: _, ...others } = mine;
  return count === 0 ? others : { ...others, [topicId]: count };
}

/**
 * The notes whose votes change, so that the topic has `wanted` of them: more go to its oldest note; fewer are taken
 * from its newest notes first.
 */
function countsFor(
  topicNotes: readonly TopicNote[],
  own: readonly PlacedVote[],
  wanted: number,
): { noteId: NoteId; count: number }[] {
  const counts = topicNotes.map(({ note: { id } }) => ({
    noteId: id,
    count: own.find(({ note }) => note.id === id)?.count ?? 0,
  }));
  const before = counts.reduce((sum, { count }) => sum + count, 0);
  const [oldest] = counts;
  if (oldest && wanted > before) {
    return [{ ...oldest, count: oldest.count + wanted - before }];
  }
  let tooMany = before - wanted;
  return counts.toReversed().flatMap(({ noteId, count }) => {
    const taken = Math.min(count, tooMany);
    tooMany -= taken;
    return taken > 0 ? [{ noteId, count: count - taken }] : [];
  });
}

export function votesService({ receipts, log }: VotesDeps) {
  async function vote(
    tx: Tx,
    { userId }: Command,
    { loaded, topicId, count }: { loaded: LoadedTopic; topicId: TopicId; count: number },
  ): Promise<Answer<Vote>> {
    const { access, own, finished } = loaded;
    const meeting = meetingNow(access);
    const topicNotes = loaded.topicNotes.filter((each) => isTopicNote(each, meeting.columns));
    if (topicNotes.length === 0) throw new ApiError('NOT_FOUND');
    const mine = toBallots(own, meeting.columns).get(userId) ?? {};
    authorize(votePolicy.vote(access.teamContext, meeting, { mine, topicId, count }));
    if ((mine[topicId] ?? 0) === count) {
      return {
        status: 200,
        body: { topic_id: topicId, count, left: votesLeft(mine, meeting.settings) },
      };
    }
    const after = withCount(mine, topicId, count);
    const left = votesLeft(after, meeting.settings);
    const voted = markedNow(access.meeting, finished);
    const data = { ballots: { [userId]: { mine: after, left } }, voted };
    // Without an actor: a node of the version before, which does not know this event, shows the actor to everybody.
    const on = { meetingId: meeting.id, actorId: null };
    await Promise.all([
      writeVotes(tx, { meetingId: meeting.id, userId }, countsFor(topicNotes, own, count)),
      log.append(tx, on, { event: { type: 'votes_changed', data } }),
    ]);
    return { status: 200, body: { topic_id: topicId, count, left } };
  }

  return {
    /** Sets how many votes the caller gives a topic. */
    async vote(command: Command, at: TopicAt, { count }: VoteInput): Promise<Answer<Vote>> {
      return receipts.once(command, {
        answers: storedVote,
        board: at.meetingId,
        async stillSees(tx) {
          await accessMeeting(tx, command, at.meetingId);
        },
        async load(tx): Promise<LoadedTopic> {
          const [access, topicNotes, own, finished] = await Promise.all([
            lockMeeting(tx, command, at.meetingId),
            findTopicNotes(tx, command, at),
            findOwnVotes(tx, command, at.meetingId),
            findVotesFinished(tx, command, at.meetingId),
          ]);
          return { access, topicNotes, own, finished };
        },
        work: (tx, loaded) => vote(tx, command, { loaded, topicId: at.topicId, count }),
      });
    },

    /** Says whether the caller is done voting. Answers with everybody who is. */
    async finish(
      command: Command,
      meetingId: MeetingId,
      { finished }: VotesFinishedInput,
    ): Promise<Answer<VotesFinished>> {
      const { userId } = command;
      return receipts.once(command, {
        answers: storedVotesFinished,
        board: meetingId,
        async stillSees(tx) {
          await accessMeeting(tx, command, meetingId);
        },
        async load(tx) {
          const [access, rows] = await Promise.all([
            lockMeeting(tx, command, meetingId),
            findVotesFinished(tx, command, meetingId),
          ]);
          return { access, rows };
        },
        async work(tx, { access, rows }) {
          const { meeting: row, teamContext } = access;
          authorize(votePolicy.finish(teamContext, meetingNow(access)));
          const before = markedNow(row, rows);
          if (before.includes(userId) === finished) return { status: 200, body: { voted: before } };
          const mark = { meetingId, userId, phaseStartedAt: phaseSince(row) };
          const data = { voted: withMark(before, userId, finished) };
          const on = { meetingId, actorId: userId };
          await Promise.all([
            writeMark(tx, { table: votesFinished, mark, isSet: finished }),
            log.append(tx, on, { event: { type: 'votes_changed', data } }),
          ]);
          return { status: 200, body: data };
        },
      });
    },
  };
}
export type VotesService = ReturnType<typeof votesService>;
