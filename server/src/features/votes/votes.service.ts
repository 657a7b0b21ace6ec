// Votes of one person on topics, and whether they are done (docs/retro.md ). Both limits are decided under
// the board's lock.
import type { MeetingId, TopicId, UserId } from '@wentwell/contract/ids';
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
  lockMeetingForAll,
  type MeetingAccess,
  type SharedAccess,
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
  type VoteCount,
  writeVotes,
} from './vote-rows.service.ts';
import { isTopicNote, type PlacedVote, toBallots, votesFinished } from './votes.table.ts';

export interface VotesDeps {
  receipts: ReceiptBook;
  log: EventLog;
}

/** A vote that somebody asks for. */
interface WantedVote {
  command: Command;
  meetingId: MeetingId;
  topicId: TopicId;
  count: number;
}

interface LoadedVotes {
  access: SharedAccess;
  /** Oldest first. */
  topicNotes: readonly TopicNote[];
  /** Of all who vote. */
  own: readonly PlacedVote[];
  finished: readonly PhaseMark[];
}

interface DecidedVote {
  userId: UserId;
  answer: Answer<Vote>;
  /** The person's votes from now on. */
  ballot: { mine: OwnVotes; left: number };
  /** Empty where the vote was given already. */
  changes: VoteCount[];
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
  { userId, wanted }: { userId: UserId; wanted: number },
): VoteCount[] {
  const counts = topicNotes.map(({ note: { id } }) => ({
    userId,
    noteId: id,
    count: own.find(({ note }) => note.id === id)?.count ?? 0,
  }));
  const before = counts.reduce((sum, { count }) => sum + count, 0);
  const [oldest] = counts;
  if (oldest && wanted > before) {
    return [{ ...oldest, count: oldest.count + wanted - before }];
  }
  let tooMany = before - wanted;
  return counts.toReversed().flatMap((each) => {
    const taken = Math.min(each.count, tooMany);
    tooMany -= taken;
    return taken > 0 ? [{ ...each, count: each.count - taken }] : [];
  });
}

/** Decides on one vote. Throws where it is refused. */
function decideVote(loaded: LoadedVotes, { command, topicId, count }: WantedVote): DecidedVote {
  const access = loaded.access.of(command);
  const { userId } = command;
  const meeting = meetingNow(access);
  const { columns, settings } = meeting;
  const topicNotes = loaded.topicNotes.filter(
    (each) => each.topicId === topicId && isTopicNote(each, columns),
  );
  if (topicNotes.length === 0) throw new ApiError('NOT_FOUND');
  const own = loaded.own.filter((each) => each.userId === userId);
  const before = toBallots(own, columns).get(userId) ?? {};
  authorize(votePolicy.vote(access.teamContext, meeting, { mine: before, topicId, count }));
  const isGiven = (before[topicId] ?? 0) === count;
  const mine = isGiven ? before : withCount(before, topicId, count);
  const left = votesLeft(mine, settings);
  return {
    userId,
    answer: { status: 200, body: { topic_id: topicId, count, left } },
    ballot: { mine, left },
    changes: isGiven ? [] : countsFor(topicNotes, own, { userId, wanted: count }),
  };
}

export function votesService({ receipts, log }: VotesDeps) {
  /** Writes all votes that change something, and announces them as one event. */
  function write(tx: Tx, { access, finished }: LoadedVotes, decided: readonly DecidedVote[]): void {
    const { meeting } = access;
    const changed = decided.filter(({ changes }) => changes.length > 0);
    if (changed.length === 0) return;
    const ballots = Object.fromEntries(changed.map(({ userId, ballot }) => [userId, ballot]));
    const data = { ballots, voted: markedNow(meeting, finished) };
    // Without an actor: a node of the version before, which does not know this event, shows the actor to everybody.
    const on = { meetingId: meeting.id, actorId: null };
    const counts = changed.flatMap(({ changes }) => changes);
    const write = () => writeVotes(tx, meeting, counts);
    const event = { type: 'votes_changed' as const, data };
    log.appendLast(tx, on, { change: { event }, history: access, write });
  }

  // A room of people votes within the same seconds.
  const voting = receipts.batched({
    answers: storedVote,
    async stillSees(tx, { command, meetingId }: WantedVote) {
      await accessMeeting(tx, command, meetingId);
    },
    async load(tx, { board: meetingId, items }): Promise<LoadedVotes> {
      const callers = items.map(({ command }) => command);
      const topicIds = items.map(({ topicId }) => topicId);
      const [access, topicNotes, own, finished] = await Promise.all([
        lockMeetingForAll(tx, callers, meetingId),
        findTopicNotes(tx, { callers, meetingId }, topicIds),
        findOwnVotes(tx, { callers, meetingId }),
        findVotesFinished(tx, { callers, meetingId }),
      ]);
      return { access, topicNotes, own, finished };
    },
    decide: decideVote,
    write(tx, boards) {
      for (const { loaded, decided } of boards) write(tx, loaded, decided);
    },
  });

  return {
    /** Sets how many votes the caller gives a topic. */
    vote(
      command: Command,
      { meetingId, topicId }: { meetingId: MeetingId; topicId: TopicId },
      { count }: VoteInput,
    ): Promise<Answer<Vote>> {
      return voting.run(meetingId, { command, meetingId, topicId, count });
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
            findVotesFinished(tx, { callers: [command], meetingId }),
          ]);
          return { access, rows };
        },
        async work(tx, { access, rows }) {
          const { meeting: row, teamContext } = access;
          authorize(votePolicy.finish(teamContext, meetingNow(access)));
          const before = markedNow(row, rows);
          if (before.includes(userId) === finished) return { status: 200, body: { voted: before } };
          const { teamId } = row;
          const mark = { meetingId, teamId, userId, phaseStartedAt: phaseSince(row) };
          const data = { voted: withMark(before, userId, finished) };
          const on = { meetingId, actorId: userId };
          const write = () => writeMark(tx, { table: votesFinished, mark, isSet: finished });
          const event = { type: 'votes_changed' as const, data };
          log.appendLast(tx, on, { change: { event }, history: access, write });
          return { status: 200, body: data };
        },
      });
    },
  };
}
export type VotesService = ReturnType<typeof votesService>;
