import type { Viewer } from '@wentwell/contract/author-keys';
// Until pages follow records: they say the same of a change as of its events.
import {
  activityOf,
  actorSeenBy,
  announcementOf,
  type BoardEvent,
  mayChangeStatus as eventMayChangeStatus,
  noteEditedBy,
  touchedNotes as touchedByEvent,
  viewOf,
} from '@wentwell/contract/board-features';
import { actionType } from '@wentwell/contract/board/actions';
import type { BoardState } from '@wentwell/contract/board/board';
import { apply, type Change, partition, view } from '@wentwell/contract/board/change';
import type { Command } from '@wentwell/contract/board/command';
import { type Context, isRejected } from '@wentwell/contract/board/context';
import { boardRules } from '@wentwell/contract/board/features';
import { groupType } from '@wentwell/contract/board/groups';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import { fieldsOf } from '@wentwell/contract/board/record';
import { defaultColumns } from '@wentwell/contract/columns';
import { ActionId, MeetingId, NoteId, type UserId } from '@wentwell/contract/ids';
import { makeAction } from '@wentwell/contract/testing/actions';
import {
  commandsOf,
  createContext,
  createStore,
  inRandomMeetings,
  type TestUser,
  users,
  viewerOf,
} from '@wentwell/contract/testing/random-meeting.suite';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';

import { eventsOf } from '../server/src/board/events-of-change.ts';
import { activitiesOf, announcementsOf } from '../web/src/board/change-words.ts';
import {
  mayChangeStatus,
  notesNoLongerEdited,
  placedNotes,
  type ShownChange,
  touchedNotes,
} from '../web/src/board/shown-change.ts';

vi.setConfig({ testTimeout: 600_000 });
const { recordTypes } = boardRules;
const runs = Number(process.env['RUNS'] ?? 40);

interface Applied {
  command: Command;
  change: Change;
  before: BoardState;
  after: BoardState;
}
interface SeenEvent {
  event: BoardEvent;
  userId: UserId | null;
}

function eventsSeen(
  { command, change, before, after }: Applied,
  viewer: Viewer | null,
): SeenEvent[] {
  return eventsOf({ patch: change, before, after, command }).map(({ event, isUnnamed }) => ({
    event: viewOf(event, viewer),
    userId: actorSeenBy(event, viewer, isUnnamed ? null : change.cause.actorId),
  }));
}

function changeSeen({ change, before, after }: Applied, viewer: Viewer | null): ShownChange {
  const { cause, ...patch } = view(partition(recordTypes, change), viewer);
  const seen = recordTypes.view(before, viewer);
  return {
    seq: after.seq,
    userId: cause.actorId,
    timestamp: '',
    command: cause.command,
    patch,
    before: seen,
    after: apply(seen, patch, after.seq),
  };
}

function placedBy({ event }: SeenEvent) {
  if (event.type === 'group_changed') return 'group' in event.data ? event.data.notes : [];
  return event.type === 'note_moved' ? [event.data.note] : [];
}

function ofEvents(events: readonly SeenEvent[], after: BoardState) {
  const { columns } = getMeeting(after);
  return {
    lines: events.flatMap(({ event, userId }) => {
      const activity = activityOf(event, { columns });
      if (!activity) return [];
      return [
        {
          userId: activity.who ?? userId,
          isByMeeting: userId === null && /^(phase|meeting|timer)_/.test(event.type),
          action: activity.action,
          // Short enough to be shown in full.
          preview: activity.quote,
        },
      ];
    }),
    announced: events
      .flatMap(({ event }) => announcementOf(event, { columns }) ?? [])
      .map(({ topic, rank, sentence }) => [topic, rank, sentence(1), sentence(2)]),
    touched: new Map(
      events.flatMap(({ event }) => touchedByEvent(event)).map(({ id, news }) => [id, news]),
    ),
    edited: new Set(events.flatMap(({ event }) => noteEditedBy(event) ?? [])),
    placed: new Map(
      events
        .flatMap(placedBy)
        .map(({ id, group_id, note_type, content }) => [id, [group_id, note_type, content]]),
    ),
    mayChangeStatus: events.some(({ event }) => eventMayChangeStatus(event)),
  };
}

