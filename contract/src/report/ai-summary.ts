// Summaries of finished meetings, drafted by an AI service and edited by a lead (docs/retro.md ).
import { z } from 'zod';

import { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { requiredText, Timestamp } from '../text/text.ts';

/** The operator's AI service: the host that receives texts, and its model. */
export const AiService = z.object({ host: z.string(), model: z.string() });
export type AiService = z.infer<typeof AiService>;

/** Null if the operator has not configured a service. */
export const AiServiceState = z.object({ service: AiService.nullable() });

/** The published text is a draft as it came, an edited draft, or the publisher's own. */
export const AiOrigin = z.enum(['draft', 'edited', 'own']);

export const AiSummary = z.object({
  text: z.string(),
  origin: AiOrigin.default('edited'),
  model: z.string(),
  /** Null after that account has been erased. */
  published_by: UserId.nullable(),
  published_at: Timestamp,
});
export type AiSummary = z.infer<typeof AiSummary>;

export const AiSummaryState = z.object({ summary: AiSummary.nullable() });

/** The exact text that would be sent to the service, and its digest. */
export const AiRequest = z.object({ text: z.string(), digest: z.string(), service: AiService });

export const AiDraftInput = z
  .object({ digest: z.string().max(64) })
  .meta({ examples: [{ digest: 'n4bQgYhM' }] });
/** `is_cut`: the service wrote more than a summary's maximum length. */
export const AiDraft = z.object({ text: z.string(), is_cut: z.boolean().default(false) });
export type AiDraft = z.infer<typeof AiDraft>;

export const AiSummaryInput = z
  .object({
    text: requiredText(limits.aiSummaryMax, 'Please enter a summary.'),
    origin: AiOrigin.default('edited'),
  })
  .meta({ examples: [{ text: 'Builds are too slow.' }] });

/** For example "Drafted by small-1, edited and published by Robin Field". */
export function sourceOfSummary({ origin, model }: AiSummary, publisher: string): string {
  if (origin === 'own') return `Written and published by ${publisher}`;
  const edited = origin === 'edited' ? 'edited and ' : '';
  return `Drafted by ${model}, ${edited}published by ${publisher}`;
}
