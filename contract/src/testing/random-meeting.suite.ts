// Random meetings of three people over the product's features, and an in-memory store with an erasing log, receipts and a
// trash.
import fc from 'fast-check';
import { z } from 'zod';

import { BoardState } from '../board/board.ts';
import { apply, type Change, partition, type PartitionedChange } from '../board/change.ts';
import type { Command } from '../board/command.ts';
import { commentType } from '../board/comments.ts';
import { type AuthorContext, type Context, isRejected, type Rejection } from '../board/context.ts';
import { boardRules } from '../board/features.ts';
import { groupType } from '../board/groups.ts';
import { getMeeting, type MeetingRecord } from '../board/meeting.ts';
import { noteType } from '../board/notes.ts';
import {
  type BoardRecord,
  deserialize,
  keyOf,
  type RecordRef,
  type RecordType,
  serialize,
  type StoredRecord,
} from '../board/record.ts';
import { ThanksId } from '../board/thanks.ts';
import { CommentId, GroupId, MeetingId, NoteId, TeamId, type TopicId, UserId } from '../ids.ts';
import { defaultSettings } from '../meetings/meetings.ts';
import { AuthorHash } from '../notes/author-keys.ts';
import { defaultColumns } from '../notes/columns.ts';
import { type Phase, phases } from '../phases.ts';
import { erase } from './erase.suite.ts';

const { recordTypes } = boardRules;

function uuid(kind: number, index: number): string {
  return `0198f2c4-7f0${kind}-7000-8000-${String(index).padStart(12, '0')}`;
}
const meetingId = MeetingId.parse(uuid(0, 0));
const noteIds = Array.from({ length: 12 }, (_, index) => NoteId.parse(uuid(1, index)));
const groupIds = Array.from({ length: 4 }, (_, index) => GroupId.parse(uuid(2, index)));
const thanksIds = Array.from({ length: 4 }, (_, index) => ThanksId.parse(uuid(7, index)));
const commentIds = Array.from({ length: 6 }, (_, index) => CommentId.parse(uuid(3, index)));
const emojis = ['👍', '🎉'];
const startedAt = Date.parse('2026-03-14T09:00:00.000Z');

export interface TestUser {
  userId: UserId;
  authorHash: AuthorHash;
  role: 'admin' | 'member';
}
/** The first one owns the meeting. */
export const users: readonly [TestUser, TestUser, TestUser] = [
  userAt(0, 'admin'),
  userAt(1, 'member'),
  userAt(2, 'member'),
];
function userAt(index: number, role: TestUser['role']): TestUser {
  const userId = UserId.parse(uuid(4, index));
  return { userId, authorHash: AuthorHash.parse(`hash-${index}`), role };
}

const Options = fc.record({ anonymous: fc.boolean(), hide_notes: fc.boolean() });
export type Options = typeof Options extends fc.Arbitrary<infer T> ? T : never;

export function createBoard(options: Options): BoardState {
  const meeting: MeetingRecord = {
    type: 'meeting',
    id: meetingId,
    name: 'Random',
    team_id: TeamId.parse(uuid(5, 0)),
    owner_id: users[0].userId,
    co_lead_ids: [],
    start_time: new Date(startedAt).toISOString(),
    end_time: null,
    phase: 'writing',
    status: 'live',
    settings: { ...defaultSettings, ...options },
    columns: defaultColumns,
    version: 1,
    created_at: new Date(startedAt).toISOString(),
    updated_at: new Date(startedAt).toISOString(),
    phase_started_at: new Date(startedAt).toISOString(),
    phase_minutes: null,
  };
  return BoardState.empty.with([meeting], []);
}

