import { UserId } from '@wentwell/contract/ids';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { manualClock } from '#test/manual-clock';

import { Presence } from './presence.ts';

function room() {
  const clock = manualClock();
  const calls: string[] = [];
  const presence = new Presence(clock, {
    onJoined: ({ userName }) => calls.push(`${userName} joined`),
    onLeft: ({ userName }) => calls.push(`${userName} left`),
    onChange: (all) => calls.push(`${all.filter(({ isOnline }) => isOnline).length} online`),
    onDelta: () => undefined,
  });
  const participant = (userName: string) => ({
    userId: newId(UserId),
    userName,
    email: `${userName}@x.y`,
  });
  return { clock, calls, presence, participant };
}

describe('presence', () => {
  it('S-42: counts all tabs of a user as one participant', () => {
    const { clock, calls, presence, participant } = room();
    const kim = participant('Kim');
    presence.enter(kim);
    presence.enter(kim);
    clock.advance(250);
    presence.leave(kim.userId);
    clock.advance(60_000);
    expect(calls).toEqual(['Kim joined', '1 online']);
  });

  it('S-42: shows a user as gone 5 s after the last tab closed, unless another opens', () => {
    const { clock, calls, presence, participant } = room();
    const kim = participant('Kim');
    presence.enter(kim);
    presence.leave(kim.userId);
    clock.advance(4999);
    presence.enter(kim);
    presence.leave(kim.userId);
    clock.advance(4999);
    expect(calls).not.toContain('Kim left');
    clock.advance(1);
    expect(calls).toContain('Kim left');
    expect(presence.entries()).toMatchObject([{ userName: 'Kim', isOnline: false }]);
  });

  it('S-41: announces at most four times a second, however many users join', () => {
    const { clock, calls, presence, participant } = room();
    for (let count = 0; count < 50; count += 1) presence.enter(participant(`P${count}`));
    clock.advance(1000);
    expect(calls.filter((line) => line.endsWith('online'))).toEqual(['50 online']);
  });

  it('S-41: sends 100 people or more one list every two seconds at most, always with the last state', () => {
    const { clock, calls, presence, participant } = room();
    for (let count = 0; count < 100; count += 1) {
      presence.enter(participant(`P${count}`));
      clock.advance(100);
    }
    const lists = () => calls.filter((line) => line.endsWith('online'));
    const before = lists().length;
    for (let count = 100; count < 150; count += 1) {
      presence.enter(participant(`P${count}`));
      clock.advance(100);
    }
    expect(lists().length - before).toBeLessThanOrEqual(3);
    clock.advance(2000);
    expect(lists().at(-1)).toBe('150 online');
  });
});
