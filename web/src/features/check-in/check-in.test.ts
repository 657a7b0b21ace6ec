import { describe, expect, test } from 'vitest';

import { ada, bob, makeMeeting, noCheckIn } from '#web/live/testing/fake-board-server';

import { scoreText, totalsText } from './score-labels.ts';
import { readOwnScore, storeOwnScore } from './use-own-score.ts';

const giver = { meetingId: makeMeeting().id, userId: ada };

describe('the user’s own score', () => {
  test('is stored per user and question, otherwise read from the board', () => {
    expect(readOwnScore(giver, 'mood', noCheckIn)).toBeNull();
    expect(readOwnScore(giver, 'mood', { ...noCheckIn, mood_mine: 2 })).toBe(2);
    storeOwnScore(giver, 'worth', 4);
    expect(readOwnScore(giver, 'worth', { ...noCheckIn, worth_mine: 1 })).toBe(4);
    expect(readOwnScore(giver, 'mood_after', noCheckIn)).toBeNull();
    expect(readOwnScore({ ...giver, userId: bob }, 'worth', noCheckIn)).toBeNull();
  });
});

test('totals as words', () => {
  const totals = { answers: 3, mean: 4, histogram: [0, 0, 1, 1, 1] };
  expect(scoreText(totals.mean)).toBe('4.0');
  expect(totalsText(totals, 'mood')).toBe(
    '3 answers, 4.0 of 5 on average: 1 Okay, 1 Good, 1 Great',
  );
});
