// The kernel over a small board of its own: cards whose text may be secret, marks that only their owner sees, and a
// public count of the marks of each card.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { UserId } from '../ids.ts';
import type { Viewer } from '../notes/author-keys.ts';
import { erase } from '../testing/erase.suite.ts';
import { boardHash } from './board-hash.ts';
import { BoardState } from './board.ts';
import type { Derivation } from './cascade.ts';
import { apply, type Change, isEmpty, partition, view } from './change.ts';
import { BoardRules, defineCommand } from './command.ts';
import { type AuthorContext, isRejected } from './context.ts';
import { type BoardRecord, defineRecordType, viewRecord } from './record.ts';

const users = [1, 2, 3].map((n) => UserId.parse(`0198f2c4-7f00-7000-8000-00000000000${n}`));
const viewers: readonly (Viewer | null)[] = [...users.map((userId) => ({ userId })), null];

const Card = z.object({
  type: z.literal('card'),
  id: z.string(),
  author: UserId,
  text: z.string(),
  isSecret: z.boolean(),
});
type Card = z.infer<typeof Card>;
const cardType = defineRecordType<Card>({
  type: 'card',
  schema: Card,
  hasUserText: true,
  views: (card) =>
    card.isSecret
      ? {
          publicView: { ...card, text: '' },
          privateView: { owner: `user:${card.author}`, record: card },
        }
      : { publicView: card, privateView: null },
});

const Mark = z.object({
  type: z.literal('mark'),
  id: z.string(),
  card: z.string(),
  user: UserId,
});
type Mark = z.infer<typeof Mark>;
const markType = defineRecordType<Mark>({
  type: 'mark',
  schema: Mark,
  views: (mark) => ({
    publicView: null,
    privateView: { owner: `user:${mark.user}`, record: mark },
  }),
});

const Count = z.object({ type: z.literal('count'), id: z.string(), marks: z.number() });
type Count = z.infer<typeof Count>;
const countType = defineRecordType<Count>({ type: 'count', schema: Count, isDerived: true });

const counts: Derivation<Count> = {
  recordType: countType,
  affectedIds: (record) => (record.type === 'mark' ? [Mark.parse(record).card] : []),
  derive: (board, ids) =>
    [...new Set(board.all(markType).map(({ card }) => card))]
      .filter((card) => ids === 'all' || ids.includes(card))
      .map((card) => ({
        type: 'count' as const,
        id: card,
        marks: board.all(markType).filter((mark) => mark.card === card).length,
      })),
  predict: (current, id, { before, after }) => {
    const marks = (current?.marks ?? 0) + (after ? 1 : 0) - (before ? 1 : 0);
    return marks === 0 ? null : { type: 'count', id, marks };
  },
};

const ids = ['a', 'b', 'c', 'd'] as const;
const CardId = z.enum(ids);
const set = defineCommand({
  name: 'card.set',
  input: z.object({ id: CardId, text: z.string(), isSecret: z.boolean() }),
  decide(board, { id, text, isSecret }, { caller }) {
    const card = board.get(cardType, id);
    if (card && card.author !== caller.userId) return { error: 'NOTE_AUTHOR_ONLY' };
    // A record never becomes less visible.
    const stays = isSecret && (card?.isSecret ?? true);
    return {
      put: [{ type: 'card', id, author: caller.userId, text, isSecret: stays }],
      remove: [],
    };
  },
});
const remove = defineCommand({
  name: 'card.remove',
  input: z.object({ id: CardId }),
  decide(board, { id }) {
    const card = board.get(cardType, id);
    return card ? { put: [], remove: [card] } : { error: 'NOT_FOUND' };
  },
});
const mark = defineCommand({
  name: 'card.mark',
  input: z.object({ id: CardId, isMarked: z.boolean() }),
  decide(board, { id, isMarked }, { caller: { userId } }) {
    const own: Mark = { type: 'mark', id: `${id}:${userId}`, card: id, user: userId };
    const before = board.get(markType, own.id);
    if (isMarked === (before !== undefined)) return null;
    return isMarked ? { put: [own], remove: [] } : { put: [], remove: [own] };
  },
});

