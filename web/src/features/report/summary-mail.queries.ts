import { queryOptions, useMutation } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import { SummaryMail } from '@wentwell/contract/summary-mail';
import { v7 as newId } from 'uuid';

import { errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

/** Who would get the summary now. */
export function summaryMailQuery(meetingId: MeetingId) {
  return queryOptions({
    queryKey: ['summary mail', meetingId],
    queryFn: ({ signal }) =>
      request({ path: `/api/v1/meetings/${meetingId}/summary-mail`, schema: SummaryMail, signal }),
    // Asked anew whenever somebody is about to send it.
    staleTime: 0,
  });
}

export function useSendSummary(meetingId: MeetingId) {
  return useMutation({
    mutationFn: () =>
      request({
        path: `/api/v1/meetings/${meetingId}/summary-mail`,
        method: 'POST',
        headers: { 'Idempotency-Key': newId() },
        schema: SummaryMail,
      }),
    onSuccess: ({ recipients }) => {
      const people = recipients.length === 1 ? 'one person' : `${recipients.length} people`;
      toast.success({ title: `Summary sent to ${people}` });
    },
    onError: (error) => {
      toast.error({ title: 'The summary was not sent', description: errorText(error) });
    },
  });
}
