import { UserId } from '@wentwell/contract/ids';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { manualClock } from '#test/manual-clock';

import { presenceOf } from './presence.ts';

function room() {
  const clock = manualClock();
  const news: string[] = [];
  const presence = presenceOf(
    clock,
    { linger: 5000, throttle: 250 },
    {
      joined: ({ userName }) => news.push(`${userName} joined`),
      left: ({ userName }) => news.push(`${userName} left`),
      changed: (all) => news.push(`${all.filter(({ isOnline }) => isOnline).length} online`),
    },
  );
  const person = (userName: string) => ({
    userId: newId(UserId),
    userName,
    email: `${userName}@x.y`,
  });
  return { clock, news, presence, person };
}

describe('presence', () => {
  it('S-42: counts many tabs as one person', () => {
    const { clock, news, presence, person } = room();
    const kim = person('Kim');
    presence.enter(kim);
    presence.enter(kim);
    clock.advance(250);
    presence.leave(kim.userId);
    clock.advance(60_000);
    expect(news).toEqual(['Kim joined', '1 online']);
  });

  it('S-42: lets a person go 5 s after their last tab, and not when they are back before', () => {
    const { clock, news, presence, person } = room();
    const kim = person('Kim');
    presence.enter(kim);
    presence.leave(kim.userId);
    clock.advance(4999);
    presence.enter(kim);
    presence.leave(kim.userId);
    clock.advance(4999);
    expect(news).not.toContain('Kim left');
    clock.advance(1);
    expect(news).toContain('Kim left');
    expect(presence.everybody()).toMatchObject([{ userName: 'Kim', isOnline: false }]);
  });

  it('S-41: announces at most four times a second, however many come', () => {
    const { clock, news, presence, person } = room();
    for (let count = 0; count < 50; count += 1) presence.enter(person(`P${count}`));
    clock.advance(1000);
    expect(news.filter((line) => line.endsWith('online'))).toEqual(['50 online']);
  });
});
