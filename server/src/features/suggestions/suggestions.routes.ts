// Suggests groups and similar notes. Never reads hidden notes, so that results cannot reveal them (docs/retro.md R-153).
import { type MeetingId, NoteId, type TopicId } from '@wentwell/contract/ids';
import { isActionColumn } from '@wentwell/contract/notes/columns';
import { suggestTitle } from '@wentwell/contract/notes/group-titles';
import {
  EarlierTopic,
  GroupSuggestion,
  SimilarNote,
  suggestionPolicy,
} from '@wentwell/contract/notes/suggestions';
import { and, asc, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';

import { countedRetrosOf } from '#server/board/counted-retros';
import { actions } from '#server/features/actions/actions.table';
import { groups } from '#server/features/groups/groups.table';
import { accessMeeting, meetingNow } from '#server/features/meetings/meeting-access';
import { columnsOf, meetings } from '#server/features/meetings/meetings.table';
import { hasNoteId, isOpenNote, noteIdOf, notes } from '#server/features/notes/notes.table';
import type { Database } from '#server/platform/db/database';
import { ApiError, authorize, notFound } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';

import type { ScoredNotes } from './comparison-jobs.ts';
import type { NoteComparer } from './note-comparer.ts';

/** A topic is compared with the notes of this many closed retros. */
const retrosCompared = 26;
const retrosReturned = 10;

function rounded(similarity: number): number {
  return Math.round(100 * similarity) / 100;
}

export function suggestionsRoutes(
  api: Api,
  { db, comparer }: { db: Database; comparer: NoteComparer },
): void {
  async function openNotes(meetingId: MeetingId) {
    return db
      .select()
      .from(notes)
      .where(and(eq(notes.meetingId, meetingId), isOpenNote))
      .orderBy(asc(notes.position));
  }

  /** The visible notes of a topic, which is a group or a note. Throws NOT_FOUND if the topic does not exist. */
  async function notesOfTopic(meetingId: MeetingId, topicId: TopicId) {
    const ofTopic = or(sql`${notes.groupId} = ${topicId}`, hasNoteId(NoteId.parse(topicId)));
    const found = await db
      .select()
      .from(notes)
      .where(and(eq(notes.meetingId, meetingId), ofTopic, isNull(notes.deletedAt)))
      .orderBy(asc(notes.position));
    if (found.length === 0) throw new ApiError('NOT_FOUND');
    return found.filter(({ hidden }) => !hidden);
  }

  callsOf(api, 'Groups').answer('GET /meetings/:meetingId/group-suggestions', {
    operationId: 'suggestGroups',
    summary: 'Suggest groups',
    description:
      'For leads, while notes can be grouped: ungrouped revealed notes of a column with similar texts; ' +
      'largest group first. A note is in one group at most. Changes nothing; computed on this server.',
    config: { requestCost: 20, isBatch: true },
    answers: { 200: z.array(GroupSuggestion) },
    refuses: [403, 409],
    async run({ caller, params: { meetingId } }) {
      const access = await accessMeeting(db, caller, meetingId);
      const meeting = meetingNow(access);
      authorize(suggestionPolicy.groups(access.teamContext, meeting));
      const rows = (await openNotes(meetingId)).filter(
        ({ groupId, noteType }) => groupId === null && !isActionColumn(meeting.columns, noteType),
      );
      if (rows.length < 2) return [];
      const texts = rows.map((note) => ({
        id: noteIdOf(note),
        text: note.content,
        column: note.noteType,
      }));
      const textOf = new Map(texts.map(({ id, text }) => [id, text]));
      const requester = { personId: caller.userId, teamId: meeting.team_id };
      const found = await comparer.run({ kind: 'groups', notes: texts }, requester);
      return found.map(({ noteIds, similarity }) => ({
        title: suggestTitle(noteIds.map((id) => textOf.get(id) ?? '')),
        note_ids: noteIds,
        similarity: rounded(similarity),
      }));
    },
  });

  callsOf(api, 'Notes').answer('GET /meetings/:meetingId/notes/:noteId/similar', {
    operationId: 'findSimilarNotes',
    summary: 'Find similar notes',
    description:
      'The board’s most similar revealed notes, best first, at most 20. Hidden notes are never compared: ' +
      'their list is empty, also for their author.',
    config: { requestCost: 10 },
    answers: { 200: z.array(SimilarNote) },
    async run({ caller, params: { meetingId, noteId } }) {
      const { meeting } = await accessMeeting(db, caller, meetingId);
      const [note = notFound()] = await db
        .select({ hidden: notes.hidden })
        .from(notes)
        .where(and(eq(notes.meetingId, meetingId), hasNoteId(noteId), isNull(notes.deletedAt)));
      if (note.hidden) return [];
      const texts = (await openNotes(meetingId)).map((row) => ({
        id: noteIdOf(row),
        text: row.content,
      }));
      // The note may have been deleted since.
      if (texts.length < 2 || !texts.some(({ id }) => id === noteId)) return [];
      const requester = { personId: caller.userId, teamId: meeting.teamId };
      const found = await comparer.run({ kind: 'similar', notes: texts, noteId }, requester);
      return found.flatMap(({ noteIds: [id], similarity }: ScoredNotes) =>
        id ? [{ note_id: id, similarity: rounded(similarity) }] : [],
      );
    },
  });

  callsOf(api, 'Discussion').answer('GET /meetings/:meetingId/topics/:topicId/earlier', {
    operationId: 'findEarlierTopics',
    summary: 'List earlier retros of a topic',
    description:
      'The team’s closed retros with notes on the topic, newest first, at most 10, each with its action ' +
      'items. Hidden notes are never compared: such a topic’s list is empty. Names nobody.',
    config: { requestCost: 10, isBatch: true },
    answers: { 200: z.array(EarlierTopic) },
    async run({ caller, params: { meetingId, topicId } }) {
      const { meeting } = await accessMeeting(db, caller, meetingId);
      const { teamId, endTime } = meeting;
      const topic = await notesOfTopic(meetingId, topicId);
      if (topic.length === 0) return [];
      const retros = await db
        .select()
        .from(meetings)
        .where(
          and(
            countedRetrosOf(teamId),
            ne(meetings.id, meetingId),
            meeting.status === 'live' || endTime === null
              ? undefined
              : lt(meetings.endTime, endTime),
          ),
        )
        .orderBy(desc(meetings.endTime), desc(meetings.id))
        .limit(retrosCompared);
      const ids = retros.map(({ id }) => id);
      const columns = new Map(retros.map((retro) => [retro.id, columnsOf(retro)]));
      const written = await db
        .select()
        .from(notes)
        .where(and(inArray(notes.meetingId, ids), isOpenNote))
        .orderBy(asc(notes.position));
      const compared = written.filter(
        (note) => !isActionColumn(columns.get(note.meetingId) ?? [], note.noteType),
      );
      if (compared.length === 0) return [];
      const [found] = await comparer.run(
        {
          kind: 'matches',
          texts: [topic.map(({ content }) => content).join('. ')],
          notes: compared.map(({ id, content }) => ({ id, text: content })),
        },
        { personId: caller.userId, teamId },
      );
      const alike = new Set(found?.noteIds);
      const matched = compared.filter(({ id }) => alike.has(id));
      const [titles, agreed] = await Promise.all([
        db
          .select({ meetingId: groups.meetingId, id: groups.id, title: groups.title })
          .from(groups)
          .where(inArray(groups.meetingId, ids)),
        db
          .select()
          .from(actions)
          .where(and(inArray(actions.meetingId, ids), isNull(actions.deletedAt)))
          .orderBy(asc(actions.createdAt), asc(actions.id)),
      ]);
      return retros
        .flatMap(({ id, endTime: closedAt }): EarlierTopic[] => {
          const its = matched.filter((note) => note.meetingId === id);
          const [first] = its;
          if (!first || !closedAt) return [];
          const topics = new Set<string>(
            its.flatMap((note) => [noteIdOf(note), ...(note.groupId ? [note.groupId] : [])]),
          );
          const group = titles.find(
            (each) => each.meetingId === id && each.id === first.groupId && each.title !== '',
          );
          return [
            {
              meeting_id: id,
              closed_at: closedAt.toISOString(),
              title: group?.title ?? first.content,
              actions: agreed
                .filter((each) => each.meetingId === id && topics.has(each.topicId ?? ''))
                .map(({ id: actionId, text, status, reason }) => ({
                  id: actionId,
                  text,
                  status,
                  reason,
                })),
            },
          ];
        })
        .slice(0, retrosReturned);
    },
  });
}
