import { actionType } from '@wentwell/contract/board/actions';
import type { BoardState } from '@wentwell/contract/board/board';
import { apply } from '@wentwell/contract/board/change';
import type { Command } from '@wentwell/contract/board/command';
import { commentType } from '@wentwell/contract/board/comments';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import { type BoardRecord, fieldsOf } from '@wentwell/contract/board/record';
import { ActionId } from '@wentwell/contract/ids';
import { findColumn } from '@wentwell/contract/notes/columns';
import { makeAction } from '@wentwell/contract/testing/actions';
import { expect, test, vi } from 'vitest';

import { serverClock } from '#web/api/server-time';
import type { ShownChange } from '#web/board/shown-change';
import {
  ada,
  addNote,
  boardOf,
  bob,
  carriedIdOf,
  commentIdOf,
  cy,
  decided,
  enterPhase,
  groupedBoard,
  groupIdOf,
  noteIdOf,
} from '#web/board/testing/decided';
import type { PersonOf } from '#web/ui/identity/person';

import { activitiesOf, noticesTo, summarise } from './change-words.ts';

const personOf: PersonOf = (id) => ({ id: id ?? '', name: id === ada.userId ? 'Ada' : 'Bob' });

function summaryOf(changes: readonly ShownChange[], me = cy.userId): string {
  return summarise(changes, personOf, me);
}

function linesOf(change: ShownChange): string[] {
  return activitiesOf(change, personOf).map(({ action, preview }) =>
    preview === '' ? action : `${action}: ${preview}`,
  );
}

function editNote(board: BoardState, input: object, options = {}) {
  const command = { name: 'note.update', input: { id: noteIdOf(1), ...input } };
  return decided(board, command, { by: bob, ...options });
}

test('a note is added, edited, moved and deleted, quoting its beginning', () => {
  const added = addNote(boardOf(0), 1);
  expect(activitiesOf(added.change, personOf)).toEqual([
    {
      id: '1.0',
      userId: bob.userId,
      isByMeeting: false,
      action: 'added a note to Went Well',
      preview: 'Note 1',
    },
  ]);
  const edited = editNote(added.board, { content: 'x'.repeat(40) });
  expect(linesOf(edited.change)).toEqual([`edited a note: ${'x'.repeat(30)}…`]);
  const moved = editNote(added.board, { note_type: 'to_improve' });
  expect(linesOf(moved.change)).toEqual(['moved a note to To Improve: Note 1']);
  const both = editNote(added.board, { content: 'Else', note_type: 'to_improve' });
  expect(linesOf(both.change)).toEqual(['moved a note to To Improve: Else', 'edited a note: Else']);
  const remove: Command = { name: 'note.remove', input: { id: noteIdOf(1) } };
  const deleted = decided(added.board, remove, { by: bob });
  expect(linesOf(deleted.change)).toEqual(['deleted a note']);
  expect(summaryOf([added.change, edited.change, moved.change, deleted.change])).toBe(
    '1 new note in Went Well. 1 note edited. 1 note moved. 1 note deleted.',
  );
});

test('others hear that a hidden note was edited, not how', () => {
  const board = boardOf(1, { hide_notes: true });
  expect(linesOf(editNote(board, { content: 'Else' }).change)).toEqual(['edited a note']);
  expect(linesOf(editNote(board, { content: 'Else' }, { viewer: bob }).change)).toEqual([
    'edited a note: Else',
  ]);
  expect(linesOf(editNote(board, { note_type: 'to_improve' }).change)).toEqual([
    'moved a note to To Improve',
  ]);
});

test('a note in a removed column is not announced', () => {
  const { change } = addNote(boardOf(0), 1);
  const meeting = { ...getMeeting(change.after), columns: [] };
  const after = change.after.with([meeting], []);
  expect(linesOf({ ...change, after })).toEqual(['added a note: Note 1']);
  expect(summaryOf([{ ...change, after }])).toBe('');
});

