import { describe, expect, test } from 'vitest';

import { findCommands, isWritten, markTyped, matchCommand } from './find-commands.ts';
import type { PaletteCommand } from './palette-commands.ts';

const labels = ['Go to Dashboard', 'Go to Profile Settings', 'Create New Retro', 'Theme: Nord'];

function best(typed: string): string | undefined {
  const ranked = labels
    .map((label) => ({ label, score: matchCommand(label, [], typed) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return ranked[0]?.label;
}

describe('the typed text finds its command', () => {
  test.each([
    ['nord', 'Theme: Nord'],
    ['dash', 'Go to Dashboard'],
    ['NEW RETRO', 'Create New Retro'],
    ['retro new', 'Create New Retro'],
    ['crnwrtr', 'Create New Retro'],
    ['prfl', 'Go to Profile Settings'],
    ['ＮＯＲＤ', 'Theme: Nord'],
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

  test.each([
    ['Café', 'cafe\u0301'],
    ['Straße', 'STRASSE'],
    ['İzmir', 'izmir'],
    ['ISPARTA', 'ısparta'],
    ['ΟΔΟΣ', 'οδος'],
  ])('“%s” matches the equal letters of “%s”', (label, typed) => {
    expect(matchCommand(label, [], typed)).toBe(1);
  });

  test.each([
    ['In the Café, @Ada', 'cafe\u0301 ＠', ['In the ', 'Café', ', ', '@', 'Ada']],
    ['Straße', 'STRASS', ['', 'Straß', 'e']],
    ['Retro retros', 'RETRO', ['', 'Retro', ' ', 'retro', 's']],
    ['Any', ' ', ['Any']],
  ])('in “%s” the letters of “%s” are marked', (text, typed, pieces) => {
    expect(markTyped(text, typed)).toEqual(pieces);
  });

  test('every word must match, and an empty text matches everything', () => {
    expect(matchCommand('Theme: Nord', [], 'nord zebra')).toBe(0);
    expect(matchCommand('Theme: Nord', [], ' ')).toBe(1);
  });
});

function command(label: string, more: Partial<PaletteCommand> = {}): PaletteCommand {
  return { id: label, group: 'Actions', label, icon: null, run: () => undefined, ...more };
}

function found(commands: readonly PaletteCommand[], typed: string, recents: string[] = []) {
  return findCommands(commands, typed, recents).map(
    ({ heading, commands: inside }) => `${heading}: ${inside.map(({ label }) => label).join(', ')}`,
  );
}

describe('the list', () => {
  const commands = [
    command('Create New Retro'),
    command('Theme: Nord', { group: 'Appearance' }),
    command('Go to Nordic Team', { group: 'Navigation' }),
    command('Sprint 12', { group: 'Meetings', isSearchOnly: true }),
  ];

  test('has every group in order before typing, and no meetings', () => {
    expect(found(commands, ' ')).toEqual([
      'Navigation: Go to Nordic Team',
      'Actions: Create New Retro',
      'Appearance: Theme: Nord',
    ]);
  });

  test('starts with recent commands, without duplicates', () => {
    expect(found(commands, '', ['Sprint 12', 'Theme: Nord', 'gone'])).toEqual([
      'Recent: Sprint 12, Theme: Nord',
      'Navigation: Go to Nordic Team',
      'Actions: Create New Retro',
    ]);
  });

  test('starts with the next step and the focused note’s acts, before recent commands', () => {
    const present = [
      command('Edit', { group: 'This note' }),
      command('Next: Voting', { group: 'Next step' }),
    ];
    expect(found([...commands, ...present], '', ['Edit', 'Next: Voting', 'Theme: Nord'])).toEqual([
      'Next step: Next: Voting',
      'This note: Edit',
      'Recent: Theme: Nord',
      'Navigation: Go to Nordic Team',
      'Actions: Create New Retro',
    ]);
  });

  test('has the best match first, and among equals the first group', () => {
    expect(found(commands, 'nord')).toEqual([
      'Navigation: Go to Nordic Team',
      'Appearance: Theme: Nord',
    ]);
    const retro = command('Retro 12', { group: 'Meetings', isSearchOnly: true });
    expect(found([retro, ...commands], 'retro'), 'an action before a meeting').toEqual([
      'Actions: Create New Retro',
      'Meetings: Retro 12',
    ]);
    const text = command('Start earlier', { group: 'On boards', isSearchOnly: true });
    const start = command('Create New Retro', { keywords: ['start'] });
    expect(found([text, start], 'start'), 'by its synonym').toEqual([
      'Actions: Create New Retro',
      'On boards: Start earlier',
    ]);
    expect(found(commands, 'sprint')).toEqual(['Meetings: Sprint 12']);
    expect(found(commands, 'zebra')).toEqual([]);
  });

  test('ranks a keyword above letters inside a word, and hides letters in order beside either', () => {
    const several = [
      command('Send a reaction'),
      command('Board settings'),
      command('Finish…', { keywords: ['end', 'close'] }),
    ];
    expect(found(several, 'end')).toEqual(['Actions: Finish…, Send a reaction']);
    expect(found([...several, command('Redo')], 're')).toEqual(['Actions: Send a reaction, Redo']);
    expect(found(several, 'bdst')).toEqual(['Actions: Board settings']);
  });

  test('ends at its maximum', () => {
    const many = Array.from({ length: 1000 }, (_, each) =>
      command(`Sprint ${each}`, { group: 'Meetings', isSearchOnly: true }),
    );
    expect(findCommands(many, 'sprint', [])[0]?.commands).toHaveLength(50);
    expect(found(many, 'sprint 999')).toEqual(['Meetings: Sprint 999']);
  });
});

test('a command with all typed words cannot be beaten by pending results', () => {
  expect(isWritten(command('Theme: Nord'), 'nord')).toBe(true);
  expect(isWritten(command('No other reads'), 'nord')).toBe(false);
});
