// How many members took part, in exports. The report says it under "Participation".
import { z } from 'zod';

import { wholeNumber } from '../api/sentences.ts';
import type { ExportPart } from './export-part.ts';

const people = wholeNumber(1, 1_000_000_000);
const shape = {
  /** Null in anonymous meetings, small teams and before the end. */
  attendance: z
    .object({ took_part: people, members: people })
    .refine(({ took_part, members }) => took_part <= members, {
      path: ['took_part'],
      error: 'More people took part than the team has.',
    })
    .nullable()
    .default(null),
};

export const attendanceExport: ExportPart<typeof shape> = {
  shape,
  ofBoard: ({ meeting }) => ({ attendance: meeting.attendance ?? null }),
  rows: ({ attendance }) =>
    attendance
      ? [{ kind: 'attendance', text: `${attendance.took_part} of ${attendance.members} took part` }]
      : [],
  title: 'Attendance',
  isAboutPeople: false,
  lines: () => [],
};
