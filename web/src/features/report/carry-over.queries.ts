import { useMutation } from '@tanstack/react-query';
import { CarryOver, type CarryOverInput } from '@wentwell/contract/carry-over';
import type { MeetingId, TopicId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings';

import { errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

interface Choice {
  topicIds: TopicId[];
  target: Pick<Meeting, 'id' | 'name'>;
}

/** Carried into the same meeting a second time, a topic is there once: a repeated request needs no key. */
export function useCarryOver(meetingId: MeetingId, onOpen: (meetingId: MeetingId) => void) {
  return useMutation({
    mutationFn: ({ topicIds, target }: Choice) =>
      request({
        path: `/api/v1/meetings/${meetingId}/carry-over`,
        method: 'POST',
        body: { topic_ids: topicIds, to_meeting_id: target.id } satisfies CarryOverInput,
        schema: CarryOver,
      }),
    onSuccess: (_, { topicIds, target }) => {
      const topics = topicIds.length === 1 ? '1 topic' : `${topicIds.length} topics`;
      toast.success({
        title: `${topics} taken into “${target.name}”`,
        action: { label: 'Open it', onPress: () => onOpen(target.id) },
      });
    },
    onError: (error) => {
      toast.error({ title: 'The topics were not taken along', description: errorText(error) });
    },
  });
}
