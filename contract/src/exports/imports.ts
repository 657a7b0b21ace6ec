// Converts parts of an exported file into a meeting (docs/retro.md ).
import { noDiscussion } from '../discussion/discussion-changes.ts';
import type { Discussion } from '../discussion/discussion.ts';
import type { TopicTotal } from '../discussion/votes.ts';
import type { GroupId, NoteId, TopicId } from '../ids.ts';
import type { MeetingExport } from './meeting-export.ts';

/** Maps the file's local ids to new ids. */
export interface ImportedIds {
  note: ReadonlyMap<string, NoteId>;
  group: ReadonlyMap<string, GroupId>;
  topic: ReadonlyMap<string, TopicId>;
}

/** Votes and reactions of an imported note; their authors have no account here. */
interface Counts {
  votes: TopicTotal | null;
  reactions: { emoji: string; count: number }[];
}

/** Throws if the file has no such id. */
export function importedId<Id>(ids: ReadonlyMap<string, Id>, id: string): Id {
  const found = ids.get(id);
  if (found === undefined) throw new Error('The file refers to something that is not in it.');
  return found;
}

export function importedDiscussion(
  { discussion }: MeetingExport,
  { topic }: ImportedIds,
): Discussion | null {
  if (discussion === null) return null;
  const idsOf = (refs: readonly string[]) => refs.map((ref) => importedId(topic, ref));
  return {
    ...noDiscussion,
    order: idsOf(discussion.order),
    parked: idsOf(discussion.parked),
    discussed: Object.fromEntries(
      discussion.discussed.map((each) => [importedId(topic, each.topic), each.seconds]),
    ),
  };
}

/** Keyed by the file's note ids. A topic's votes belong to its first note. */
export function countsOf({ notes, votes, reactions }: MeetingExport): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  const of = (note: string): Counts => {
    const found = counts.get(note) ?? { votes: null, reactions: [] };
    counts.set(note, found);
    return found;
  };
  const firstNotes = new Map(notes.toReversed().map(({ id, group }) => [group ?? id, id]));
  for (const { topic, ...total } of votes) of(importedId(firstNotes, topic)).votes = total;
  for (const { note, emoji, count } of reactions) of(note).reactions.push({ emoji, count });
  return counts;
}

/** The exporting server's clock may be ahead. Future times become `now` or earlier, 1 ms apart, in order. */
export function clampToNow(file: MeetingExport, now: Date): MeetingExport {
  const inPast = (time: string, later: number) => {
    const latest = now.getTime() - later;
    return Date.parse(time) > latest ? new Date(latest).toISOString() : time;
  };
  const fixTimes = <Entry extends { created_at: string }>(entries: readonly Entry[]) =>
    entries.map((entry, at) => {
      return { ...entry, created_at: inPast(entry.created_at, entries.length - at) };
    });
  return {
    ...file,
    notes: fixTimes(file.notes),
    comments: fixTimes(file.comments),
    actions: fixTimes(file.actions).map((action) => ({
      ...action,
      done_at: action.done_at === null ? null : inPast(action.done_at, 0),
    })),
  };
}
