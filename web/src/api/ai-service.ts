import { queryOptions } from '@tanstack/react-query';
import { AiServiceState } from '@wentwell/contract/ai-summary';

import { request } from './request.ts';

/** The operator's AI service; it changes at a restart alone. */
export const aiServiceQuery = queryOptions({
  queryKey: ['ai service'],
  queryFn: ({ signal }) => request({ path: '/api/v1/ai-service', schema: AiServiceState, signal }),
  staleTime: Infinity,
});
