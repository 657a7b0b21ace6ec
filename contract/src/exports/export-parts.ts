// The parts of exports and of the report that features add.
import { z } from 'zod';

import {
  answersOf,
  Outcome,
  outcomeLabels,
  outcomesPerMeeting,
  OutcomeTotals,
} from '../actions/outcomes.ts';
import { wholeNumber } from '../api/sentences.ts';
import type { Board } from '../board/snapshot.ts';
import { ThanksInput, thanksPerBoard } from '../board/thanks.ts';
import type { UserId } from '../ids.ts';
import { additionsMax, Revealed } from '../meetings/catch-up.ts';
import { attendanceText } from '../meetings/meetings.ts';
import { AiSummary } from '../report/ai-summary.ts';
import { escaped, indented } from '../text/markdown-text.ts';
import { trimmedText } from '../text/text.ts';
import { checkInExport, checkInShape } from './check-in-export.ts';
import { type ExportPart, LocalId, type Place } from './export-part.ts';

const Helped = OutcomeTotals.extend({ text: trimmedText });

/** The parts' data beside the board. Missing where the reader may not see it; imports ignore it. */
export interface BesideBoard {
  summary?: AiSummary | null;
  /** Revealed in this meeting. */
  additions?: readonly Revealed[];
  /** Asked in this meeting, with enough answers. */
  did_it_help?: readonly z.infer<typeof Helped>[];
}

const thanksShape = {
  thanks: z
    .array(z.object({ from: LocalId, to: LocalId, text: ThanksInput.shape.text }))
    .max(thanksPerBoard)
    .default([]),
};

const thanksExport: ExportPart<typeof thanksShape> = {
  ofBoard: ({ thanks }, person) => ({
    thanks: thanks.map(({ user_id, to_user_id, text }) => ({
      from: person(user_id),
      to: person(to_user_id),
      text,
    })),
  }),
  list: { field: 'thanks', max: thanksPerBoard },
  people: 2 * thanksPerBoard,
  peopleIn: ({ thanks }) =>
    thanks.flatMap(({ from, to }, at): [string, Place][] => [
      [from, ['thanks', at, 'from']],
      [to, ['thanks', at, 'to']],
    ]),
  rows: ({ thanks }, nameOf) =>
    thanks.map(({ from, to, text }) => ({
      kind: 'thanks',
      text,
      author: nameOf(from),
      assignee: nameOf(to),
    })),
  title: 'Thanks',
  lines: ({ thanks }, nameOf) =>
    thanks.map(({ user_id, to_user_id, text }) => {
      const [from, to] = [user_id, to_user_id].map((id) => escaped(nameOf(id)));
      return `- To **${to}**, from ${from}: ${indented(text)}`;
    }),
  isAboutPeople: true,
};

const people = wholeNumber(1, 1_000_000_000);
const attendanceShape = {
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

/** How many members took part. The report says it under "Participation". */
const attendanceExport: ExportPart<typeof attendanceShape> = {
  ofBoard: ({ meeting }) => ({ attendance: meeting.attendance ?? null }),
  rows: ({ attendance }) =>
    attendance ? [{ kind: 'attendance', text: attendanceText(attendance) }] : [],
};

const summaryShape = {
  summary: AiSummary.pick({ origin: true })
    .extend({ text: trimmedText, model: trimmedText, published_by: LocalId.nullable() })
    .nullable()
    .default(null),
};

/** The report begins with it. */
const summaryExport: ExportPart<typeof summaryShape, BesideBoard> = {
  ofBoard(_board, person, { summary = null }) {
    const by = summary && summary.published_by;
    const named = summary && { ...summary, published_by: by && person(by) };
    return z.object(summaryShape).parse({ summary: named });
  },
  people: 1,
  peopleIn: ({ summary }) =>
    summary?.published_by ? [[summary.published_by, ['summary', 'published_by']]] : [],
  rows: ({ summary }, nameOf) =>
    summary ? [{ kind: 'summary', text: summary.text, author: nameOf(summary.published_by) }] : [],
};

const additionsShape = {
  additions: z
    .array(
      Revealed.pick({ kind: true }).extend({
        about: trimmedText.nullable(),
        text: trimmedText,
        author: LocalId.nullable(),
      }),
    )
    .max(additionsMax.perMeeting)
    .default([]),
};
const additionHeads = { note: 'Note', me_too: 'Me too', objection: 'Objection' };

const additionsExport: ExportPart<typeof additionsShape, BesideBoard> = {
  ofBoard: (_board, person, { additions = [] }) =>
    z.object(additionsShape).parse({
      additions: additions.map((each) => ({
        ...each,
        author: each.user_id && person(each.user_id),
      })),
    }),
  list: { field: 'additions', max: additionsMax.perMeeting },
  people: additionsMax.perMeeting,
  peopleIn: ({ additions }) =>
    additions.flatMap(({ author }, at): [string, Place][] =>
      author === null ? [] : [[author, ['additions', at, 'author']]],
    ),
  rows: ({ additions }, nameOf) =>
    additions.map(({ kind, about, text, author }) => ({
      kind: kind === 'note' ? 'added note' : kind.replace('_', ' '),
      topic: about,
      text,
      author: nameOf(author),
    })),
  title: 'From people who were away',
  lines: (_board, nameOf, { additions = [] }) =>
    additions.map(({ kind, about, text, user_id: by }) => {
      const head = [additionHeads[kind], ...(about === null ? [] : [`“${indented(about)}”`])];
      const who = by === null ? '' : ` (${escaped(nameOf(by))})`;
      return `- ${head.join(': ')}${who}${text === '' ? '' : `: ${indented(text)}`}`;
    }),
  isAboutPeople: true,
};

const outcomesShape = { did_it_help: z.array(Helped).max(outcomesPerMeeting).default([]) };

const outcomesExport: ExportPart<typeof outcomesShape, BesideBoard> = {
  ofBoard: (_board, _person, { did_it_help }) => z.object(outcomesShape).parse({ did_it_help }),
  list: { field: 'did_it_help', max: outcomesPerMeeting },
  rows: ({ did_it_help }) =>
    did_it_help.map(({ text: topic, ...totals }) => ({
      kind: 'did it help',
      topic,
      text: Outcome.options.map((each) => `${outcomeLabels[each]}: ${totals[each]}`).join(', '),
      answers: answersOf(totals),
    })),
};

/** In the order of tables and of the report. */
export const exportParts = [
  thanksExport,
  checkInExport,
  attendanceExport,
  summaryExport,
  additionsExport,
  outcomesExport,
];

export const exportedShape = {
  ...thanksShape,
  ...checkInShape,
  ...attendanceShape,
  ...summaryShape,
  ...additionsShape,
  ...outcomesShape,
};

export function exportedFields(board: Board, person: (id: UserId) => string, beside: BesideBoard) {
  return {
    ...thanksExport.ofBoard(board, person, beside),
    ...checkInExport.ofBoard(board, person, beside),
    ...attendanceExport.ofBoard(board, person, beside),
    ...summaryExport.ofBoard(board, person, beside),
    ...additionsExport.ofBoard(board, person, beside),
    ...outcomesExport.ofBoard(board, person, beside),
  };
}
