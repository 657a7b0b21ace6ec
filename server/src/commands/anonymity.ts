// npm run anonymity -- MEETING: prints evidence that stored data does not reveal the authors of an anonymous meeting.
import { parseArgs } from 'node:util';

import { MeetingId } from '@wentwell/contract/ids';
import {
  type AnonymityEvidence,
  countingRule,
  keepingRules,
  notCovered,
  placeNames,
  type StoredRows,
  writtenTotals,
} from '@wentwell/contract/meetings/anonymity';

import { serverFeatures as features } from '#server/board-features';
import { readRetention } from '#server/config';
import { operatorEvidence } from '#server/features/anonymity/anonymity';
import type { Database } from '#server/platform/db/database';

import { CommandRefused, UsageError, runOnSchema, runWithArguments } from './command.ts';

const usage = `Usage: npm run anonymity -- MEETING

Counts the rows stored about an anonymous meeting, and those that name people. MEETING is its id or address.`;

/** Long, because the queries scan whole tables. */
const statementTimeoutMs = 600_000;

function readMeetingId(): MeetingId {
  const [given = '', ...more] = parseArgs({ allowPositionals: true }).positionals;
  const id = MeetingId.safeParse(/[^/?#]+$/.exec(given)?.[0]);
  if (!id.success || more.length > 0) throw new UsageError();
  return id.data;
}

const countOf = (rows: number | null) => {
  if (rows === null) return 'not told';
  return `${rows} ${rows === 1 ? 'row' : 'rows'}`;
};

function linesOf(title: string, stored: readonly StoredRows[], end: (rows: StoredRows) => string) {
  const places = [...Map.groupBy(stored, ({ place }) => place)];
  return [
    '',
    title,
    ...places.flatMap(([place, rows]) => [
      `  ${placeNames[place]}`,
      ...rows.map((each) => `    ${each.title}: ${end(each)}. ${each.holds}`),
    ]),
  ];
}

function evidenceText(evidence: AnonymityEvidence): string {
  const { backup, tables } = evidence;
  const { rows, withPerson } = writtenTotals(evidence);
  const last =
    backup.last_at === null ? 'none has been made yet' : `the newest is from ${backup.last_at}`;
  return [
    `${evidence.meeting_name} (${evidence.meeting_id}), counted at ${evidence.counted_at} in ${tables} tables:`,
    `${withPerson} of ${rows} rows about what people wrote name a person.`,
    ...linesOf(
      'What people wrote',
      evidence.written,
      (each) => `${countOf(each.rows)}, ${each.with_person} with a person`,
    ),
    ...linesOf('Where people are named', evidence.named, ({ with_person, with_both }) =>
      with_person === null
        ? countOf(null)
        : `${countOf(with_person)}, ${with_both} beside a note, comment or group`,
    ),
    '',
    `A backup made now holds the same: ${countOf(backup.rows)}; ${last}.`,
    `Figures are only shown once there are ${evidence.answers_min} answers.`,
    '',
    'Kept for',
    ...keepingRules(evidence).map(([what, rule]) => `  ${what}: ${rule}`),
    '',
    countingRule,
    notCovered,
  ].join('\n');
}

async function evidenceOf(db: Database, meetingId: MeetingId): Promise<string> {
  const evidence = await operatorEvidence(db, meetingId, { settings: readRetention(), features });
  if (!evidence) throw new CommandRefused(`There is no meeting ${meetingId}.`);
  return evidenceText(evidence);
}

await runWithArguments(usage, readMeetingId, (meetingId) =>
  runOnSchema((db) => evidenceOf(db, meetingId), { statementTimeoutMs }),
);
