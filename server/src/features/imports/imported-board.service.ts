// The rows of a board that is made of a file (docs/retro.md ). Every id is new; names of people stay names,
// because anybody can write a file and put any name under a note.
import type { Discussion } from '@wentwell/contract/discussion';
import { CommentId, GroupId, NoteId, type TopicId } from '@wentwell/contract/ids';
import type { MeetingExport } from '@wentwell/contract/meeting-export';
import { isEditable } from '@wentwell/contract/meetings';
import { storedVersion } from '@wentwell/contract/stored-values';

import type { CommentRow } from '#server/features/comments/comments.table';
import type { GroupRow } from '#server/features/groups/groups.table';
import type { ImportedMeeting } from '#server/features/meetings/meeting-hook';
import type { MeetingRow } from '#server/features/meetings/meetings.table';
import type { ImportedCounts, NoteRow } from '#server/features/notes/notes.table';
import { newTimelessId } from '#server/platform/ids';

type ImportedIds = ImportedMeeting['ids'] & { group: ReadonlyMap<string, GroupId> };

export interface ImportedBoard {
  notes: NoteRow[];
  groups: GroupRow[];
  comments: CommentRow[];
}

/** New ids for what has others in the file. They do not tell in which order anything was written. */
export function importedIds({ notes, groups }: MeetingExport): ImportedIds {
  const note = new Map(notes.map(({ id }) => [id, newTimelessId(NoteId)]));
  const group = new Map(groups.map(({ id }) => [id, newTimelessId(GroupId)]));
  const topic = new Map<string, TopicId>([...note, ...group]);
  return { note, group, topic };
}

function known<Id>(ids: ReadonlyMap<string, Id>, id: string): Id {
  const found = ids.get(id);
  if (found === undefined) throw new Error('A file refers to what is not in it.');
  return found;
}

/** The discussion as it was; nothing of it goes on. */
export function importedDiscussion(
  { discussion }: MeetingExport,
  { topic }: ImportedIds,
): Discussion | null {
  if (discussion === null) return null;
  const idsOf = (refs: readonly string[]) => refs.map((ref) => known(topic, ref));
  return {
    order: idsOf(discussion.order),
    current: null,
    current_since: null,
    parked: idsOf(discussion.parked),
    discussed: Object.fromEntries(
      discussion.discussed.map((each) => [known(topic, each.topic), each.seconds]),
    ),
    more_time: [],
    go_on: [],
  };
}

/** By the ids of the file's notes; the votes of a topic stand on its first note. */
function countsOf({ notes, votes, reactions }: MeetingExport): Map<string, ImportedCounts> {
  const counts = new Map<string, ImportedCounts>();
  const of = (note: string): ImportedCounts => {
    const found = counts.get(note) ?? { votes: null, reactions: [] };
    counts.set(note, found);
    return found;
  };
  const firstNotes = new Map(notes.toReversed().map(({ id, group }) => [group ?? id, id]));
  for (const { topic, ...total } of votes) of(known(firstNotes, topic)).votes = total;
  for (const { note, emoji, count } of reactions) of(note).reactions.push({ emoji, count });
  return counts;
}

/**
 * The clock of the installation that wrote the file may be ahead: nothing was written later than `now`. What would be
 * keeps its order, a millisecond apart.
 */
export function withoutFuture(file: MeetingExport, now: Date): MeetingExport {
  const inPast = (time: string, later: number) => {
    const latest = now.getTime() - later;
    return Date.parse(time) > latest ? new Date(latest).toISOString() : time;
  };
  const ofAll = <Entry extends { created_at: string }>(entries: readonly Entry[]) =>
    entries.map((entry, at) => {
      return { ...entry, created_at: inPast(entry.created_at, entries.length - at) };
    });
  return {
    ...file,
    notes: ofAll(file.notes),
    comments: ofAll(file.comments),
    actions: ofAll(file.actions).map((action) => ({
      ...action,
      done_at: action.done_at === null ? null : inPast(action.done_at, 0),
    })),
  };
}

const undeleted = { deletedAt: null, deletedBy: null, deletedByHash: null };

export function importedBoard(
  file: MeetingExport,
  ids: ImportedIds,
  { id: meetingId, teamId, status }: MeetingRow,
): ImportedBoard {
  // A board that goes on is voted on anew.
  const counts = isEditable(status) ? new Map<string, ImportedCounts>() : countsOf(file);
  const names = new Map(file.people.map(({ id, name }) => [id, name]));
  const written = ({
    author,
    text,
    created_at,
  }: {
    author: string | null;
    text: string;
    created_at: string;
  }) => ({
    authorId: null,
    authorHash: null,
    authorName: author === null ? null : known(names, author),
    content: text,
    version: 1,
    createdAt: new Date(created_at),
    updatedAt: new Date(created_at),
    ...undeleted,
  });
  return {
    notes: file.notes.map((note, index) => ({
      id: known(ids.note, note.id),
      publicId: null,
      meetingId,
      teamId,
      ...written(note),
      noteType: note.column,
      hidden: false,
      edited: false,
      groupId: note.group === null ? null : known(ids.group, note.group),
      // As events of their own would have numbered them.
      position: index + 1,
      importedCounts: counts.get(note.id) ?? null,
      importedCountsVersion: storedVersion,
    })),
    groups: file.groups.map(({ id, title, title_is_custom, column }) => ({
      meetingId,
      teamId,
      id: known(ids.group, id),
      title,
      titleIsCustom: title_is_custom,
      columnId: column,
      version: 1,
    })),
    comments: file.comments.map((comment) => ({
      meetingId,
      teamId,
      id: newTimelessId(CommentId),
      noteId: known(ids.note, comment.note),
      ...written(comment),
    })),
  };
}
