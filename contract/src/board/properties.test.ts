// Properties of every random meeting over the product's features. RUNS sets how many meetings.
import { describe, expect, it, vi } from 'vitest';

import { isAuthor, type Viewer } from '../notes/author-keys.ts';
import {
  commandsOf,
  contentOf,
  createBoard,
  createContext,
  createStore,
  inRandomMeetings,
  type MemoryStore,
  type Options,
  type Step,
  type TestUser,
  users,
  viewerOf,
} from '../testing/random-meeting.suite.ts';
import { boardHash } from './board-hash.ts';
import { BoardState } from './board.ts';
import { canonicalJson } from './canonical-json.ts';
import { apply, type Change, type PartitionedChange, view } from './change.ts';
import { commentType } from './comments.ts';
import { isRejected } from './context.ts';
import { boardRules } from './features.ts';
import { groupType } from './groups.ts';
import { getMeeting } from './meeting.ts';
import { noteType } from './notes.ts';
import { presentBoard } from './page.ts';
import { type BoardRecord, isOwner, keyOf, viewRecord } from './record.ts';
import { countVotes, tallyType } from './votes.ts';

vi.setConfig({ testTimeout: 600_000 });
const { recordTypes } = boardRules;
const runs = Number(process.env['RUNS'] ?? 40);

/** Texts and choices of people. */
const content = 'note group vote comment reaction action thanks question'.split(' ');
/** The commands that may remove a record. */
const removers: Readonly<Record<string, readonly string[]>> = {
  note: ['note.remove'],
  group: ['group.create', 'group.update', 'group.dissolve', 'note.remove', 'note.update'],
  vote: ['vote.set', 'note.remove'],
  comment: ['comment.remove', 'note.remove'],
  reaction: ['reaction.set', 'note.remove'],
  thanks: ['thanks.takeBack'],
};

interface Applied {
  before: BoardState;
  after: BoardState;
  change: Change;
  partitioned: PartitionedChange;
  user: TestUser;
  viewers: readonly (Viewer | null)[];
}

function runMeeting(
  options: Options,
  steps: readonly Step[],
  check: (applied: Applied) => void,
): MemoryStore {
  const store = createStore(options);
  const viewers = [...users.map((user) => viewerOf(store.board, user)), null];
  let index = 0;
  for (const { command, user } of commandsOf(store, steps)) {
    const before = store.board;
    const result = store.execute(`k${(index += 1)}`, command, user);
    if (isRejected(result) || !result.change || !result.partitioned) continue;
    const { change, partitioned } = result;
    check({ before, after: store.board, change, partitioned, user, viewers });
  }
  return store;
}

/** Calls `check` after each change of random meetings, and `end` with each store. */
function inEachMeeting(
  check: (applied: Applied, options: Options) => void,
  end: (store: MemoryStore, options: Options) => void = () => undefined,
): void {
  const accepted = new Map<string, number>();
  inRandomMeetings((options, steps) => {
    const store = runMeeting(options, steps, (applied) => {
      const name = applied.change.cause.command ?? '';
      accepted.set(name, (accepted.get(name) ?? 0) + 1);
      check(applied, options);
    });
    end(store, options);
  }, runs);
  // A property over commands that are all refused would hold as well.
  expect(accepted.size).toBeGreaterThan(10);
}