const rules = new BoardRules([
  {
    recordTypes: [cardType, markType, countType],
    commands: [set, remove, mark],
    cascades: [
      // Marks go with their card.
      (patch, { after }, { isServer }) =>
        isServer
          ? {
              put: [],
              remove: after
                .all(markType)
                .filter(({ card }) =>
                  patch.remove.some(({ type, id }) => type === 'card' && id === card),
                ),
            }
          : null,
    ],
    guards: [
      ({ put }) =>
        put.some((record) => record.type === 'card' && Card.parse(record).text === 'forbidden')
          ? 'BOARD_FULL'
          : null,
    ],
    derivations: [counts],
  },
]);
const { recordTypes } = rules;

const texts = ['one', 'two', 'three', 'forbidden'];
const Steps = fc.array(
  fc.record({
    user: fc.constantFrom(...users),
    command: fc.oneof(
      fc.record({
        name: fc.constant('card.set'),
        input: fc.record({
          id: fc.constantFrom(...ids),
          text: fc.constantFrom(...texts),
          isSecret: fc.boolean(),
        }),
      }),
      fc.record({
        name: fc.constant('card.remove'),
        input: fc.record({ id: fc.constantFrom(...ids) }),
      }),
      fc.record({
        name: fc.constant('card.mark'),
        input: fc.record({ id: fc.constantFrom(...ids), isMarked: fc.boolean() }),
      }),
    ),
  }),
  { minLength: 20, maxLength: 80 },
);

function contextOf(userId: UserId, isServer: boolean): AuthorContext {
  return {
    caller: { userId, isSuperuser: false, role: 'member' },
    actorId: userId,
    author: { author_id: userId },
    now: new Date('2026-03-14T09:00:00.000Z'),
    recordedAt: '2026-03-14T09:00:00.000Z',
    createId: () => 'unused',
    memberCount: users.length,
    isWrittenOn: true,
    isServer,
    versionFloor: 0,
    trash: null,
    facts: {},
  };
}

interface Applied {
  before: BoardState;
  after: BoardState;
  change: Change;
  user: UserId;
}

/** Runs random commands on a full board and checks each accepted change. */
function forEachChange(check: (applied: Applied) => void): void {
  let accepted = 0;
  fc.assert(
    fc.property(Steps, (steps) => {
      let before = BoardState.empty;
      for (const { user, command } of steps) {
        const change = rules.decide(before, command, contextOf(user, true));
        if (change === null || isRejected(change)) continue;
        const after = apply(before, change, before.seq + 1);
        check({ before, after, change, user });
        accepted += 1;
        before = after;
      }
    }),
    { numRuns: 100 },
  );
  // A property over no change at all would hold as well.
  expect(accepted).toBeGreaterThan(1000);
}

const contentOf = (board: BoardState): BoardRecord[] =>
  board.records().toSorted((a, b) => (`${a.type} ${a.id}` < `${b.type} ${b.id}` ? -1 : 1));

describe('the board of each viewer', () => {
  it('is the same whether a change is viewed and then applied, or applied and then viewed', () => {
    forEachChange(({ before, after, change }) => {
      const partitioned = partition(recordTypes, change);
      for (const viewer of viewers) {
        const seen = apply(recordTypes.view(before, viewer), view(partitioned, viewer), after.seq);
        expect(contentOf(seen)).toEqual(contentOf(recordTypes.view(after, viewer)));
      }
    });
  });

  it('contains no hidden text, and none of others’ marks', () => {
    forEachChange(({ before, change, user }) => {
      const partitioned = partition(recordTypes, change);
      for (const viewer of viewers.filter((each) => each?.userId !== user)) {
        const seen = view(partitioned, viewer);
        for (const record of seen.put) {
          if (record.type === 'card' && Card.parse(record).isSecret) {
            const { author, text } = Card.parse(record);
            expect(text === '' || author === viewer?.userId).toBe(true);
          }
          if (record.type === 'mark') expect(Mark.parse(record).user).toBe(viewer?.userId);
        }
        for (const ref of seen.remove) {
          const removed = before.find(ref);
          expect(removed && viewRecord(recordTypes.of(removed), removed, viewer)).toBeTruthy();
        }
        if (change.cause.command === 'card.mark') expect(seen.cause.actorId).toBeNull();
      }
    });
  });
});

