// Cross-field rules of an exported meeting. Each reports the path of the violation.
import { describeError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Place } from './export-part.ts';
import { exportParts } from './export-parts.ts';
import type { ExportShape } from './export-shape.ts';

export type Report = (place: Place, message: string) => void;

function requireUnique(ids: readonly string[], at: (index: number) => Place, report: Report) {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) report(at(index), 'This appears twice.');
    seen.add(id);
  }
}

function checkReferences(file: ExportShape, report: Report): void {
  const { notes, groups, people, columns, discussion } = file;
  requireUnique(
    [...notes, ...groups].map(({ id }) => id),
    (index) =>
      index < notes.length ? ['notes', index, 'id'] : ['groups', index - notes.length, 'id'],
    report,
  );
  requireUnique(
    people.map(({ id }) => id),
    (index) => ['people', index, 'id'],
    report,
  );
  const known = {
    person: new Set(people.map(({ id }) => id)),
    note: new Set(notes.map(({ id }) => id)),
    group: new Set(groups.map(({ id }) => id)),
    column: new Set<string>(columns.map(({ id }) => id)),
    topic: new Set<string>([
      ...groups.map(({ id }) => id),
      ...notes.filter(({ group }) => group === null).map(({ id }) => id),
    ]),
  };
  type Kind = keyof typeof known;
  const requireReference = (kind: Kind, id: string | null, place: Place): void => {
    if (id !== null && !known[kind].has(id)) report(place, `This file has no such ${kind}.`);
  };
  const requireReferences = <Field extends string>(
    part: string,
    entries: readonly Record<NoInfer<Field>, string | null>[],
    kinds: Record<Field, Kind>,
  ): void => {
    for (const [at, entry] of entries.entries()) {
      for (const field in kinds) requireReference(kinds[field], entry[field], [part, at, field]);
    }
  };
  requireReference('person', file.led_by, ['led_by']);
  requireReferences('notes', notes, { column: 'column', author: 'person', group: 'group' });
  requireReferences('groups', groups, { column: 'column' });
  requireReferences('votes', file.votes, { topic: 'topic' });
  requireReferences('comments', file.comments, { note: 'note', author: 'person' });
  requireReferences('reactions', file.reactions, { note: 'note' });
  const ofAction = { topic: 'topic', note: 'note', assignee: 'person' } as const;
  requireReferences('actions', file.actions, ofAction);
  const sizes = Map.groupBy(notes, ({ group }) => group);
  for (const [at, { id }] of groups.entries()) {
    if ((sizes.get(id)?.length ?? 0) < 2)
      report(['groups', at], 'A group needs at least two notes.');
  }
  requireUnique(
    file.votes.map(({ topic }) => topic),
    (at) => ['votes', at, 'topic'],
    report,
  );
  for (const part of ['order', 'parked'] as const) {
    const ids = discussion?.[part] ?? [];
    for (const [at, id] of ids.entries()) requireReference('topic', id, ['discussion', part, at]);
    requireUnique(ids, (at) => ['discussion', part, at], report);
  }
  const discussed = (discussion?.discussed ?? []).map(({ topic }) => topic);
  const placeOf = (at: number): Place => ['discussion', 'discussed', at, 'topic'];
  for (const [at, id] of discussed.entries()) requireReference('topic', id, placeOf(at));
  requireUnique(discussed, placeOf, report);
  requireUnique(
    file.reactions.map(({ note, emoji }) => `${note} ${emoji}`),
    (at) => ['reactions', at, 'emoji'],
    report,
  );
  for (const part of exportParts) {
    for (const [id, place] of part.peopleIn?.(file) ?? []) requireReference('person', id, place);
  }
}

function checkRoom({ settings, notes, comments, reactions }: ExportShape, report: Report): void {
  if (settings.votes_per_topic > settings.votes_per_person) {
    report(['settings', 'votes_per_topic'], describeError('VOTES_LIMITS').detail);
  }
  const topicOf = new Map(notes.map(({ id, group }) => [id, group ?? id]));
  const counts = new Map<string, number>();
  const isTooMany = (of: string, most: number): boolean => {
    const count = (counts.get(of) ?? 0) + 1;
    counts.set(of, count);
    return count > most;
  };
  for (const [at, { note }] of comments.entries()) {
    if (isTooMany(`topic ${topicOf.get(note)}`, limits.commentsPerTopic)) {
      report(['comments', at], describeError('TOPIC_COMMENTS_FULL').detail);
    }
  }
  for (const [at, { note }] of reactions.entries()) {
    if (isTooMany(`note ${note}`, limits.emojisPerNote)) {
      report(['reactions', at], describeError('REACTIONS_FULL').detail);
    }
  }
}

/** In an anonymous meeting, notes and comments must not have authors in the file either. */
function checkAnonymity(
  { settings, notes, comments, attendance }: ExportShape,
  report: Report,
): void {
  if (!settings.anonymous) return;
  if (attendance !== null) report(['attendance'], 'An anonymous meeting has no attendance.');
  const message = 'In an anonymous meeting nothing has an author.';
  for (const [part, entries] of Object.entries({ notes, comments })) {
    for (const [at, { author }] of entries.entries()) {
      if (author !== null) report([part, at, 'author'], message);
    }
  }
}

/** Importers run the rules of large files one at a time, so that each blocks the event loop only briefly. */
export const exportRules = [checkReferences, checkAnonymity, checkRoom];
