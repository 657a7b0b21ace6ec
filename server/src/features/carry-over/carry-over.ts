// Copies the notes of undiscussed topics into another meeting of the team.
import { createHash } from 'node:crypto';

import { chooseNotes } from '@wentwell/contract/board/carried-notes';
import { isRejected, outcomeOf } from '@wentwell/contract/board/context';
import type { Facts } from '@wentwell/contract/board/facts';
import { groupType } from '@wentwell/contract/board/groups';
import { noteType } from '@wentwell/contract/board/notes';
import { GroupId, type MeetingId, NoteId } from '@wentwell/contract/ids';
import { CarryOver, CarryOverInput } from '@wentwell/contract/meetings/carry-over';
import { sql } from 'drizzle-orm';

import { readBoardOf } from '#server/board/read-board';
import type { StoreDeps } from '#server/board/store';
import { lockMeetingForAll } from '#server/features/meetings/meeting-access';
import { notes } from '#server/features/notes/notes.table';
import type { Tx } from '#server/platform/db/database';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { CommandRequest } from '#server/platform/http/command';
import { idOfHash } from '#server/platform/ids';

/** Deterministic, so that carrying a note over twice is a no-op. UUID version 8 marks it (`isCarriedOver`). */
function carriedId(source: string, target: MeetingId): string {
  const hash = createHash('sha256').update(`carry over ${source} ${target}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) % 4) + 8).toString(16);
  return idOfHash(hash, variant);
}

async function readCarried(
  tx: Tx,
  command: CommandRequest,
  at: { from: MeetingId; to: MeetingId },
): Promise<NonNullable<Facts['carryOver']>> {
  // Lock the source too: a concurrent guest claim changes the authors of its notes and would miss the copies.
  const { meeting } = (await lockMeetingForAll(tx, [command], at.from)).of(command);
  const { board: from, rowIds } = await readBoardOf(tx, meeting);
  const ids = new Map(
    from.all(noteType).map(({ id }) => [id, NoteId.parse(carriedId(rowIds.get(id) ?? id, at.to))]),
  );
  // Groups on different boards may share an id.
  const groupIds = new Map(
    from.all(groupType).map(({ id }) => [id, GroupId.parse(carriedId(`${at.from} ${id}`, at.to))]),
  );
  const known = await tx
    .select({ id: notes.id })
    .from(notes)
    .where(sql`${notes.id} = any(${sql.param([...ids.values()])}::uuid[])`);
  return { from, ids, groupIds, taken: new Set(known.map(({ id }) => id)) };
}

export function carryOverRoutes(api: Api, { store }: StoreDeps): void {
  const { change } = callsOf(api, 'Meetings');

  change('POST /meetings/:meetingId/carry-over', {
    operationId: 'carryOverTopics',
    summary: 'Carry topics over',
    description:
      'By any member: undiscussed topics become notes of another meeting of the team that is planned, or live' +
      ' before voting. The originals stay, and groups stay groups. A topic carried twice exists once. Notes ' +
      'from or in an anonymous meeting have no author. They are revealed, because the team knows them.',
    config: { requestCost: 10 },
    body: CarryOverInput,
    answers: { 201: CarryOver },
    run({ command, params: { meetingId: from }, body: { topic_ids, to_meeting_id: to } }) {
      return store.change(command, to, {
        name: 'topics.carry',
        input: { topic_ids },
        isAlone: true,
        async read(tx) {
          const carryOver = await readCarried(tx, command, { from, to });
          const chosen = outcomeOf(() => chooseNotes(carryOver.from, topic_ids));
          const note_ids = isRejected(chosen)
            ? []
            : chosen.flatMap(({ id }) => carryOver.ids.get(id) ?? []);
          return { input: { topic_ids, note_ids }, context: { facts: { carryOver } } };
        },
        answer({ input }) {
          const body = CarryOver.parse(input);
          return { status: 201, body, kept: body };
        },
      });
    },
  });
}