function ofChange(change: ShownChange) {
  return {
    lines: activitiesOf(change).map(({ userId, isByMeeting, action, preview }) => ({
      userId,
      isByMeeting,
      action,
      preview,
    })),
    announced: announcementsOf(change).map(({ topic, rank, sentence }) => [
      topic,
      rank,
      sentence(1),
      sentence(2),
    ]),
    touched: new Map(touchedNotes(change).map(({ id, news }) => [id, news])),
    edited: new Set(notesNoLongerEdited(change)),
    placed: new Map(
      placedNotes(change).map(({ id, group_id, note_type, content }) => [
        id,
        [group_id, note_type, content],
      ]),
    ),
    mayChangeStatus: mayChangeStatus(change),
  };
}

/** Names what a change cannot tell as its events did, and takes it out of both. */
function withoutKnown(
  { command, before }: Applied,
  { was, is }: Record<'was' | 'is', ReturnType<typeof ofEvents>>,
  change: ShownChange,
): void {
  // An earlier action item that is finished, dropped or deleted leaves the board.
  if (command.name === 'action.show' && change.patch.remove.length > 0) {
    expect(was.lines[0]?.action).toMatch(/^(finished|dropped|deleted) an action item$/);
    expect(is.lines[0]?.action).toMatch(/^(closed|deleted) an action item$/);
    Object.assign(was, { lines: [], announced: [] });
    Object.assign(is, { lines: [], announced: [] });
  }
  // The cause is hidden where votes or reactions went as well.
  if (command.name === 'person.purge') {
    for (const side of [was, is]) {
      side.lines = side.lines.map((line) => ({ ...line, userId: null, isByMeeting: false }));
    }
  }
  // Carried topics move in an unspecified order.
  if (command.name === 'meeting.update') {
    for (const side of [was, is]) {
      side.lines.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    }
  }
  // A note that lies face down is moved and edited at once.
  const both = UpdateOfBoth.safeParse(command.input).data;
  const moved = both && before.get(noteType, both.id);
  if (moved?.hidden && change.before.get(noteType, moved.id)?.content === '') {
    was.lines = was.lines.filter(({ action }) => action !== 'edited a note');
    was.announced = was.announced.filter(([topic]) => topic !== 'edited');
  }
}
const UpdateOfBoth = z.object({ id: z.string(), content: z.string(), note_type: z.string() });

const compared = new Map<string, number>();

function compare(applied: Applied): void {
  const { command, after } = applied;
  compared.set(command.name, (compared.get(command.name) ?? 0) + 1);
  for (const viewer of [...users.map((user) => viewerOf(after, user)), null]) {
    const events = eventsSeen(applied, viewer);
    const change = changeSeen(applied, viewer);
    const sides = { was: ofEvents(events, after), is: ofChange(change) };
    withoutKnown(applied, sides, change);
    expect({ command, ...sides.is }).toEqual({ command, ...sides.was });
  }
}

function run(
  board: BoardState,
  command: Command,
  { by, ...more }: Partial<Context> & { by: TestUser },
): BoardState {
  const context = createContext(board, by, { isServer: true });
  const isByAuthor = /^(?:note|group|comment|reaction|topics)\./.test(command.name);
  const actorId = isByAuthor ? context.actorId : by.userId;
  const change = boardRules.decide(board, command, { ...context, actorId, ...more });
  if (change === null || isRejected(change)) return board;
  const after = apply(board, change, board.seq + 1);
  compare({ command, change, before: board, after });
  return after;
}

function carriedId(index: number): NoteId {
  return NoteId.parse(`0198f2c4-7f01-8000-8000-${String(index).padStart(12, '0')}`);
}

let lastAction = 0;
function newActionId(): ActionId {
  return ActionId.parse(`0198f2c4-7f07-7000-8000-${String((lastAction += 1)).padStart(12, '0')}`);
}