describe('a change', () => {
  it('commutes with view: applying the viewed change to the viewed board gives the view of the changed board', () => {
    inEachMeeting(({ before, after, partitioned, viewers }) => {
      for (const viewer of viewers) {
        const seenBefore = recordTypes.view(before, viewer);
        const expected = contentOf(recordTypes.view(after, viewer));
        expect(contentOf(apply(seenBefore, view(partitioned, viewer)))).toEqual(expected);
        // A frame is the public patch, and a private one beside it.
        const own = [...partitioned.privatePatches].filter(([owner]) => isOwner(viewer, owner));
        const inTwoSteps = own.reduce(
          (board, [, patch]) => apply(board, patch),
          apply(seenBefore, partitioned.publicPatch),
        );
        expect(contentOf(inTwoSteps)).toEqual(expected);
      }
    });
  });

  it('reveals no hidden text, no vote of another user and no anonymous author', () => {
    inEachMeeting(({ before, after, partitioned, change, user, viewers }, { anonymous }) => {
      for (const viewer of viewers) {
        const seen = view(partitioned, viewer);
        const texts = [seen, contentOf(recordTypes.view(after, viewer))].map((each) =>
          JSON.stringify(each),
        );
        const hidden = [...before.all(noteType), ...after.all(noteType)].filter(
          (note) =>
            note.hidden &&
            !isAuthor(note, viewer) &&
            after.get(noteType, note.id)?.hidden !== false,
        );
        for (const text of texts) {
          expect(text).not.toContain('hash-');
          for (const { content } of hidden) expect(text).not.toContain(content);
        }
        for (const each of [...seen.put, ...seen.remove]) {
          if (each.type === 'vote') expect(each.id).toMatch(new RegExp(`:${viewer?.userId}$`));
          if (anonymous && ['note', 'comment', 'reaction', 'question'].includes(each.type)) {
            const named = users.filter(({ userId }) => JSON.stringify(each).includes(userId));
            // Only the user who signed the note may be named.
            const signer = after.get(noteType, each.id)?.author_id;
            expect(named.filter(({ userId }) => userId !== signer)).toEqual([]);
          }
          if (each.type === 'question') {
            const note = before.get(noteType, each.id) ?? after.get(noteType, each.id);
            expect(note && isAuthor(note, viewer)).toBe(true);
          }
        }
        const known = new Set(recordTypes.view(before, viewer).records().map(keyOf));
        for (const each of seen.remove) expect(known).toContain(keyOf(each));
        const isOfOther = change.cause.command === 'vote.set' && viewer?.userId !== user.userId;
        if (!isOfOther || after.all(tallyType).length + before.all(tallyType).length > 0) continue;
        const cause = { command: null, actorId: null, changedAt: null };
        expect(seen).toEqual({ cause, put: [], remove: [] });
      }
      const { status, phase } = getMeeting(after);
      const isShown = ['discussing', 'closing_ready'].includes(phase) || status !== 'live';
      if (!isShown) expect(after.all(tallyType)).toEqual([]);
    });
  });

  it('never hides a visible record, and names each record once', () => {
    inEachMeeting(({ before, change }) => {
      for (const record of change.put) {
        const previous = before.find(record);
        const { views } = recordTypes.of(record);
        if (previous && views(previous).publicView) expect(views(record).publicView).not.toBeNull();
      }
      const keys = [...change.put, ...change.remove].map(keyOf);
      expect(new Set(keys).size).toBe(keys.length);
    });
  });

  it('R-12: of a phase removes no content and changes none, but reveals notes', () => {
    inEachMeeting(({ before, change: { cause, put, remove } }) => {
      if (!cause.command?.startsWith('phase.')) return;
      expect(remove.filter(({ type }) => content.includes(type))).toEqual([]);
      const revealed = { hidden: false, position: 0, version: 0, updated_at: '' };
      const masked = (record: BoardRecord | undefined) => ({ ...record, ...revealed });
      for (const record of put) {
        if (content.includes(record.type))
          expect(masked(record)).toEqual(masked(before.find(record)));
      }
    });
  });

  it('removes only what it names: R-92 groups of one beside it, R-134 what hangs on a note', () => {
    inEachMeeting(({ after, change: { cause, remove } }) => {
      for (const each of remove) {
        expect(removers[each.type]?.includes(cause.command ?? '') ?? true, each.type).toBe(true);
      }
      for (const { note_id } of after.all(commentType)) {
        expect(after.get(noteType, note_id)).toBeDefined();
      }
    });
  });

  it('preserves the invariants of all features', () => {
    inEachMeeting(({ before, after }) => {
      for (const { id } of after.all(groupType)) {
        const members = after.all(noteType).filter(({ group_id }) => group_id === id);
        expect(members.length).toBeGreaterThanOrEqual(2);
      }
      // A signed note stays signed, and names of notes stay.
      for (const { id, author_id } of before.all(noteType)) {
        const note = after.get(noteType, id);
        if (author_id !== null && note) expect(note.author_id).toBe(author_id);
      }
      for (const { group_id } of after.all(noteType)) {
        if (group_id) expect(after.get(groupType, group_id)).toBeDefined();
      }
      // Incremental derivation must equal a full derivation.
      for (const { recordType, derive } of boardRules.derivations) {
        const anew = BoardState.empty.with(derive(after, 'all'), []);
        const present = BoardState.empty.with(after.all(recordType), []);
        expect(contentOf(present)).toEqual(contentOf(anew));
      }
      // The hash depends on the records alone, not on their history.
      const rebuilt = BoardState.empty.with(contentOf(after).toReversed(), []);
      expect(boardHash(rebuilt.records())).toBe(boardHash(after.records()));
      for (const own of countVotes(after).values()) {
        for (const count of Object.values(own)) expect(count).toBeGreaterThan(0);
      }
    });
  });
});

