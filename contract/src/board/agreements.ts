// Team agreements (docs/retro.md ). They name no authors. Joining shows them.
import { z } from 'zod';

import { ActionText } from '../actions/actions.ts';
import { showsSinceLastTime } from '../actions/since-last-time.ts';
import { wholeNumber } from '../api/sentences.ts';
import { ActionId, TeamId, TopicId, Uuid } from '../ids.ts';
import { Timestamp } from '../text/text.ts';
import type { BoardState } from './board.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { getMeeting } from './meeting.ts';
import { defineRecordType, fieldsOf } from './record.ts';

export const AgreementId = Uuid.brand<'AgreementId'>();
export type AgreementId = z.infer<typeof AgreementId>;

const AgreementState = z.enum(['holds', 'ended']);
const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('action'), id: ActionId }),
  z.object({ kind: z.literal('topic'), id: TopicId }),
]);
export type AgreementSource = z.infer<typeof Source>;

export const agreementsMax = 50;

/** Counted in closed retros with two people or more. */
export const reviewAfterMax = 52;
const ReviewAfter = wholeNumber(1, reviewAfterMax);

export const Agreement = z.object({
  id: AgreementId,
  team_id: TeamId,
  text: z.string(),
  state: AgreementState,
  /** The number of retros after which joining asks whether the agreement still holds. */
  review_after: ReviewAfter,
  /** `review_after` retros have been closed since the team last confirmed it. */
  is_due: z.boolean(),
  /** The source that it was made from. Null if it was typed. */
  from: Source.nullable(),
  created_at: Timestamp,
  /** When the team last confirmed it. */
  held_at: Timestamp,
  ended_at: Timestamp.nullable(),
  version: z.number().int(),
});
export type Agreement = z.infer<typeof Agreement>;

export const AgreementInput = z
  .object({ text: ActionText, review_after: ReviewAfter.default(3), from: Source.optional() })
  .meta({ examples: [{ text: 'Small changes before large ones' }] });

/** Absent fields stay unchanged. `holds` confirms the agreement and reopens an ended one. */
export const AgreementUpdate = z
  .object({
    text: ActionText.optional(),
    review_after: ReviewAfter.optional(),
    state: AgreementState.optional(),
  })
  .meta({ examples: [{ state: 'holds' }, { state: 'ended' }] });
export type AgreementUpdate = z.infer<typeof AgreementUpdate>;

const AgreementRecord = Agreement.extend({ type: z.literal('agreement') });
type AgreementRecord = z.infer<typeof AgreementRecord>;
const agreementType = defineRecordType(AgreementRecord, {
  hasUserText: true,
  isLookBack: () => true,
});

export function toAgreementRecord(agreement: Agreement): AgreementRecord {
  return { type: 'agreement', ...agreement };
}

/** Replaces all agreements on the board. Issued by the store to boards in joining when one has changed. */
const show = defineCommand({
  name: 'agreement.show',
  input: z.object({ agreements: z.array(Agreement) }),
  decide(board, { agreements }) {
    const ids = new Set<string>(agreements.map(({ id }) => id));
    const remove = board.all(agreementType).filter(({ id }) => !ids.has(id));
    return { put: agreements.map(toAgreementRecord), remove };
  },
});

/** Sorted by creation time, then id. */
function presentAgreements(board: BoardState): { agreements?: Agreement[] | undefined } {
  if (!showsSinceLastTime(getMeeting(board))) return {};
  const inOrder = ({ created_at, id }: Agreement) => `${created_at} ${id}`;
  const all = board.all(agreementType).map(fieldsOf);
  return { agreements: all.toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1)) };
}

export const agreementsFeature = {
  recordTypes: [agreementType],
  commands: [show],
  shape: { agreements: z.array(Agreement).optional() },
  present: presentAgreements,
} satisfies ShownFeature;
