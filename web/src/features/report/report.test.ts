import { hasReport } from '@wentwell/contract/board/page';
import { CommentId, GroupId, type UserId } from '@wentwell/contract/ids';
import { durationText, meetingReport } from '@wentwell/contract/report/meeting-report';
import { reportMarkdown } from '@wentwell/contract/report/report-markdown';
import { makeAction } from '@wentwell/contract/testing/actions';
import { describe, expect, test } from 'vitest';

import {
  ada,
  bob,
  makeBoard,
  makeMeeting,
  makeNote,
  noteIdOf,
} from '#web/live/testing/fake-board-server';

const groupId = GroupId.parse('0198f000-0000-7000-8000-0000000000aa');
const time = '2026-03-02T09:30:00.000Z';
const meeting = makeMeeting({
  phase: 'closing_ready',
  status: 'closed',
  start_time: '2026-03-02T09:00:00.000Z',
  end_time: '2026-03-02T10:02:00.000Z',
});

const comment = {
  id: CommentId.parse('0198f000-0000-7000-8000-000000000110'),
  topic_id: groupId,
  note_id: noteIdOf(1),
  author_id: ada,
  content: '1. first\n2. second',
  version: 1,
  created_at: time,
  updated_at: time,
};

const action = makeAction({
  text: 'Split the pipeline',
  topic_id: groupId,
  note_id: null,
  assignee_id: bob,
  due_on: '2026-03-20',
  status: 'open',
});

/** A group of two notes, two notes alone, a note for actions. The group was discussed, then the note 4; not the note 3. */
const board = makeBoard({
  meeting,
  notes: [
    makeNote(1, { group_id: groupId, author_id: ada, content: 'Slow *builds*' }),
    makeNote(2, { group_id: groupId, note_type: 'to_improve' }),
    makeNote(3, { content: 'Left over' }),
    makeNote(4),
    makeNote(5, { note_type: 'action', content: 'A plain note' }),
  ],
  groups: [
    {
      id: groupId,
      title: 'Builds',
      title_is_custom: true,
      column_id: 'to_improve',
      note_ids: [noteIdOf(1), noteIdOf(2)],
      version: 1,
    },
  ],
  votes: {
    mine: {},
    left: 5,
    voted: [],
    totals: { [groupId]: { votes: 5, voters: 3 }, [noteIdOf(3)]: { votes: 1, voters: 1 } },
  },
  discussion: {
    order: [groupId, noteIdOf(3), noteIdOf(4)],
    current: null,
    current_since: null,
    parked: [noteIdOf(3)],
    discussed: { [groupId]: 754, [noteIdOf(4)]: 20 },
    more_time: [],
    go_on: [],
  },
  comments: { [groupId]: [comment] },
  actions: [action],
});
const titleOf = ({ title }: { title: string }) => title;
const report = meetingReport(board, titleOf);

describe('R-161 the report', () => {
  test('has the discussed topics in order, with notes, votes, time, comments and action items', () => {
    expect(report.topics.map(({ id }) => id)).toEqual([groupId, noteIdOf(4)]);
    expect(report.topics[0]).toMatchObject({
      title: 'Builds',
      column: { id: 'to_improve', title: 'To Improve' },
      votes: { votes: 5, voters: 3 },
      seconds: 754,
      actions: [action],
    });
    expect(report.topics[0]?.notes).toHaveLength(2);
    expect(report.topics[0]?.comments).toHaveLength(1);
    expect(report.topics[1]).toMatchObject({ notes: [], votes: { votes: 0, voters: 0 } });
  });

  test('R-129: has an action item with its note’s group, or with the meeting only', () => {
    const [grouped, gone] = [noteIdOf(2), noteIdOf(9)];
    const actions = [makeAction({ topic_id: grouped }), makeAction({ topic_id: gone })];
    const changed = meetingReport({ ...board, actions }, titleOf);
    expect(changed.topics.map((topic) => topic.actions)).toEqual([[actions[0]], []]);
    expect(changed.actions).toEqual(actions);
  });

  test('has undiscussed and parked topics', () => {
    expect(report.notDiscussed).toMatchObject([{ title: 'Left over', isParked: true }]);
  });

  test('has untracked notes of the action column separately', () => {
    expect(report.actionNotes.map(({ content }) => content)).toEqual(['A plain note']);
    const note_id = noteIdOf(5);
    const tracked = meetingReport({ ...board, actions: [makeAction({ note_id })] }, titleOf);
    expect(tracked.actionNotes).toEqual([]);
  });

  test('has how many people wrote and voted, not who or how much', () => {
    expect(report.tookPart).toBe('2 people wrote');
    const attendance = { took_part: 3, members: 4 };
    const counted = { ...board, meeting: { ...meeting, attendance } };
    expect(meetingReport(counted, titleOf).tookPart).toBe('3 of 4 members took part');
    expect(report.votes).toBe(6);
    const settings = { ...meeting.settings, anonymous: true };
    const unnamed = { ...board, meeting: { ...meeting, settings } };
    expect(meetingReport(unnamed, titleOf).tookPart).toBeNull();
  });

  test('without a discussion has all topics, most votes first', () => {
    const undiscussed = meetingReport({ ...board, discussion: null }, titleOf);
    expect(undiscussed.wasDiscussed).toBe(false);
    expect(undiscussed.topics.map(({ id }) => id)).toEqual([groupId, noteIdOf(3), noteIdOf(4)]);
    expect(undiscussed.notDiscussed).toEqual([]);
  });
});