test('the phase is announced, with the number of notes that it reveals', () => {
  const board = boardOf(2, { hide_notes: true });
  const { change } = decided(board, { name: 'phase.enter', input: { phase: 'grouping' } });
  expect(linesOf(change)).toEqual(['moved on to Grouping']);
  expect(summaryOf([change])).toBe(
    'Phase: Grouping. 2 notes revealed. Hold and drag a note onto another, or use its menu.',
  );
});

test('without a lead the meeting itself advances', () => {
  const { board } = decided(boardOf(0), { name: 'phase.enter', input: { phase: 'grouping' } });
  const lead = { name: 'phase.enter', input: { phase: 'voting' } };
  const byNobody = { context: { actorId: null } };
  expect(activitiesOf(decided(board, lead, byNobody).change, personOf)).toMatchObject([
    { userId: null, isByMeeting: true },
  ]);
  // An unnamed person, not the meeting.
  expect(activitiesOf(addNote(boardOf(0), 1, byNobody).change, personOf)).toMatchObject([
    { userId: null, isByMeeting: false },
  ]);
});

test('the timer’s state is announced, except a new phase’s', () => {
  const lines: string[] = [];
  const changes: ShownChange[] = [];
  let board = boardOf(0);
  for (const timer of [
    { action: 'start', seconds: 60 },
    { action: 'pause' },
    { action: 'stop' },
  ] as const) {
    const next = decided(board, { name: 'timer.set', input: { timer } });
    board = next.board;
    lines.push(...linesOf(next.change));
    changes.push(next.change);
    expect(summaryOf([next.change])).toMatch(/^The timer is (running|paused|stopped)\.$/);
  }
  expect(lines).toEqual(['set the timer', 'paused the timer', 'stopped the timer']);
  expect(summaryOf(changes)).toBe('The timer is stopped.');
  const input = { phase: 'grouping', duration_minutes: 5 };
  const { change } = decided(board, { name: 'phase.enter', input });
  expect(linesOf(change)).toEqual(['moved on to Grouping']);
});

test('a change of the meeting is announced if it ends the meeting', () => {
  const board = boardOf(0);
  const renamed = decided(board, { name: 'meeting.update', input: { name: 'Else' } });
  expect(linesOf(renamed.change)).toEqual(['changed the meeting']);
  expect(summaryOf([renamed.change])).toBe('');
  // The browser's clock is an hour ahead, after the meeting's end.
  const serverTime = Date.now();
  vi.setSystemTime(serverTime + 3_600_000);
  serverClock.set(serverTime);
  const end_time = new Date(serverTime + 1_800_000).toISOString();
  const ending = decided(board, { name: 'meeting.update', input: { end_time } });
  expect(linesOf(ending.change)).toEqual(['changed the meeting']);
  vi.useRealTimers();
  serverClock.set(Date.now());
  const finished = decided(board, { name: 'meeting.update', input: { status: 'closed' } });
  expect(linesOf(finished.change)).toEqual(['finished the meeting']);
  expect(summaryOf([finished.change])).toBe('This retro is finished.');
});

test('the owner hands the lead over, or somebody takes it, named or not', () => {
  const handOver = { name: 'meeting.handOver', input: { owner_id: bob.userId } };
  const handed = decided(boardOf(0), handOver);
  expect(activitiesOf(handed.change, personOf)).toMatchObject([
    { userId: ada.userId, action: 'handed the lead to Bob' },
  ]);
  const takeOver = { name: 'meeting.handOver', input: { owner_id: ada.userId } };
  const taken = decided(handed.board, takeOver).change;
  expect(activitiesOf(taken, personOf)).toMatchObject([
    { userId: ada.userId, action: 'took the lead' },
  ]);
  const unnamed = decided(boardOf(0), handOver, { context: { actorId: null } }).change;
  expect(activitiesOf(unnamed, personOf)).toMatchObject([
    { userId: bob.userId, action: 'took the lead' },
  ]);
});