/** Commands that random meetings do not make, one after another. */
function runOthers(board: BoardState, other: BoardState, dice: number): void {
  const [ada, bob, cy] = users;
  let now = board;
  const facts = {
    members: new Map(users.map(({ userId }) => [userId, { isActive: true }])),
    lookBack: [],
    openActions: 0,
    nextQuestion: 'How?',
    hasContent: true,
    scores: { given: {}, by: null, isOtherKey: false },
  };
  type More = Partial<Context['facts']> & { by?: TestUser };
  const go = (name: string, input: object, { by = ada, ...more }: More = {}) => {
    now = run(now, { name, input }, { by, facts: { ...facts, ...more } });
  };
  const source = MeetingId.parse('0198f2c4-7f00-7000-8000-00000000000f');
  const carriedIds = other
    .all(noteType)
    .map(({ id }, index) => [id, carriedId(index + 50)] as const);
  const carryOver = {
    from: other.with([{ ...getMeeting(other), id: source }], [getMeeting(other)]),
    ids: new Map(carriedIds),
    taken: new Set<NoteId>(),
  };
  const open = other.all(noteType).filter((each) => !each.hidden);
  const topic_ids = [...new Set(open.map(({ id, group_id }) => group_id ?? id))];
  const carry = () =>
    topic_ids.length > 0 && go('topics.carry', { topic_ids }, { by: bob, carryOver });
  const [left, right, forActions] = defaultColumns.map(({ id }) => id);
  if (dice % 3 === 0) {
    go('phase.enter', { phase: 'writing' });
    carry();
  }
  const note = NoteId.parse('0198f2c4-7f01-7000-8000-000000000099');
  go('note.add', { id: note, content: 'first', note_type: left }, { by: cy });
  go('note.update', { id: note, content: 'second', note_type: right }, { by: cy });
  go('note.update', { id: note, content: 'third' }, { by: cy });
  go('note.update', { id: note, note_type: left }, { by: bob });
  const { team_id } = getMeeting(board);
  const earlier = makeAction({ id: newActionId(), team_id, meeting_id: null });
  const own = newActionId();
  go('phase.enter', { phase: 'discussing' });
  go('action.agree', { id: own, text: 'Do it' }, { by: bob });
  go('phase.enter', { phase: 'joining' }, { lookBack: [earlier] });
  if (dice % 3 === 1) carry();
  go('action.update', { id: own, text: 'Do it well' }, { by: cy });
  go('action.count', { ids: [own] }, { by: cy });
  const latest = now.get(actionType, own);
  const show = (shown: object) => go('action.show', shown, { by: cy });
  if (latest) show({ actions: [{ ...fieldsOf(latest), status: 'done', version: 5 }] });
  show({ actions: [{ ...earlier, text: 'Else', version: 2 }] });
  if (dice % 2 === 0) show({ actions: [{ ...earlier, status: 'dropped', version: 3 }] });
  else show({ deleted: [earlier.id] });
  show({ deleted: [own] });
  go('turn.set', { done: true }, { by: bob });
  go('question.next', {});
  go('question.hide', { question_hidden: true });
  go('meeting.update', { name: `Name ${dice}` });
  go('meeting.handOver', { owner_id: bob.userId });
  go('meeting.handOver', { owner_id: ada.userId }, { by: bob });
  const before = now;
  // A board with nothing but carried topics may become anonymous, and lose columns.
  const written = now.all(noteType).filter(({ id }) => id.charAt(14) !== '8');
  now = now.with([], [...written, ...now.all(groupType)]);
  const columns = (...kept: unknown[]) => defaultColumns.filter(({ id }) => kept.includes(id));
  go('meeting.update', { columns: columns(right, forActions) });
  const settings = { ...getMeeting(now).settings, anonymous: true };
  now = run(
    now,
    { name: 'meeting.update', input: { settings } },
    { by: ada, facts, isWrittenOn: false },
  );
  go('meeting.update', { columns: columns(left, forActions) });
  now = before;
  for (const action of [
    { action: 'start', seconds: 60 },
    { action: 'pause' },
    { action: 'stop' },
  ]) {
    go('timer.set', { timer: action });
  }
  go('phase.next', {});
  const whole = now;
  go('person.purge', { user_id: bob.userId, heir: null });
  now = whole;
  go('person.purge', { user_id: ada.userId, heir: bob.userId });
  now = whole;
  go('meeting.update', { settings: { ...getMeeting(now).settings, hide_notes: false } });
  go('meeting.update', { status: 'closed' });
  go('meeting.update', { status: 'archived' });
}

it('a page says of a change what it says of its events', () => {
  let other = createStore({ anonymous: false, hide_notes: false }).board;
  let dice = 0;
  inRandomMeetings((options, steps) => {
    const store = createStore(options);
    let index = 0;
    for (const { command, user } of commandsOf(store, steps)) {
      const before = store.board;
      const result = store.execute(`k${(index += 1)}`, command, user);
      if (isRejected(result) || !result.change) continue;
      compare({ command, change: result.change, before, after: store.board });
      dice += 1;
      if (dice % 7 !== 0) continue;
      runOthers(store.board, other, dice);
      if (!options.anonymous) other = store.board;
    }
  }, runs);
  // What is refused proves nothing.
  expect(compared.size).toBeGreaterThan(28);
});