describe('the log', () => {
  it('replays to the board, and contains no deleted text', () => {
    inEachMeeting(
      () => undefined,
      (store, options) => {
        const replayed = store.log.reduce(
          (board, entry) => apply(board, store.read(entry), entry.seq),
          createBoard(options),
        );
        const json = (board: BoardState) => JSON.stringify(contentOf(board).map(canonicalJson));
        expect(json(replayed)).toBe(json(store.board));
        const [log, board] = [JSON.stringify(store.log), json(store.board)];
        const deleted = store.trash.flatMap(({ records }) => records);
        const texts = JSON.stringify(deleted).match(/text-\d+\./g) ?? [];
        for (const text of texts) if (!board.includes(text)) expect(log).not.toContain(text);
        const gone = new Set(deleted.filter((each) => !store.board.find(each)).map(keyOf));
        const kept = store.log
          .flatMap((entry) => store.read(entry).put)
          .filter((each) => recordTypes.of(each).hasUserText)
          .map(keyOf);
        for (const key of kept) expect(gone).not.toContain(key);
      },
    );
  });

  it('contains neither the hash of a signed note nor that of a question about it', () => {
    let signed = 0;
    inEachMeeting(
      () => undefined,
      (store, { anonymous }) => {
        if (!anonymous) return;
        // Random commands rarely ask about a note that its author then signs.
        const [id = null] = store.board.all(noteType).map((note) => note.id);
        for (const name of ['note.ask', 'note.sign']) {
          for (const user of users) {
            store.execute(`${name} of ${user.userId}`, { name, input: { id } }, user);
          }
        }
        const named = store.board.all(noteType).filter(({ author_id }) => author_id !== null);
        signed += named.length;
        const ids = new Set<string>(named.map(({ id }) => id));
        const kept = [store.log.map(({ put }) => put), store.board.records(), store.trash];
        const records = kept.flat(2).map((each) => JSON.stringify(each));
        const about = records.filter((text) =>
          [...ids].some((id) => text.includes(`"id":"${id}"`)),
        );
        expect(about.length).toBeGreaterThanOrEqual(named.length);
        expect(about.filter((text) => text.includes('hash-'))).toEqual([]);
        const removals = store.log.flatMap(({ remove }) => remove);
        const owned = removals.filter(({ id, owner }) => ids.has(id) && owner !== undefined);
        expect(owned).toEqual([]);
        // An answer is by the author of its note, and has no hash beside it.
        for (const comment of store.board.all(commentType)) {
          if (comment.from_author) expect(JSON.stringify(comment)).not.toContain('hash-');
        }
      },
    );
    expect(signed).toBeGreaterThan(0);
  });

  it('updates a reconnecting client to its view of the board', () => {
    inEachMeeting(
      () => undefined,
      (store, options) => {
        for (const viewer of [...users.map((user) => viewerOf(store.board, user)), null]) {
          const seen = store.log.reduce(
            (board, entry) => {
              const { put, remove } = store.read(entry);
              const visible = put.flatMap(
                (record) => viewRecord(recordTypes.of(record), record, viewer) ?? [],
              );
              const told = remove
                .filter(({ owner }) => owner === undefined || isOwner(viewer, owner))
                .map(({ type, id, ownId = id }) => ({ type, id: ownId }));
              return board.with(visible, told, entry.seq);
            },
            recordTypes.view(createBoard(options), viewer),
          );
          expect(contentOf(seen)).toEqual(contentOf(recordTypes.view(store.board, viewer)));
        }
      },
    );
  });
});

/** They depend on what a client does not have. */
const seenByServerAlone = new Set(['REACTED_BY_ALL', 'BOARD_COMMENTS_FULL']);

