import { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { expect, it } from 'vitest';

import { newId } from '#server/platform/ids';

import { badgesOfPerson, badgesOfTeam, type HeldRetro, type TrackedAction } from './badges.ts';

const day = 24 * 60 * 60 * 1000;
const on = (days: number) => new Date(Date.UTC(2026, 0, 5) + days * day);
const [ada, bob] = [newId(UserId), newId(UserId)];
const teamId = newId(TeamId);

function retro(days: number, given: Partial<HeldRetro> = {}): HeldRetro {
  return {
    id: newId(MeetingId),
    teamId,
    name: `Day ${days}`,
    closedAt: on(days),
    ownerId: ada,
    people: new Set([ada, bob]),
    writers: new Set([ada]),
    ...given,
  };
}

function action(given: Partial<TrackedAction>): TrackedAction {
  return {
    teamId,
    meetingId: null,
    assigneeId: bob,
    status: given.doneAt ? 'done' : 'open',
    meetingsSeen: 1,
    doneAt: null,
    ...given,
  };
}

/** Name, count and retro of each badge. */
function ofTeam(retros: readonly HeldRetro[], actions: readonly TrackedAction[] = []) {
  const badges = badgesOfTeam({ retros, actions });
  return badges.map((each) => [each.badge, each.times, each.meeting_name]);
}
function own(retros: readonly HeldRetro[], actions: readonly TrackedAction[] = []) {
  const badges = badgesOfPerson({ retros, actions }, bob);
  return badges.map((each) => [each.badge, each.times, each.meeting_name]);
}

const first = ['first_retro', 1, 'Day 0'];

it('R-284 the first retro is earned once', () => {
  expect(ofTeam([])).toEqual([]);
  expect(ofTeam([retro(0), retro(14)])).toEqual([first]);
});

it('R-284 every voice heard requires that all participants wrote, and a named meeting', () => {
  const all = { writers: new Set([ada, bob]) };
  const nobodyNamed = { writers: new Set<UserId>() };
  expect(ofTeam([retro(0), retro(14, all), retro(28, nobodyNamed)])).toEqual([
    ['every_voice_heard', 1, 'Day 14'],
    first,
  ]);
});

it('R-284 four in a row are each within 35 days of the previous one', () => {
  const regular = [0, 14, 49, 63, 77, 91, 105, 119].map((at) => retro(at));
  expect(ofTeam(regular)).toEqual([['four_in_a_row', 2, 'Day 119'], first]);
  expect(ofTeam([0, 14, 28, 64, 78].map((at) => retro(at)))).toEqual([first]);
});

it('R-284 all actions done ignores dropped ones and requires one done', () => {
  const [one, two] = [retro(0), retro(14)];
  const done = action({ meetingId: one.id, doneAt: on(12) });
  const dropped = action({ meetingId: one.id, status: 'dropped' });
  const late = action({ meetingId: one.id, doneAt: on(15) });
  expect(ofTeam([one, two], [done, dropped])).toEqual([['all_actions_done', 1, 'Day 14'], first]);
  expect(ofTeam([one, two], [dropped])).toEqual([first]);
  expect(ofTeam([one, two], [done, late])).toEqual([first]);
});

it('R-284 an action item done within 7 days is a quick follow-through at the next closing', () => {
  const [one, two] = [retro(0), retro(14)];
  const kept = action({ meetingId: one.id });
  const quick = action({ meetingId: one.id, doneAt: on(7) });
  const slow = action({ meetingId: one.id, doneAt: on(8) });
  const within = action({ meetingId: one.id, doneAt: on(-1) });
  expect(ofTeam([one], [quick])).toEqual([first]);
  expect(ofTeam([one, two], [kept, quick])).toEqual([['quick_follow_through', 1, 'Day 14'], first]);
  expect(ofTeam([one, two], [kept, slow, within])).toEqual([first]);
  expect(own([one, two], [kept, quick])[0]).toEqual(['quick_follow_through', 1, 'Day 14']);
  expect(own([one, two], [kept, { ...quick, assigneeId: ada }])).toEqual([first]);
});

it('R-284 doing an action item open in three retros is “came back to it”', () => {
  const retros = [retro(0), retro(14)];
  const old = action({ meetingsSeen: 3, doneAt: on(10) });
  expect(ofTeam(retros, [old])).toEqual([['came_back_to_it', 1, 'Day 14'], first]);
  expect(own(retros, [old])).toEqual([['came_back_to_it', 1, 'Day 14'], first]);
  expect(ofTeam(retros, [{ ...old, meetingsSeen: 2 }])).toEqual([first]);
});

it('R-285 a person’s row is four consecutive retros of a team with them', () => {
  const away = { people: new Set([ada, newId(UserId)]) };
  const elsewhere = retro(40, { teamId: newId(TeamId) });
  const days = [0, 14, 28, 90].map((at) => retro(at));
  expect(own([...days.slice(0, 3), elsewhere, retro(90)])).toEqual([
    ['four_in_a_row', 1, 'Day 90'],
    first,
  ]);
  expect(own([retro(0), retro(14, away), ...days.slice(2)])).toEqual([first]);
  expect(own([retro(0, away), retro(14)])).toEqual([['first_retro', 1, 'Day 14']]);
});

it('R-285 counts each tenth retro that a person led', () => {
  const led = Array.from({ length: 21 }, (_, at) => retro(at * 40, { ownerId: bob }));
  expect(own(led)).toContainEqual(['led_ten_retros', 2, 'Day 760']);
});