test('R-33: the owner is named for naming a co-lead, also in an anonymous meeting', () => {
  const naming = (is_co_lead: boolean) => ({
    name: 'meeting.nameCoLead',
    input: { user_id: bob.userId, is_co_lead },
  });
  const named = decided(boardOf(0), naming(true), { context: { actorId: null } });
  expect(activitiesOf(named.change, personOf)).toMatchObject([
    { userId: ada.userId, action: 'made Bob a co-lead' },
  ]);
  expect(summaryOf([named.change])).toBe('Ada made Bob a co-lead.');
  // He sees a notice instead.
  expect(summaryOf([named.change], bob.userId)).toBe('');
  const released = decided(named.board, naming(false)).change;
  expect(activitiesOf(released, personOf)).toMatchObject([
    { userId: ada.userId, action: 'took the lead back from Bob' },
  ]);
  expect(summaryOf([released])).toBe('Ada took the lead back from Bob.');
  const leave = { name: 'meeting.leave', input: { user_id: bob.userId } };
  const left = decided(named.board, leave, { by: bob }).change;
  expect(summaryOf([left])).toBe('Bob no longer leads.');
});

test('R-86, R-89: raised hands are one announcement, and a lead who lowers one gives the turn', () => {
  const set = (raised: boolean, user_id?: string) => ({
    name: 'hand.set',
    input: { raised, ...(user_id !== undefined && { user_id }) },
  });
  const first = decided(boardOf(0), set(true), { by: bob });
  const second = decided(first.board, set(true));
  const changes = [first.change, second.change];
  expect(summaryOf(changes)).toBe('Bob raised a hand. Ada raised a hand.');
  const { change } = decided(second.board, set(false, bob.userId));
  expect(noticesTo([change], personOf, bob.userId)).toMatchObject([{ title: "It's your turn." }]);
  expect(noticesTo([change], personOf, ada.userId)).toEqual([]);
  expect(linesOf(change)).toEqual(['gave Bob the turn']);
  expect(summaryOf([first.change, change])).toBe("Bob's turn.");
  expect(summaryOf([change], bob.userId)).toBe('');
  const own = decided(second.board, set(false), { by: bob }).change;
  const all = decided(second.board, { name: 'hand.lowerAll', input: {} }).change;
  for (const lowered of [own, all]) {
    expect(noticesTo([lowered], personOf, bob.userId)).toEqual([]);
    expect(summaryOf([lowered])).toBe('');
  }
});

test('R-291: thanks name both, also in an anonymous meeting', () => {
  const closing = decided(boardOf(0), { name: 'phase.enter', input: { phase: 'closing_ready' } });
  const id = '0198f000-0000-4000-8000-000000000001';
  const input = { id, to_user_id: bob.userId, text: 'For all' };
  const give = { name: 'thanks.give', input };
  const { change } = decided(closing.board, give, { context: { actorId: null } });
  expect(activitiesOf(change, personOf)).toMatchObject([
    { userId: ada.userId, action: 'thanked Bob', preview: 'For all' },
  ]);
  expect(summaryOf([change])).toBe('Ada thanked Bob.');
});

test('R-374: the signer of a note is named where nobody else is', () => {
  const sign = { name: 'note.sign', input: { id: noteIdOf(1) } };
  const { change } = decided(boardOf(1, { anonymous: true }), sign, { by: bob });
  expect(activitiesOf(change, personOf)).toMatchObject([
    { userId: bob.userId, action: 'signed a note', preview: 'Note 1' },
  ]);
  expect(summaryOf([change])).toBe('Bob signed a note.');
});

