import type { MeetingId } from '@wentwell/contract/ids';
import { AiServiceState, AiSummaryState } from '@wentwell/contract/report/ai-summary';

import { readQuery } from './queries.ts';

/** The operator's AI service; it changes only when the server restarts. */
export const aiServiceQuery = readQuery(
  ['ai service'],
  { path: '/api/v1/ai-service', schema: AiServiceState },
  { staleTime: Infinity },
);

export function aiSummaryQuery(meetingId: MeetingId) {
  return readQuery(['ai summary', meetingId], {
    path: `/api/v1/meetings/${meetingId}/ai-summary`,
    schema: AiSummaryState,
  });
}
