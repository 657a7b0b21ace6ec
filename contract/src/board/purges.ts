// Permanent deletion, by the server alone: of notes, of meetings, and of what a person left on a board.
import { z } from 'zod';

import { MeetingId, NoteId, UserId } from '../ids.ts';
import { type ActionRecord, actionType } from './actions.ts';
import { type BoardState, RecordTypes } from './board.ts';
import { type BoardFeature, defineCommand } from './command.ts';
import { commentType } from './comments.ts';
import { readyType, turnType, votedType } from './marks.ts';
import { getMeeting, nextMeeting } from './meeting.ts';
import { noteType } from './notes.ts';
import type { BoardRecord, RecordRef } from './record.ts';

/** What hangs on these notes, deleted ones too. */
type FindHanging = (board: BoardState, noteIds: readonly NoteId[]) => BoardRecord[];

const purgeNote = (findHanging: FindHanging) =>
  defineCommand({
    name: 'note.purge',
    isByAuthor: true,
    input: z.object({ id: NoteId }),
    decide: (board, { id }) => ({ put: [], remove: findHanging(board, [id]) }),
  });

/** Made on the boards that show action items of meetings which are deleted. No edit is stale because of it. */
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

/** The action items that name the person, without them. */
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

/**
 * Records of any type with their `user_id` or `to_user_id` go. `heir` leads the meeting where the person owned it.
 * `note_ids` are all notes that they wrote, deleted ones too: what hangs on these goes with them.
 */
const purgePerson = (findHanging: FindHanging) =>
  defineCommand({
    name: 'person.purge',
    input: z.object({ user_id: UserId, heir: UserId.nullable(), note_ids: z.array(NoteId) }),
    decide(board, { user_id, heir, note_ids }, context) {
      const written = [...board.all(noteType), ...board.all(commentType)].filter(
        ({ author_id }) => author_id === user_id,
      );
      const given = board
        .records()
        .filter(
          (each) =>
            ('user_id' in each && each.user_id === user_id) ||
            ('to_user_id' in each && each.to_user_id === user_id),
        );
      const hanging = findHanging(board, note_ids);
      const marks = [readyType, votedType, turnType].flatMap<RecordRef>(
        (type) => board.get<RecordRef>(type, user_id) ?? [],
      );
      const meeting = getMeeting(board);
      const isPassedOn = heir !== null && meeting.owner_id === user_id;
      const passedOn = isPassedOn ? [nextMeeting({ ...meeting, owner_id: heir }, context)] : [];
      const put = [...passedOn, ...unnamedActions(board, user_id)];
      return { put, remove: [...new Set([...written, ...given, ...hanging, ...marks])] };
    },
  });

/** `features` are all others of the board. */
export function purgesFeature(features: readonly BoardFeature[]): BoardFeature {
  const types = new RecordTypes(features.flatMap(({ recordTypes }) => recordTypes));
  const findHanging: FindHanging = (board, noteIds) => {
    const ids = new Set<string | undefined>(noteIds);
    return board.records().filter((each) => ids.has(types.of(each).noteOf?.(each)));
  };
  return {
    recordTypes: [],
    commands: [purgeNote(findHanging), purgeMeetings, purgePerson(findHanging)],
  };
}