test('a group that notes leave comes before the one they join', () => {
  const board = groupedBoard(5);
  const other = { id: groupIdOf(2), note_ids: [noteIdOf(3), noteIdOf(4)], title: 'Tests' };
  const created = decided(board, { name: 'group.create', input: other });
  expect(linesOf(created.change)).toEqual(['grouped notes: Tests']);
  const join = { id: groupIdOf(1), add: [noteIdOf(5)] };
  const three = decided(created.board, { name: 'group.update', input: join });
  const move = { id: groupIdOf(2), title: 'All', add: [noteIdOf(5)] };
  const moved = decided(three.board, { name: 'group.update', input: move });
  expect(linesOf(moved.change)).toEqual(['grouped notes: Deploys', 'grouped notes: All']);
  expect(activitiesOf(moved.change, personOf).map(({ id }) => id)).toEqual(['10.0', '10.1']);
  const input = { id: groupIdOf(1) };
  const parted = decided(moved.board, { name: 'group.dissolve', input });
  expect(linesOf(parted.change)).toEqual(['dissolved a group']);
  // The latest news of each group.
  expect(summaryOf([three.change, moved.change, parted.change])).toBe(
    'A group was dissolved. Group All: 3 notes.',
  );
});

test('a comment is written, edited and deleted; that of a deleted note is silent', () => {
  const at = { id: commentIdOf(1), topic_id: noteIdOf(1) };
  const start = enterPhase(boardOf(2), 'grouping');
  const add = { name: 'comment.add', input: { ...at, content: 'Yes' } };
  const written = decided(start, add);
  const edit = { name: 'comment.update', input: { ...at, content: 'No' } };
  const edited = decided(written.board, edit);
  const deleted = decided(edited.board, { name: 'comment.remove', input: at });
  const changes = [written.change, edited.change, deleted.change];
  expect(changes.flatMap(linesOf)).toEqual([
    'commented: Yes',
    'edited a comment: No',
    'deleted a comment',
  ]);
  expect(summaryOf(changes)).toBe('1 new comment.');
  const input = { id: noteIdOf(1) };
  const { change } = decided(written.board, { name: 'note.remove', input }, { by: bob });
  expect(linesOf(change)).toEqual(['deleted a note']);
  const grouping = {
    name: 'group.create',
    input: { id: groupIdOf(1), note_ids: [noteIdOf(1), noteIdOf(2)], title: 'All' },
  };
  const grouped = decided(written.board, grouping).board;
  const inherited = decided(grouped, { name: 'note.remove', input }, { by: bob }).change;
  expect(linesOf(inherited)).toEqual(['dissolved a group', 'deleted a note']);
});

test('an action item’s change is announced', () => {
  const id = ActionId.parse('0198f000-0000-7000-8000-0000000000a1');
  const discussing = enterPhase(boardOf(0), 'discussing');
  const agreed = decided(discussing, { name: 'action.agree', input: { id, text: 'Do it' } });
  const update = (input: object) =>
    decided(agreed.board, { name: 'action.update', input: { id, ...input } }).change;
  const changes = [
    agreed.change,
    update({ text: 'Do this' }),
    update({ status: 'done' }),
    update({ status: 'dropped', reason: 'Late' }),
    decided(agreed.board, { name: 'action.remove', input: { id } }).change,
  ];
  expect(changes.flatMap(linesOf)).toEqual([
    'added an action item: Do it',
    'changed an action item: Do this',
    'finished an action item: Do it',
    'dropped an action item: Do it',
    'deleted an action item',
  ]);
  expect(summaryOf(changes.slice(0, 2))).toBe('Action item changed: Do this. Owner: Nobody.');
});