const members = new Map(users.map(({ userId }) => [userId, { isActive: true }]));
let lastId = 0;
/** A client does not know its author key's hash, and must not rely on records that it cannot see. */
export function createContext(
  board: BoardState,
  user: TestUser,
  { isServer, trash = null }: Pick<Context, 'isServer'> & Partial<Pick<Context, 'trash'>>,
): AuthorContext {
  const { anonymous } = getMeeting(board).settings;
  const { userId, authorHash, role } = user;
  const now = new Date(startedAt + (board.seq + 1) * 1000);
  const unnamed = isServer ? { author_hash: authorHash } : { mine: true };
  return {
    caller: { userId, isSuperuser: false, role, ...(isServer && anonymous && { authorHash }) },
    actorId: anonymous ? null : userId,
    author: anonymous ? { author_id: null, ...unnamed } : { author_id: userId },
    now,
    recordedAt: now.toISOString(),
    createId: () => uuid(6, (lastId += 1)),
    memberCount: users.length,
    isWrittenOn: true,
    isServer,
    versionFloor: 0,
    facts: { lookBack: [], members },
    trash,
  };
}

/** The user as a viewer of boards; the hash is that of the meeting's author key. */
export function viewerOf(board: BoardState, { userId, authorHash }: TestUser) {
  return { userId, ...(getMeeting(board).settings.anonymous && { authorHash }) };
}

/** One random action. Numbers select from the board, so that a shrunk case stays meaningful. */
const Step = fc.record({
  user: fc.nat(2),
  action: fc.nat(999),
  a: fc.nat(5),
  b: fc.nat(5),
  c: fc.nat(3),
  /** How many frames each client reads after the step. */
  reads: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
  /** The client repeats the request. */
  isRetried: fc.boolean(),
});
export type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

/** Calls `check` with this many random meetings. */
export function inRandomMeetings(
  check: (options: Options, steps: readonly Step[]) => void,
  numRuns: number,
): void {
  const steps = fc.array(Step, { minLength: 5, maxLength: 80 });
  fc.assert(fc.property(Options, steps, check), { numRuns });
}

function pick<T>(list: readonly [T, ...T[]] | readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('There is nothing to pick from.');
  return found;
}

let lastText = 0;
/** No text contains another. */
function newText(): string {
  return `text-${(lastText += 1)}.`;
}

function idsOf<R extends BoardRecord>(board: BoardState, recordType: RecordType<R>): R['id'][] {
  return board
    .all(recordType)
    .map(({ id }) => id)
    .toSorted();
}

function everyCommand({ a, b, c }: Step, board: BoardState, deleted: readonly string[]) {
  const notes = [...idsOf(board, noteType), pick(noteIds, a)];
  const groups = [...idsOf(board, groupType), pick(groupIds, c)];
  const note = pick(notes, a);
  const [group, comment] = [
    pick(groups, c),
    pick([...board.all(commentType).toSorted((x, y) => (x.id < y.id ? -1 : 1)), null], b),
  ];
  const topicId: string = pick(
    [...idsOf(board, noteType), ...idsOf(board, groupType), note],
    a * 3 + c,
  );
  const commented = comment && board.get(noteType, comment.note_id);
  const ofComment = {
    id: comment?.id ?? pick(commentIds, b),
    topic_id: (commented?.group_id ?? comment?.note_id ?? topicId) as TopicId,
  };
  const content = newText();
  const column = pick(defaultColumns, c).id;
  const others = [...notes, ...noteIds].filter((id) => id !== note);
  const pair = [note, pick(others, a + b)];
  return {
    addNote: {
      name: 'note.add',
      input: { id: pick(noteIds, a + 6 * (b % 2)), content, note_type: column },
    },
    editNote: { name: 'note.update', input: { id: note, content } },
    moveNote: { name: 'note.update', input: { id: note, note_type: column } },
    removeNote: { name: 'note.remove', input: { id: note } },
    restoreNote: { name: 'note.restore', input: { id: pick([...deleted, note], a) } },
    createGroup: { name: 'group.create', input: { id: pick(groupIds, c), note_ids: pair } },
    joinGroup: {
      name: 'group.update',
      input: { id: group, add: [note], ...(b > 3 && { title: `title ${c}` }) },
    },
    leaveGroup: { name: 'group.update', input: { id: group, remove: [note] } },
    dissolveGroup: { name: 'group.dissolve', input: { id: group } },
    setVotes: { name: 'vote.set', input: { topic_id: topicId, count: b % 4 } },
    finishVoting: { name: 'voted.set', input: { finished: a < 4 } },
    setReady: { name: 'ready.set', input: { ready: a < 4 } },
    setHand: { name: 'hand.set', input: { raised: a < 4 } },
    setHandOfOther: { name: 'hand.set', input: { raised: c > 2, user_id: pick(users, b).userId } },
    lowerHands: { name: 'hand.lowerAll', input: {} },
    giveThanks: {
      name: 'thanks.give',
      input: { id: pick(thanksIds, b), to_user_id: pick(users, c).userId, text: content },
    },
    takeThanksBack: { name: 'thanks.takeBack', input: { id: pick(thanksIds, c) } },
    setReaction: {
      name: 'reaction.set',
      input: { note_id: note, emoji: pick(emojis, b), reacts: c < 3 },
    },
    addComment: {
      name: 'comment.add',
      input: { id: pick(commentIds, b), topic_id: topicId, content },
    },
    editComment: { name: 'comment.update', input: { ...ofComment, content } },
    removeComment: { name: 'comment.remove', input: ofComment },
    restoreComment: {
      name: 'comment.restore',
      input: { id: pick([...deleted, ofComment.id], a), topic_id: ofComment.topic_id },
    },
    enterPhase: { name: 'phase.enter', input: { phase: pick(phases, a + b) } },
    setTimer: { name: 'timer.set', input: { timer: { action: 'start', seconds: 60 + a } } },
    discuss: { name: 'discussion.update', input: { current: topicId } },
    ask: { name: 'note.ask', input: { id: note } },
    sign: { name: 'note.sign', input: { id: note } },
    answer: {
      name: 'comment.answer',
      input: { id: pick(commentIds, b), topic_id: note, content },
    },
    extend: { name: 'discussion.extend', input: { more: c > 1 } },
  } satisfies Record<string, Command>;
}

