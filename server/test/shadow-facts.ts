// Facts that a store reads for decisions, from test rows.
import type { BoardState } from '@wentwell/contract/board/board';
import type { Facts } from '@wentwell/contract/board/facts';
import { groupType } from '@wentwell/contract/board/groups';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import { GroupId, NoteId, type TeamId } from '@wentwell/contract/ids';
import { eq, inArray } from 'drizzle-orm';

import { carriedId } from '#server/features/carry-over/carry-over';
import { askedQuestions } from '#server/features/check-in/check-ins.table';
import { questionAfter, questions } from '#server/features/check-in/questions';
import { notes } from '#server/features/notes/notes.table';

import type { TestApp } from './build-test-app.ts';

export async function readNextQuestion(app: TestApp, teamId: TeamId): Promise<string> {
  const isOfTeam = eq(askedQuestions.teamId, teamId);
  const [found] = await app.db.select().from(askedQuestions).where(isOfTeam);
  return questions[questionAfter(teamId, (found?.asked ?? 0) + 1)] ?? '';
}

export async function readCarried(
  app: TestApp,
  from: BoardState,
  to: BoardState,
): Promise<Facts['carryOver']> {
  const target = getMeeting(to).id;
  const source = getMeeting(from).id;
  const ids = new Map(
    from.all(noteType).map(({ id }) => [id, NoteId.parse(carriedId(id, target))]),
  );
  const groupIds = new Map(
    from.all(groupType).map(({ id }) => [id, GroupId.parse(carriedId(`${source} ${id}`, target))]),
  );
  const found = await app.db
    .select()
    .from(notes)
    .where(inArray(notes.id, [...ids.values()]));
  return { from, ids, groupIds, taken: new Set(found.map(({ id }) => id)) };
}