test('neither a new version alone nor a restored item is an edit', () => {
  const at = { id: commentIdOf(1), topic_id: noteIdOf(1) };
  const start = enterPhase(boardOf(1), 'discussing');
  const { board: said, change } = decided(start, {
    name: 'comment.add',
    input: { ...at, content: 'Yes' },
  });
  const id = ActionId.parse('0198f000-0000-7000-8000-0000000000a1');
  const { board } = decided(said, { name: 'action.agree', input: { id, text: 'Do it' } });
  const raised = [noteType, commentType, actionType].flatMap((type) =>
    board.all<BoardRecord & { version: number }>(type).map((each) => ({ ...each, version: 7 })),
  );
  expect(raised).toHaveLength(3);
  const patch = { put: raised, remove: [] };
  const after = apply(board, patch, board.seq + 1);
  expect(linesOf({ ...change, command: null, patch, before: board, after })).toEqual([]);
  const removed = decided(board, { name: 'comment.remove', input: at });
  const records = board.all(commentType);
  const restored = decided(
    removed.board,
    { name: 'comment.restore', input: at },
    { context: { trash: { isDeletedByCaller: true, records } } },
  );
  expect(linesOf(restored.change)).toEqual(['commented: Yes']);
});

test('an earlier action item that leaves the board is closed, or deleted without its text', () => {
  const earlier = makeAction({ meeting_id: null });
  const lead = { name: 'phase.enter', input: { phase: 'joining' } };
  const joining = decided(boardOf(0), lead, {
    context: { facts: { lookBack: [{ type: 'action', ...earlier }] } },
  });
  expect(linesOf(joining.change)).toEqual(['moved on to Joining']);
  const record = joining.board.get(actionType, earlier.id);
  if (!record) throw new Error('The board does not look back.');
  const input = { actions: [{ ...fieldsOf(record), status: 'done', version: 2 }] };
  const { change } = decided(joining.board, { name: 'action.show', input });
  expect(linesOf(change)).toEqual([`closed an action item: ${record.text}`]);
  expect(summaryOf([change])).toBe(`Action item closed: ${record.text}. Owner: Nobody.`);
  const gone = { name: 'action.showDeleted', input: { deleted: [record.id] } };
  expect(linesOf(decided(joining.board, gone).change)).toEqual(['deleted an action item']);
});

test('R-176 nobody is named when columns move an anonymous meeting’s carried topics', () => {
  const { board } = addNote(boardOf(0, { anonymous: true }), 1);
  const [note] = board.all(noteType);
  if (!note) throw new Error('The board has no note.');
  const { author_hash: _, ...carried } = { ...note, id: carriedIdOf(1) };
  const { columns } = getMeeting(board);
  const left = findColumn(columns, 'to_improve');
  const { change } = decided(
    board.with([carried], [note]),
    { name: 'meeting.update', input: { columns: [left] } },
    { context: { actorId: ada.userId } },
  );
  expect(activitiesOf(change, personOf)).toMatchObject([
    { userId: ada.userId, action: 'changed the meeting' },
    { userId: null, isByMeeting: false, action: 'moved a note to To Improve' },
  ]);
});

test('irrelevant or secret changes have no words', () => {
  const voting = enterPhase(boardOf(1), 'voting');
  for (const command of [
    { name: 'vote.set', input: { topic_id: noteIdOf(1), count: 1 } },
    { name: 'reaction.set', input: { note_id: noteIdOf(1), emoji: '👍', reacts: true } },
    { name: 'ready.set', input: { ready: true } },
  ]) {
    for (const viewer of [ada, bob, null]) {
      const { change } = decided(voting, command, { viewer });
      expect([linesOf(change), summaryOf([change])]).toEqual([[], '']);
    }
  }
});

test('many changes are one announcement, by rank', () => {
  let board = boardOf(0);
  const changes: ShownChange[] = [];
  for (const [digit, note_type] of [
    [1, 'to_improve'],
    [2, 'went_well'],
    [3, 'to_improve'],
  ] as const) {
    const input = { id: noteIdOf(digit), content: 'x', note_type };
    const next = decided(board, { name: 'note.add', input }, { by: bob });
    board = next.board;
    changes.push(next.change);
  }
  changes.push(decided(board, { name: 'phase.enter', input: { phase: 'grouping' } }).change);
  expect(summaryOf(changes)).toBe(
    'Phase: Grouping. Hold and drag a note onto another, or use its menu. 1 new note in Went Well. 2 new notes in To Improve.',
  );
});
