import { expect, it } from 'vitest';
import { z } from 'zod';

import { defineRecordType, deserialize, serialize } from './record.ts';

it('a stored record is read by the release before and by this one', () => {
  const Old = z.object({ type: z.literal('lamp'), id: z.string(), on: z.boolean() });
  const New = z.object({ type: z.literal('lamp'), id: z.string(), level: z.number() });
  const before = defineRecordType({ type: 'lamp', schema: Old });
  const now = defineRecordType({
    type: 'lamp',
    schema: New,
    migrations: [
      {
        name: 'levels',
        up: ({ on, ...rest }) => ({ ...rest, level: on === true ? 100 : 0 }),
        down: ({ level, ...rest }) => ({ ...rest, on: level !== 0 }),
      },
    ],
  });
  const lamp = { type: 'lamp' as const, id: 'a', level: 100 };
  const forBefore = serialize(now, lamp, 1);
  expect(deserialize(before, forBefore)).toEqual({ type: 'lamp', id: 'a', on: true });
  expect(deserialize(now, forBefore)).toEqual(lamp);
  expect(deserialize(now, serialize(now, lamp))).toEqual(lamp);
  expect(deserialize(before, serialize(now, lamp))).toBeNull();
});
