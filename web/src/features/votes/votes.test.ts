import { totalText } from '@wentwell/contract/discussion/votes';
import { MeetingId, type TopicId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import { inverseOn, withCommand } from '#web/live/testing/decided';
import {
  ada,
  bob,
  makeBoard,
  makeMeeting,
  makeNote,
  noteIdOf,
} from '#web/live/testing/fake-board-server';
import { refusal } from '#web/live/testing/refusal';
import { toast } from '#web/ui/feedback/toast';

import { votesLeftText, whyNoMore } from './topic-vote.ts';
import { voteCommands } from './vote-commands.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const commands = voteCommands({ meetingId });
const topicId: TopicId = noteIdOf(1);
const other: TopicId = noteIdOf(2);
const meeting = makeMeeting({ phase: 'voting' });
const { phase } = makeBoard();
const voting = makeBoard({
  meeting,
  phase: { ...phase, phase: 'voting' },
  notes: [makeNote(1), makeNote(2)],
  votes: { mine: { [topicId]: 2 }, left: 3, voted: [bob], totals: null },
});
const over = makeBoard({
  ...voting,
  meeting: makeMeeting({ phase: 'discussing' }),
  phase: { ...phase, phase: 'discussing' },
});

test('R-101 a vote shows immediately, with the votes left; withdrawn it is gone', () => {
  const more = withCommand(voting, commands.vote({ topicId, count: 3 }));
  expect(more.votes).toMatchObject({ mine: { [topicId]: 3 }, left: 2 });
  const none = withCommand(more, commands.vote({ topicId, count: 0 }));
  expect(none.votes).toMatchObject({ mine: {}, left: 5 });
});

test('R-101 outside voting a pending vote shows nothing', () => {
  const before = withCommand(over, commands.vote({ topicId, count: 2 })).votes;
  expect(before.mine).toEqual({ [topicId]: 2 });
  expect(withCommand(over, commands.vote({ topicId, count: 3 })).votes).toEqual(before);
  expect(withCommand(over, commands.finish({ finished: true })).votes).toEqual(before);
});

test('R-102 votes are sent in order, so that one can be moved to another topic', () => {
  const keys = [
    commands.vote({ topicId, count: 0 }),
    commands.vote({ topicId: other, count: 1 }),
    commands.finish({ finished: true }),
  ].map(({ queueKey }) => queueKey);
  expect(new Set(keys).size).toBe(1);
});

test('R-102 the reason against another vote, in words', () => {
  expect(whyNoMore(voting, topicId)).toBeNull();
  const three = withCommand(voting, commands.vote({ topicId, count: 3 }));
  expect(whyNoMore(three, topicId)).toBe('3 votes per topic at most.');
  const five = withCommand(three, commands.vote({ topicId: other, count: 2 }));
  expect(whyNoMore(five, other)).toBe('You have no votes left.');
});

test('a vote is undone to the number before, quietly', () => {
  const command = commands.vote({ topicId, count: 3 });
  const inverse = inverseOn(voting, command);
  expect(inverse).toMatchObject({ title: 'Vote given', isQuiet: true });
  expect(inverse?.command(withCommand(voting, command))).toMatchObject({
    input: { topicId, count: 2 },
  });
  expect(inverse?.conflicts).toEqual({ NOT_FOUND: 'This topic is no longer on the board.' });
  expect(inverseOn(voting, commands.vote({ topicId, count: 2 }))).toBeNull();
  expect(inverseOn(over, command)).toBeNull();
});

test('R-103 done voting shows immediately, and so does undone', () => {
  const now = withCommand(voting, commands.finish({ finished: true }));
  expect(now.votes.voted).toEqual([ada, bob]);
  expect(withCommand(now, commands.finish({ finished: false })).votes.voted).toEqual([bob]);
});

test('a refused vote shows the server’s words; an obsolete mark’s refusal is silent', () => {
  commands.vote({ topicId, count: 3 }).onRefused(refusal(409, { detail: 'Voting is over.' }), over);
  expect(toast.error).toHaveBeenCalledWith(
    expect.objectContaining({
      title: 'Your vote was not counted',
      description: 'Voting is over.',
    }),
  );
  vi.mocked(toast.error).mockClear();
  commands.finish({ finished: true }).onRefused(refusal(409, { detail: 'Voting is over.' }), over);
  expect(toast.error).not.toHaveBeenCalled();
  commands
    .finish({ finished: true })
    .onRefused(refusal(409, { detail: 'The meeting is not live.' }), voting);
  expect(toast.error).toHaveBeenCalledOnce();
});

test('restores stored commands of this kind and shape only', () => {
  expect(commands.deserialize('vote', { topicId, count: 1 })?.input).toEqual({ topicId, count: 1 });
  expect(commands.deserialize('votes-finished', { finished: true })?.kind).toBe('votes-finished');
  expect(commands.deserialize('note', { topicId, count: 1 })).toBeNull();
  expect(commands.deserialize('vote', { topicId, count: 21 })).toBeNull();
});

test('totals and votes left as sentences', () => {
  expect(totalText({ votes: 0, voters: 0 })).toBe('No votes');
  expect(totalText({ votes: 5, voters: 3 })).toBe('5 votes from 3 people');
  expect(totalText({ votes: 1, voters: 1 })).toBe('1 vote from 1 person');
  expect(votesLeftText(3, 5)).toBe('3 of 5 votes left');
  expect(votesLeftText(0, 1)).toBe('0 of 1 vote left');
});
