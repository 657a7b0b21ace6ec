// Exports' parts beside the board: the summary, additions of absent members, and whether action items helped. Imports
// ignore them.
import { z } from 'zod';

import {
  answersOf,
  Outcome,
  outcomeLabels,
  outcomesPerMeeting,
  OutcomeTotals,
} from '../actions/outcomes.ts';
import type { UserId } from '../ids.ts';
import { additionsMax, Revealed } from '../meetings/catch-up.ts';
import { AiSummary } from '../report/ai-summary.ts';
import { trimmedText } from '../text/text.ts';
import { type CsvFields, LocalId } from './export-part.ts';

/** Asked in this meeting, with enough answers. */
const Helped = OutcomeTotals.extend({ text: trimmedText });

export interface BesideBoard {
  summary: AiSummary | null;
  additions: readonly Revealed[];
  did_it_help: readonly z.infer<typeof Helped>[];
}

export const besideShape = {
  summary: AiSummary.pick({ origin: true })
    .extend({ text: trimmedText, model: trimmedText, published_by: LocalId.nullable() })
    .nullable()
    .default(null),
  /** Revealed in this meeting. */
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
  did_it_help: z.array(Helped).max(outcomesPerMeeting).default([]),
};
const Beside = z.object(besideShape);
type Beside = z.infer<typeof Beside>;

export const peopleBeside = additionsMax.perMeeting + 1;

export function fieldsBeside(
  { summary, additions, did_it_help }: BesideBoard,
  person: (id: UserId) => string,
): Beside {
  const local = (id: UserId | null) => id && person(id);
  return Beside.parse({
    summary: summary && { ...summary, published_by: local(summary.published_by) },
    additions: additions.map((each) => ({ ...each, author: local(each.user_id) })),
    did_it_help,
  });
}

export function rowsBeside(
  { summary, additions, did_it_help: asked }: Beside,
  nameOf: (id: string | null) => string,
): CsvFields[] {
  return [
    ...(summary
      ? [{ kind: 'summary', text: summary.text, author: nameOf(summary.published_by) }]
      : []),
    ...additions.map(({ kind, about, text, author }) => ({
      kind: kind === 'note' ? 'added note' : kind.replace('_', ' '),
      topic: about,
      text,
      author: nameOf(author),
    })),
    ...asked.map(({ text: topic, ...totals }) => ({
      kind: 'did it help',
      topic,
      text: Outcome.options.map((each) => `${outcomeLabels[each]}: ${totals[each]}`).join(', '),
      answers: answersOf(totals),
    })),
  ];
}