/** Favours commands that the phase allows, on existing records. */
export function createCommand(
  step: Step,
  board: BoardState,
  deleted: readonly string[] = [],
): Command {
  const all = everyCommand(step, board, deleted);
  const { addComment, editComment, removeComment, restoreComment, setReaction } = all;
  const { addNote, editNote, moveNote, removeNote, restoreNote, setReady, setVotes } = all;
  const { createGroup, joinGroup, leaveGroup, dissolveGroup } = all;
  // Repeated entries are more frequent.
  const answering = [
    all.setHand,
    all.setHandOfOther,
    all.lowerHands,
    addComment,
    addComment,
    editComment,
    removeComment,
    restoreComment,
    setReaction,
    setReaction,
    all.ask,
    all.answer,
    all.sign,
  ];
  const editing = [editNote, moveNote, removeNote, restoreNote, restoreNote];
  const grouping = [createGroup, createGroup, joinGroup, joinGroup, leaveGroup, dissolveGroup];
  const byPhase: Partial<Record<Phase, Command[]>> = {
    writing: [addNote, addNote, addNote, ...editing, setReady],
    revealing: [...editing, ...answering, setReady],
    grouping: [...grouping, ...editing, ...answering, addNote],
    voting: [setVotes, setVotes, setVotes, setVotes, setVotes, all.finishVoting, ...answering],
    discussing: [...grouping, ...editing, ...answering, all.discuss, all.extend],
    closing_ready: [...answering, all.giveThanks, all.giveThanks, all.takeThanksBack],
  };
  const { action } = step;
  const favored = byPhase[getMeeting(board).phase] ?? Object.values(all);
  return action % 8 === 0 ? pick(Object.values(all), action >> 3) : pick(favored, action);
}

/** Records removed by one command. */
interface Removed {
  /** The record named by the command. */
  root: RecordRef;
  deletedBy: string;
  records: readonly BoardRecord[];
}

interface Entry {
  seq: number;
  cause: Change['cause'];
  put: StoredRecord[];
  remove: Change['remove'];
}

/** The change is null if the command changed nothing or was a retry. */
export type Executed =
  | Rejection
  | { seq: number; change: Change | null; partitioned: PartitionedChange | null };

export class MemoryStore {
  board: BoardState;
  log: Entry[] = [];
  readonly trash: Removed[] = [];
  readonly #receipts = new Map<string, number>();

  constructor(board: BoardState) {
    this.board = board;
  }

