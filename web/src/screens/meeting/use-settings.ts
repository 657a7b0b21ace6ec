import { useMutation } from '@tanstack/react-query';
import type { Meeting } from '@wentwell/contract/meetings/meetings';

import { errorText } from '#web/api/request';
import { settingsMutation } from '#web/features/meetings/settings.queries';
import { useOptimisticToggle } from '#web/features/meetings/use-optimistic-toggle';
import { toast } from '#web/ui/feedback/toast';

/** Settings that a live board can change. */
export function useSettings(meeting: Meeting) {
  const { mutateAsync } = useMutation(settingsMutation(meeting.id));
  const { version, settings } = meeting;
  const { isOn, choose } = useOptimisticToggle(
    { isOn: settings.auto_advance, version },
    (auto_advance) => mutateAsync({ auto_advance }),
  );

  async function setAutoAdvance(next: boolean): Promise<void> {
    try {
      await choose(next);
    } catch (error) {
      toast.error({
        id: 'settings-refused',
        title: 'Failed to change the settings',
        description: errorText(error),
      });
    }
  }

  return {
    autoAdvance: { isOn, onSet: (next: boolean) => void setAutoAdvance(next) },
    /** Rejects if the server refuses. */
    save: mutateAsync,
  };
}
