// Topics carried over from another meeting adapt to its columns and anonymity (docs/retro.md ).
import { topicIdOf } from '../discussion/topics.ts';
import { limits } from '../limits.ts';
import {
  CarryOverInput,
  carryOverPolicy,
  columnForCarried,
  isCarriedOver,
} from '../meetings/carry-over.ts';
import type { BoardState } from './board.ts';
import type { CascadeRule } from './cascade.ts';
import { becomesAnonymous } from './changed.ts';
import { type BoardFeature, defineCommand } from './command.ts';
import { requirePolicy, factOf, nextVersion, reject } from './context.ts';
import { presentDiscussion } from './discussion.ts';
import { type GroupRecord, groupType, isForActions } from './groups.ts';
import { changedMeeting, getMeeting, meetingNow, phaseSince } from './meeting.ts';
import { nextPosition, noteType, type NoteRecord, sortByPosition } from './notes.ts';

/** Returns the notes of the topics in board order. Rejects topics that are unknown or were discussed. */
export function chooseNotes(from: BoardState, topicIds: CarryOverInput['topic_ids']): NoteRecord[] {
  const open = sortByPosition(from.all(noteType)).filter(({ hidden }) => !hidden);
  const topics = open.filter((note) => !isForActions(from, note));
  const known = new Set<string>(topics.map(topicIdOf));
  const discussed = presentDiscussion(from)?.discussed ?? {};
  for (const [index, id] of topicIds.entries()) {
    if (!known.has(id)) reject('TOPIC_UNKNOWN', ['topic_ids', index]);
    if (id in discussed) reject('TOPIC_DISCUSSED');
  }
  return open.filter((note) => topicIds.some((id) => id === topicIdOf(note)));
}

/** Notes lose author and time if either meeting is anonymous. Clients wait for the server. */
const carryOver = defineCommand({
  name: 'topics.carry',
  isByAuthor: true,
  input: CarryOverInput.pick({ topic_ids: true }),
  decide(board, { topic_ids }, context) {
    const fact = factOf(context, 'carryOver');
    if (!fact) return null;
    const { from, ids, groupIds, taken } = fact;
    const [source, meeting] = [getMeeting(from), meetingNow(board, context)];
    if (source.id === meeting.id || source.team_id !== meeting.team_id) {
      reject('CARRY_OVER_TARGET', ['to_meeting_id']);
    }
    requirePolicy(carryOverPolicy(context.caller, meeting));
    const chosen = chooseNotes(from, topic_ids);
    const missing = chosen.flatMap((note) => {
      const id = ids.get(note.id);
      return id === undefined || taken.has(id) ? [] : [{ note, id }];
    });
    if (board.all(noteType).length + missing.length > limits.notesPerBoard) {
      reject('BOARD_FULL');
    }
    const { anonymous } = meeting.settings;
    const hidesAuthors = anonymous || source.settings.anonymous;
    const time = (anonymous ? phaseSince(meeting) : context.now).toISOString();
    const position = nextPosition(board);
    const byGroup = Map.groupBy(missing, ({ note }) => note.group_id);
    const groups = [...byGroup].flatMap(([groupId, notes]): GroupRecord[] => {
      const [group, id] = groupId ? [from.get(groupType, groupId), groupIds.get(groupId)] : [];
      if (!group || !id || notes.length < 2 || board.get(groupType, id)) return [];
      return [
        { ...group, id, column_id: columnForCarried(meeting.columns, group.column_id), version: 1 },
      ];
    });
    const groupThere = (groupId: GroupRecord['id'] | null) => {
      const id = groupId && groupIds.get(groupId);
      return id && (board.get(groupType, id) || groups.some((group) => group.id === id))
        ? id
        : null;
    };
    const notes = missing.map(({ note, id }, index): NoteRecord => ({
      type: 'note',
      id,
      meeting_id: meeting.id,
      author_id: hidesAuthors ? null : note.author_id,
      ...(!hidesAuthors && note.author_name !== undefined && { author_name: note.author_name }),
      content: note.content,
      note_type: columnForCarried(meeting.columns, note.note_type),
      // The team has already read them.
      hidden: false,
      group_id: groupThere(note.group_id),
      position: position + index,
      version: 1,
      created_at: time,
      updated_at: time,
    }));
    return notes.length === 0 ? null : { put: [...groups, ...notes], remove: [] };
  },
});

/** Carried topics do not block the removal of a column: they move to the column that carrying would choose. */
const followColumns: CascadeRule = (patch, { before, after }, context) => {
  const columns = changedMeeting(patch)?.columns;
  if (!columns || columns === getMeeting(before).columns) return null;
  const notes = after.all(noteType).flatMap((note) => {
    const note_type = columnForCarried(columns, note.note_type);
    if (!isCarriedOver(note.id) || note_type === note.note_type) return [];
    return [{ ...note, note_type, version: nextVersion(note.version, context) }];
  });
  const groups = after.all(groupType).flatMap((group) => {
    const column_id = columnForCarried(columns, group.column_id);
    return isCarriedOver(group.id) && column_id !== group.column_id
      ? [{ ...group, column_id }]
      : [];
  });
  return { put: [...notes, ...groups], remove: [] };
};

/** A board that becomes anonymous holds only carried notes, and these lose their authors. */
const forgetAuthors: CascadeRule = (_, { before, after }) => {
  if (!becomesAnonymous({ before, after })) return null;
  const isNamed = (note: NoteRecord) => note.author_id !== null || note.author_name !== undefined;
  const put = after
    .all(noteType)
    .filter(isNamed)
    .map((note) => {
      const { author_name: _, ...rest } = note;
      return { ...rest, author_id: null };
    });
  return { put, remove: [] };
};

export const carriedNotesFeature: BoardFeature = {
  recordTypes: [],
  commands: [carryOver],
  cascades: [followColumns, forgetAuthors],
};