  /** The record that the command restores. */
  findInTrash({ name, input }: Command): Removed | undefined {
    const { id } = z.object({ id: z.string().optional() }).parse(input);
    return this.trash.find(({ root }) => name === `${root.type}.restore` && root.id === id);
  }

  execute(key: string, command: Command, user: TestUser): Executed {
    const before = this.board;
    const known = this.#receipts.get(key);
    if (known !== undefined) return { seq: known, change: null, partitioned: null };
    const found = this.findInTrash(command);
    const { authorHash = user.userId } = viewerOf(before, user);
    const trash = found
      ? { isDeletedByCaller: found.deletedBy === authorHash, records: found.records }
      : null;
    const context = createContext(before, user, { isServer: true, trash });
    const change = boardRules.decide(before, command, context);
    if (isRejected(change)) return change;
    const seq = before.seq + (change ? 1 : 0);
    this.#receipts.set(key, seq);
    if (!change) return { seq, change: null, partitioned: null };
    this.#fillTrash(change, before, authorHash);
    this.board = apply(before, change, seq);
    this.#append(change, before, seq);
    return { seq, change, partitioned: partition(recordTypes, change) };
  }

  read({ cause, put, remove }: Entry): Change {
    const records = put.flatMap((each) => deserialize(recordTypes.of(each), each) ?? []);
    return { cause, put: records, remove };
  }

  #append(change: Change, before: BoardState, seq: number): void {
    const changed = { patch: change, before, after: this.board };
    const refs = boardRules.refsToErase(changed);
    const earlier = this.log.map((entry) =>
      write(entry.seq, erase(recordTypes, this.read(entry), refs)),
    );
    this.log = [...(refs.length === 0 ? this.log : earlier), write(seq, change)];
  }

  #fillTrash({ put, remove }: Change, before: BoardState, deletedBy: string): void {
    for (const record of put) {
      const index = this.trash.findIndex(({ root }) => keyOf(root) === keyOf(record));
      if (index >= 0) this.trash.splice(index, 1);
    }
    const kept = remove.filter(({ type }) => ['note', 'comment', 'action'].includes(type));
    const records = kept.flatMap((each) => before.find(each) ?? []);
    const [root] = kept;
    if (root) this.trash.push({ root, deletedBy, records });
  }
}

function write(seq: number, { cause, put, remove }: Change): Entry {
  return { seq, cause, put: put.map(serialize), remove };
}

/** A board with two notes of each user. */
export function createStore(options: Options): MemoryStore {
  const store = new MemoryStore(createBoard(options));
  for (const [index, user] of [...users, ...users].entries()) {
    const column = pick(defaultColumns, index % 2).id;
    const input = { id: pick(noteIds, index), content: newText(), note_type: column };
    store.execute(`seed${index}`, { name: 'note.add', input }, user);
  }
  return store;
}

const way: readonly Phase[] = ['writing', 'revealing', 'grouping', 'voting', 'discussing'];

/** The phase of a step. */
function phaseOf(index: number, count: number): Phase {
  return pick(way, Math.floor((Math.max(0, index) * way.length) / count));
}

/** The owner's command before a step, which leads through all phases in order. */
export function leadBefore(index: number, count: number): Command | null {
  const phase = phaseOf(index, count);
  if (phase === phaseOf(index - 1, count)) return null;
  return { name: 'phase.enter', input: { phase } };
}

/** The commands of a meeting through all phases, each made for the present board. */
export function* commandsOf(
  store: MemoryStore,
  steps: readonly Step[],
): Generator<{ command: Command; user: TestUser }> {
  for (const [index, step] of steps.entries()) {
    const lead = leadBefore(index, steps.length);
    if (lead) {
      yield { command: lead, user: users[0] };
      const input = { user_id: pick(users, step.a).userId, is_co_lead: step.b > 1 };
      yield { command: { name: 'meeting.nameCoLead', input }, user: users[0] };
    }
    const deleted = store.trash.map(({ root }) => root.id);
    const command = createCommand(step, store.board, deleted);
    const isLed = /^(phase|timer|discussion\.update)/.test(command.name);
    yield { command, user: isLed ? users[0] : pick(users, step.user) };
  }
}

/** Sorted by key. */
export function contentOf(board: BoardState): BoardRecord[] {
  return board.records().toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
