// Permanent deletion of notes, meetings and a person's data on a board. Issued only by the server.
import { z } from 'zod';

import { MeetingId, NoteId, UserId } from '../ids.ts';
import { type ActionRecord, actionType } from './actions.ts';
import { type BoardState, RecordTypes } from './board.ts';
import { type BoardFeature, defineCommand } from './command.ts';
import { reject } from './context.ts';
import { readyType, turnType, votedType } from './marks.ts';
import { getMeeting, nextMeeting } from './meeting.ts';
import type { BoardRecord } from './record.ts';
import { unnamedVotes } from './votes.ts';

/** Finds the records that belong to these notes, including deleted notes. */
type FindDependents = (board: BoardState, noteIds: readonly NoteId[]) => BoardRecord[];

const purgeNote = (findDependents: FindDependents) =>
  defineCommand({
    name: 'note.purge',
    isByAuthor: true,
    input: z.object({ id: NoteId }),
    decide: (board, { id }) => ({ put: [], remove: findDependents(board, [id]) }),
  });

/** Issued to boards that show action items of deleted meetings. Keeps versions, so that no edit becomes stale. */
const purgeMeetings = defineCommand({
  name: 'meeting.purge',
  input: z.object({ ids: z.array(MeetingId) }),
  decide(board, { ids }) {
    const agreed = board
      .all(actionType)
      .filter(({ meeting_id }) => meeting_id !== null && ids.includes(meeting_id));
    return { put: agreed.map((action) => ({ ...action, meeting_id: null })), remove: [] };
  },
});

/** The action items that name the person, with the person removed. */
function unnamedActions(board: BoardState, userId: UserId): ActionRecord[] {
  const without = (id: UserId | null) => (id === userId ? null : id);
  return board
    .all(actionType)
    .filter((action) => namingFields.some((field) => action[field] === userId))
    .map((action) => ({
      ...action,
      assignee_id: without(action.assignee_id),
      former_assignee_id: without(action.former_assignee_id),
      created_by: without(action.created_by),
    }));
}
const namingFields = ['assignee_id', 'former_assignee_id', 'created_by'] as const;

const personFields = ['author_id', 'user_id', 'to_user_id'] as const;

function fieldsNaming(record: BoardRecord, userId: UserId) {
  const values = new Map(Object.entries(record));
  return personFields.filter((field) => values.get(field) === userId);
}

/** Records of any type that name the person, also as the one to whom another gave something. */
function recordsNaming(board: BoardState, userId: UserId): BoardRecord[] {
  const named = board.records().filter((each) => fieldsNaming(each, userId).length > 0);
  const marks = [readyType, votedType, turnType].flatMap<BoardRecord>(
    (type) => board.get<BoardRecord>(type, userId) ?? [],
  );
  return [...named, ...marks];
}

/** The ids of votes, reactions, hands and marks end with the user's id. */
function renamed(record: BoardRecord, from: UserId, to: UserId): BoardRecord {
  const isOfPerson = !('author_id' in record) && record.id.endsWith(from);
  const id = isOfPerson ? record.id.slice(0, -from.length) + to : record.id;
  const named = fieldsNaming(record, from).map((field): [string, UserId] => [field, to]);
  return { ...record, id, ...Object.fromEntries(named) };
}

/** Moves a guest's records to an account. Rejected on the guest's board if the account took part itself. */
const claimPerson = defineCommand({
  name: 'person.claim',
  input: z.object({ meeting_id: MeetingId, guest_id: UserId, user_id: UserId }),
  decide(board, { meeting_id, guest_id: from, user_id: to }) {
    const isOfGuest = getMeeting(board).id === meeting_id;
    // Others' thanks to them do not count as taking part.
    const own = recordsNaming(board, to).filter(
      (each) => fieldsNaming(each, to).join() !== 'to_user_id',
    );
    if (isOfGuest && own.length > 0) {
      reject('GUEST_CLAIM_TOOK_PART');
    }
    const before = recordsNaming(board, from);
    const put = before.map((record) => renamed(record, from, to));
    return { put, remove: before.filter(({ id }, at) => put[at]?.id !== id) };
  },
});

/**
 * Removes records of any type with the person's `user_id` or `to_user_id`. `successor` becomes the owner if the person owned
 * the meeting. `note_ids` are all notes by the person, deleted ones too; records that belong to them are removed.
 */
const purgePerson = (findDependents: FindDependents) =>
  defineCommand({
    name: 'person.purge',
    input: z.object({ user_id: UserId, successor: UserId.nullable(), note_ids: z.array(NoteId) }),
    decide(board, { user_id, successor, note_ids }, context) {
      const dependents = findDependents(board, note_ids);
      const meeting = getMeeting(board);
      const isHandedOver = successor !== null && meeting.owner_id === user_id;
      const handedOver = isHandedOver
        ? [nextMeeting({ ...meeting, owner_id: successor }, context)]
        : [];
      const remove = [...new Set([...recordsNaming(board, user_id), ...dependents])];
      const unnamed = [...unnamedActions(board, user_id), ...unnamedVotes(board, user_id, remove)];
      return { put: [...handedOver, ...unnamed], remove };
    },
  });

/** `features` are all other features of the board. */
export function purgesFeature(features: readonly BoardFeature[]): BoardFeature {
  const types = new RecordTypes(features.flatMap(({ recordTypes }) => recordTypes));
  const findDependents: FindDependents = (board, noteIds) => {
    const ids = new Set<string | undefined>(noteIds);
    return board.records().filter((each) => ids.has(types.of(each).noteOf?.(each)));
  };
  return {
    recordTypes: [],
    commands: [purgeNote(findDependents), purgeMeetings, purgePerson(findDependents), claimPerson],
  };
}