test('R-162 a board with only notes has no report', () => {
  const { notes } = board;
  expect(hasReport(makeBoard({ meeting, notes }))).toBe(false);
  expect(hasReport(board)).toBe(true);
  expect(hasReport(makeBoard({ meeting, notes, actions: [action] }))).toBe(true);
});

test('R-164 Markdown has everything, and people’s texts mark nothing up', () => {
  const nameOf = (userId: UserId) => (userId === ada ? 'Ada' : 'Bob_B');
  const text = reportMarkdown(report, { nameOf, teamName: 'Rocket' });
  expect(text).toContain('# Sprint 12\n\nRocket · ');
  expect(text).toContain('- [ ] Split the pipeline (Bob\\_B, by ');
  expect(text).toContain('- A plain note');
  expect(text).toContain('### 1. Builds (To Improve, 5 votes from 3 people, 13 min)');
  expect(text).toContain('> Slow \\*builds\\* (Ada)');
  expect(text).toContain('- **Ada**: 1\\. first\n  2\\. second');
  expect(text).toContain(
    '## Not discussed\n\n- Left over (Went Well, 1 vote from 1 person, parked)',
  );
  expect(text).toContain('- 5 notes, 1 comment, 6 votes');
  expect(text).not.toContain('## Mood');
});

test('R-164 in Markdown a dollar amount is no formula', () => {
  const notes = [makeNote(1, { content: 'From $5 to $9' })];
  const priced = meetingReport(makeBoard({ meeting, notes }), titleOf);
  const text = reportMarkdown(priced, { nameOf: () => 'Ada', teamName: null });
  expect(text).toContain(String.raw`From \$5 to \$9`);
});

test('R-164 in Markdown no address, mention or reference becomes a link', () => {
  const content =
    'https://evil.test/a?b=c#d www.evil.test evil.co/x ftp://evil.test //evil.test mailto:a@evil.test tel:110 ' +
    '@everyone @here <!channel> <@U123> (@ada) #123 ada/repo#9, at 3.5 and 10:30\n  #7 is done.';
  const notes = [makeNote(1, { content })];
  const linked = meetingReport(makeBoard({ meeting, notes }), titleOf);
  const text = reportMarkdown(linked, { nameOf: () => '@ada', teamName: 'evil.test' });
  expect(text).not.toMatch(/\/\/|(mailto|tel):\w|\w\.[a-z]|[@#!]\w/i);
  expect(text.replaceAll(/\\(?=[<>])|\u200b/g, '')).toContain(content.replace('\n ', ''));
  expect(text).toContain('at 3.5 and 10:30');
});

test('R-188 Markdown has the score totals, and nothing hidden', () => {
  const mood = { answers: 3, mean: 3.33, histogram: [0, 1, 1, 0, 1] };
  const check_in = { ...board.check_in, mood, worth: { ...mood, mean: 4 } };
  const scored = meetingReport({ ...board, check_in }, titleOf);
  expect(reportMarkdown(scored, { nameOf: () => 'Ada', teamName: null })).toContain(
    '## Mood and worth\n\n- Mood before: 3.33 of 5, 3 answers (1 × 2, 1 × 3, 1 × 5)\n- Worth our time: 4 of 5, ',
  );
});

test('R-211 many empty lines in many texts cost little time', () => {
  const content = `a${'\n'.repeat(1990)}\u2028${' '.repeat(7)}b`;
  const notes = Array.from({ length: 200 }, (_, at) =>
    makeNote(at, { group_id: groupId, content }),
  );
  const large = meetingReport({ ...board, notes }, titleOf);
  const before = process.cpuUsage();
  expect(reportMarkdown(large, { nameOf: () => 'Ada', teamName: null })).toContain('> a\n> \n');
  // This took five seconds while time grew with the square of a text's length.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(2500);
});

test('R-124, R-164: an unassigned action item names its former owner and drop reason', () => {
  const left = makeAction({ text: 'Ask around', assignee_id: null, former_assignee_id: bob });
  const dropped = { ...action, status: 'dropped' as const, reason: 'The *tool* is gone.' };
  const changed = meetingReport({ ...board, actions: [left, dropped] }, titleOf);
  const text = reportMarkdown(changed, { nameOf: () => 'Bob', teamName: null });
  expect(text).toContain('- [ ] Ask around (Nobody, formerly Bob)');
  expect(text).toMatch(
    /- \[ \] Split the pipeline \(Bob, by .+, dropped: The \\\*tool\\\* is gone\.\)/,
  );
});

test('a time has its natural precision', () => {
  expect([20, 754, 3900].map(durationText)).toEqual(['20 s', '13 min', '1:05 h']);
});
