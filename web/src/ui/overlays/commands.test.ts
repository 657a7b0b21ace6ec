import { describe, expect, test } from 'vitest';

import { bestMatch, type Command, isWritten, matchCommand } from './commands.ts';

const labels = ['Go to Dashboard', 'Go to Profile Settings', 'Create New Retro', 'Theme: Nord'];

function best(typed: string): string | undefined {
  const ranked = labels
    .map((label) => ({ label, score: matchCommand(label, [], typed) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return ranked[0]?.label;
}

describe('what was typed finds its command', () => {
  test.each([
    ['nord', 'Theme: Nord'],
    ['dash', 'Go to Dashboard'],
    ['NEW RETRO', 'Create New Retro'],
    ['retro new', 'Create New Retro'],
    ['crnwrtr', 'Create New Retro'],
    ['prfl', 'Go to Profile Settings'],
    ['zzqq', undefined],
  ])('%s', (typed, label) => {
    expect(best(typed)).toBe(label);
  });

  test('a word of the label comes before a keyword, and a keyword before letters in order', () => {
    const byLabel = matchCommand('Theme: Nord', [], 'nord');
    const byKeyword = matchCommand('Go to Meetings', ['nordic'], 'nord');
    const byLetters = matchCommand('No other reads', [], 'nord');
    expect(byLabel).toBeGreaterThan(byKeyword);
    expect(byKeyword).toBeGreaterThan(byLetters);
    expect(byLetters).toBeGreaterThan(0);
  });

  test('every word must fit, and nothing typed fits everything', () => {
    expect(matchCommand('Theme: Nord', [], 'nord zebra')).toBe(0);
    expect(matchCommand('Theme: Nord', [], ' ')).toBe(1);
  });
});

test('the best of several is the first that fits best, and none where nothing fits', () => {
  const commands = labels.map((label): Command => ({
    id: label,
    group: 'Actions',
    label,
    icon: null,
    run: () => undefined,
  }));
  expect(bestMatch(commands, 'go to')?.label).toBe('Go to Dashboard');
  expect(bestMatch(commands, 'nord')?.label).toBe('Theme: Nord');
  expect(bestMatch(commands, 'zebra')).toBeUndefined();
  expect(commands.filter((command) => isWritten(command, 'nord')).map(({ id }) => id)).toEqual([
    'Theme: Nord',
  ]);
});
