// Arbitrary export files, and their comparable content.
import type { MeetingExport } from '@wentwell/contract/exports/meeting-export';
import { phases } from '@wentwell/contract/phases';
import fc from 'fast-check';

import { emptyExport as empty, exportedAt as time, exportedNote as note } from '#test/import-scene';

/**
 * Replaces ids in a file by texts and names. Omits parts that depend on the importing team: owners of action items who
 * are not `known` to it.
 */
export function contentOf(file: MeetingExport, known: readonly string[] = []) {
  const people = new Map(file.people.map(({ id, name }) => [id, name]));
  const notes = new Map(file.notes.map(({ id, text }) => [id, text]));
  const groups = new Map(file.groups.map(({ id, title }) => [id, title]));
  const who = (id: string | null) => id && people.get(id);
  const owner = (id: string | null) => known.find((name) => name === who(id)) ?? null;
  const topic = (id: string | null) => id && (groups.get(id) ?? notes.get(id));
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  const { name, phase, settings, columns, discussion, check_in, attendance } = file;
  return {
    facts: { name, phase, settings, columns, check_in, attendance },
    notes: file.notes.map(({ column, text, created_at, author, group }) => ({
      column,
      text,
      created_at,
      author: who(author),
      group: topic(group),
    })),
    groups: sorted(
      file.groups.map(({ title, title_is_custom, column }) => ({ title, title_is_custom, column })),
    ),
    votes: sorted(file.votes.map((each) => ({ ...each, topic: topic(each.topic) }))),
    order: discussion?.order.map(topic),
    parked: discussion?.parked.map(topic),
    discussed:
      discussion &&
      sorted(discussion.discussed.map((each) => ({ ...each, topic: topic(each.topic) }))),
    comments: sorted(
      file.comments.map((each) => ({ ...each, note: topic(each.note), author: who(each.author) })),
    ),
    reactions: sorted(file.reactions.map((each) => ({ ...each, note: notes.get(each.note) }))),
    actions: sorted(
      file.actions.map((each) => ({
        ...each,
        topic: topic(each.topic),
        assignee: owner(each.assignee),
      })),
    ),
  };
}

const words = fc.constantFrom('plain', '<b>no html</b>', '=1+1', '“𝓤nicode” 🎉', 'two\nlines');
// Fewer than three scores are never shown.
const histogram = fc.option(
  fc.tuple(fc.integer({ min: 3, max: 6 }), fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3)),
);

/** Files with a few of each kind. Topics are outside the action items column. */
export const anyFile = fc
  .record({
    kinds: fc.array(
      fc.record({ words, group: fc.nat(3), action: fc.boolean(), author: fc.nat(2) }),
      { maxLength: 9 },
    ),
    owners: fc.array(fc.option(fc.nat(2)), { minLength: 9, maxLength: 9 }),
    phase: fc.constantFrom(...phases),
    anonymous: fc.boolean(),
    mood: histogram,
    worth: histogram,
    answer: histogram,
    hasDiscussion: fc.boolean(),
    salt: fc.nat(1000),
  })
  .map(
    ({
      kinds,
      owners,
      phase,
      anonymous,
      mood,
      worth,
      answer,
      hasDiscussion,
      salt,
    }): MeetingExport => {
      const sizes = Map.groupBy(
        kinds.filter(({ action }) => !action),
        ({ group }) => group,
      );
      const groupIds = [...sizes].flatMap(([at, its]) =>
        at > 0 && its.length > 1 ? [`g${at}`] : [],
      );
      const people = ['Ann', 'Ben (he)', 'Çelik'].map((name, at) => ({ id: `person-${at}`, name }));
      const assigneeOf = (at: number | null = null) => (at === null ? null : `person-${at}`);
      const by = (at: number) => (anonymous || at === 2 ? null : `person-${at}`);
      const notes = kinds.map(({ words: text, group, action, author }, at) => ({
        ...note(`x${at}`),
        column: action ? 'action' : at % 2 === 0 ? 'went_well' : 'to_improve',
        author: by(author),
        text: `${at} ${text}`,
        group: !action && groupIds.includes(`g${group}`) ? `g${group}` : null,
      }));
      const topics = [
        ...groupIds,
        ...notes
          .filter(({ group, column }) => group === null && column !== 'action')
          .map(({ id }) => id),
      ];
      const order = topics.toReversed();
      const isPicked = (_: string, at: number) => (at + salt) % 2 === 0;
      return {
        ...empty,
        phase,
        settings: { ...empty.settings, anonymous },
        attendance: anonymous ? null : { took_part: 2, members: 3 + 10_000 * (salt % 2) },
        people,
        notes,
        groups: groupIds.map((id) => ({
          id,
          title: `Title of ${id}`,
          title_is_custom: true,
          column: 'to_improve',
        })),
        votes: topics
          .filter(isPicked)
          .map((topic, at) => ({ topic, votes: at + 2, voters: at + 1 })),
        discussion: hasDiscussion
          ? {
              order,
              parked: order.slice(0, 1),
              discussed: order.filter(isPicked).map((topic, at) => ({ topic, seconds: at * 30 })),
            }
          : null,
        comments: notes.flatMap(({ id }, at) => [
          {
            note: id,
            author: by(at % 3),
            ...(anonymous && at % 2 === 1 && { from_author: true }),
            text: `Comment ${at}`,
            created_at: time,
          },
        ]),
        reactions: notes.map(({ id }, at) => ({ note: id, emoji: '🎉', count: at + 1 })),
        actions: topics.map((topic, at) => ({
          text: `Do ${at}`,
          topic,
          note: null,
          assignee: assigneeOf(owners[at]),
          due_on: '2026-04-01',
          status: (['open', 'done', 'dropped'] as const)[at % 3] ?? 'open',
          reason: at % 3 === 2 ? 'moot' : null,
          created_at: time,
          done_at: at % 3 === 1 ? time : null,
        })),
        check_in: {
          mood,
          mood_after: null,
          worth,
          check_up: answer ? [{ question: 'Is our release calm?', scores: answer }] : [],
        },
      };
    },
  );
