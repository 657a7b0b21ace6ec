import { expect, it } from 'vitest';
import { z } from 'zod';

import { defineRecordType, deserialize, serialize } from './record.ts';

it('validates a stored record, except one of a newer release', () => {
  const schema = z.object({ type: z.literal('lamp'), id: z.string(), level: z.number() });
  const lampType = defineRecordType(schema);
  const lamp = { type: 'lamp' as const, id: 'a', level: 100 };
  const stored = serialize(lamp);
  expect(deserialize(lampType, stored)).toEqual(lamp);
  expect(deserialize(lampType, { ...stored, shape: 2 })).toBeNull();
  expect(deserialize(lampType, { ...stored, body: { level: 'high' } })).toBeNull();
});