it('a client decides like the server, except for effects of private records', () => {
  let [compared, equal] = [0, 0];
  inRandomMeetings((options, steps) => {
    const store = createStore(options);
    let index = 0;
    for (const { command, user } of commandsOf(store, steps)) {
      index += 1;
      const viewer = viewerOf(store.board, user);
      const own = recordTypes.view(store.board, viewer);
      const entry = store.findInTrash(command);
      const isDeletedByCaller = entry?.deletedBy === (viewer.authorHash ?? user.userId);
      // A client remembers its view of what the user has deleted.
      const records = (entry?.records ?? []).flatMap(
        (each) => viewRecord(recordTypes.of(each), each, viewer) ?? [],
      );
      const trash = isDeletedByCaller ? { isDeletedByCaller, records } : null;
      const context = createContext(store.board, user, { isServer: false, trash });
      const predicted = boardRules.decide(own, command, context);
      const result = store.execute(`k${index}`, command, user);
      compared += 1;
      // A client does not know the trash of others.
      if (entry && !isDeletedByCaller) continue;
      if (isRejected(result)) {
        if (!seenByServerAlone.has(result.error)) {
          expect({ command, decision: predicted }).toEqual({ command, decision: result });
        }
        continue;
      }
      expect(isRejected(predicted) ? { command, predicted } : null).toBeNull();
      if (isRejected(predicted)) continue;
      const isReveal = store.board
        .all(noteType)
        .some((note) => !note.hidden && own.get(noteType, note.id)?.hidden);
      // Ids are random; what is derived, and the discussion that votes order, come with the answer.
      const late = ['tally', 'discussion', ...(isReveal ? ['note'] : [])];
      const comparable = (board: BoardState) =>
        contentOf(board)
          .filter(({ type }) => !late.includes(type))
          .filter(({ type }) => type !== 'reaction_count' || !command.name.startsWith('note.'))
          // A client gives no versions.
          .map((each) => ({ ...each, ...(each.type === 'reaction' && { id: '' }), version: 0 }));
      const now = predicted ? apply(own, predicted) : own;
      expect(comparable(now)).toEqual(comparable(recordTypes.view(store.board, viewer)));
      equal += 1;
    }
  }, runs);
  expect(equal / compared).toBeGreaterThan(0.2);
});

it('the inverse command undoes a command', () => {
  const undone = new Map<string, number>();
  inRandomMeetings((options, steps) => {
    const store = createStore(options);
    let index = 0;
    for (const { command, user } of commandsOf(store, steps)) {
      index += 1;
      const before = store.board;
      const viewer = viewerOf(before, user);
      const result = store.execute(`k${index}`, command, user);
      if (isRejected(result) || !result.change) continue;
      const inverse = boardRules.inverse(command, recordTypes.view(before, viewer), viewer);
      if (!inverse || index % 2 === 0) continue;
      if (isRejected(store.execute(`u${index}`, inverse, user))) continue;
      undone.set(command.name, (undone.get(command.name) ?? 0) + 1);
      if (command.name === 'note.remove') continue;
      // Versions, times and places go on; a note that moves leaves its group.
      const isGrouping = command.name.startsWith('group.');
      const types = ['note', 'vote', 'comment', ...(isGrouping ? ['group'] : [])];
      const past = { version: 0, updated_at: '', position: 0, edited: false };
      const comparable = (board: BoardState) =>
        contentOf(board)
          .filter(({ type }) => types.includes(type))
          .map((each) => ({ ...each, ...past, ...(!isGrouping && { group_id: null }) }))
          // A suggested title depends on the one before.
          .map((each) =>
            'title_is_custom' in each && !each.title_is_custom ? { ...each, title: '' } : each,
          );
      expect(comparable(store.board)).toEqual(comparable(before));
    }
  }, runs);
  expect(undone.size).toBeGreaterThanOrEqual(6);
});

it('presents every view of a random board in the form of the API', () => {
  inEachMeeting(({ after, viewers }) => {
    for (const viewer of viewers) {
      const seen = presentBoard(recordTypes.view(after, viewer), viewer?.userId ?? null);
      expect(seen.notes).toHaveLength(after.all(noteType).length);
    }
  });
});
