// A board's records, and what its rules do not decide. `properties.test.ts` has the properties of changes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { createBoard, createContext, users } from '../testing/random-meeting.suite.ts';
import { BoardState } from './board.ts';
import { boardRules } from './features.ts';
import { defineRecordType } from './record.ts';

const Count = z.object({ type: z.literal('count'), id: z.string(), marks: z.number() });
type Count = z.infer<typeof Count>;
const countType = defineRecordType(Count);

it('a board of many records has the latest values after any number of changes', () => {
  const Puts = fc.array(fc.tuple(fc.nat(60), fc.boolean(), fc.nat(5)), {
    minLength: 100,
    maxLength: 300,
  });
  fc.assert(
    fc.property(Puts, (puts) => {
      const expected = new Map<string, Count>();
      let board = BoardState.empty;
      for (const [n, isPut, marks] of puts) {
        const record: Count = { type: 'count', id: String(n), marks };
        if (isPut) expected.set(record.id, record);
        else expected.delete(record.id);
        board = isPut ? board.with([record], []) : board.with([], [record]);
      }
      expect(board.count).toBe(expected.size);
      expect(board.all(countType)).toHaveLength(expected.size);
      for (const [id, record] of expected) expect(board.get(countType, id)).toBe(record);
    }),
    { numRuns: 50 },
  );
});

it('an unknown command and invalid input throw', () => {
  const board = createBoard({ anonymous: false, hide_notes: false });
  const context = createContext(board, users[0], { isServer: true });
  const decide = (name: string) => () => boardRules.decide(board, { name, input: {} }, context);
  expect(decide('note.paint')).toThrow('Unknown command');
  expect(decide('note.remove')).toThrow();
});
