import { expect, test } from 'vitest';

import { ada, bob } from '#web/live/testing/fake-board-server';

import { People } from './people.ts';

test('a late name re-renders: only then the look-up is a new function', () => {
  const people = new People();
  people.learn([[ada, 'Ada']]);
  const before = people.personOf;
  expect(before(bob).name).toBe('…');
  people.learn([[ada, 'Ada']]);
  expect(people.personOf).toBe(before);
  people.learn([[bob, 'Bob']]);
  expect(people.personOf).not.toBe(before);
  expect(people.personOf(bob)).toEqual({ id: bob, name: 'Bob' });
});

test('the same person is the same object', () => {
  const people = new People();
  people.learn([[ada, 'Ada']]);
  expect(people.personOf(ada)).toBe(people.personOf(ada));
  expect(people.personOf(bob)).toBe(people.personOf(bob));
});

test('people unknown once all names have loaded have left the team', () => {
  const people = new People();
  expect(people.personOf(bob).name).toBe('…');
  people.allNamesLoaded();
  expect(people.personOf(bob).name).toBe('Former member');
});

test('lists with different names of a person re-render nothing: the last one wins', () => {
  const people = new People();
  const names = [
    [ada, 'ada'],
    [ada, 'Ada Lovelace'],
  ] as const;
  people.learn(names);
  const before = people.personOf;
  people.learn(names);
  expect(people.personOf).toBe(before);
  expect(before(ada).name).toBe('Ada Lovelace');
});