describe('a change', () => {
  it('is decided by a client like by the server, except where only the server sees the records', () => {
    forEachChange(({ before, after, change, user }) => {
      const own = recordTypes.view(before, { userId: user });
      const id = change.cause.command === 'card.mark' ? 'card.mark' : 'other';
      if (id !== 'card.mark') return;
      const [record] = [...change.put, ...change.remove].filter(({ type }) => type === 'mark');
      const input = {
        id: record?.id.split(':')[0],
        isMarked: change.put.some((each) => each === record),
      };
      const predicted = rules.decide(own, { name: id, input }, contextOf(user, false));
      if (predicted === null || isRejected(predicted)) throw new Error('The client refuses it.');
      expect(contentOf(apply(own, predicted))).toEqual(
        contentOf(recordTypes.view(after, { userId: user })),
      );
    });
  });

  it('never names a record twice', () => {
    forEachChange(({ change }) => {
      const keys = [...change.put, ...change.remove].map(({ type, id }) => `${type} ${id}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(isEmpty(change)).toBe(false);
    });
  });
});

it('replaying a log without the texts of removed records gives the same board', () => {
  fc.assert(
    fc.property(Steps, (steps) => {
      let board = BoardState.empty;
      let log: Change[] = [];
      for (const { user, command } of steps) {
        const change = rules.decide(board, command, contextOf(user, true));
        if (change === null || isRejected(change)) continue;
        const refs = rules.refsToErase({
          patch: change,
          before: board,
          after: apply(board, change),
        });
        log = [...log.map((entry) => erase(recordTypes, entry, refs)), change];
        board = apply(board, change);
        for (const { id } of refs) {
          expect(
            log.flatMap(({ put }) => put).some((put) => put.type === 'card' && put.id === id),
          ).toBe(false);
        }
      }
      const replayed = log.reduce((state, change) => apply(state, change), BoardState.empty);
      expect(contentOf(replayed)).toEqual(contentOf(board));
    }),
    { numRuns: 100 },
  );
});

it('the hash depends on the records alone, not on their history', () => {
  forEachChange(({ after }) => {
    const anew = BoardState.empty.with(contentOf(after).toReversed(), []);
    expect(boardHash(anew.records())).toBe(boardHash(after.records()));
    expect(anew.count).toBe(after.records().length);
  });
  const [a, b] = ['a', 'b'].map((id) => ({ type: 'count', id }));
  expect(boardHash([a, b].flatMap((each) => each ?? []))).not.toBe(boardHash(a ? [a] : []));
});

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
      expect(contentOf(board)).toEqual(
        contentOf(BoardState.empty.with([...expected.values()], [])),
      );
      expect(board.all(countType)).toHaveLength(expected.size);
      for (const [id, record] of expected) expect(board.get(countType, id)).toBe(record);
    }),
    { numRuns: 50 },
  );
});

describe('a rejected command', () => {
  const author = users[0] ?? UserId.parse('');
  const stranger = users[1] ?? UserId.parse('');
  const input = { id: 'a', text: 'one', isSecret: false };

  it('has the error code of the command, or of the first guard', () => {
    const card = { type: 'card', id: 'a', author, text: '', isSecret: true };
    const board = BoardState.empty.with([card], []);
    const decide = (userId: UserId, text: string) =>
      rules.decide(board, { name: 'card.set', input: { ...input, text } }, contextOf(userId, true));
    expect(decide(stranger, 'one')).toEqual({ error: 'NOTE_AUTHOR_ONLY' });
    expect(decide(author, 'forbidden')).toEqual({ error: 'BOARD_FULL' });
  });

  it('throws for an unknown command or invalid input', () => {
    const decide = (name: string) => () =>
      rules.decide(BoardState.empty, { name, input: {} }, contextOf(author, true));
    expect(decide('card.paint')).toThrow('Unknown command');
    expect(decide('card.set')).toThrow();
  });
});
