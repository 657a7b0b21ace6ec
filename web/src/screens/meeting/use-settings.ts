import { useMutation } from '@tanstack/react-query';
import type { Meeting } from '@wentwell/contract/meetings';
import { useState } from 'react';

import { errorText } from '#web/api/request';
import { type SettingsChange, settingsMutation } from '#web/features/meetings/settings.queries';
import { toast } from '#web/ui/feedback/toast';

/** What the owner sets of a live meeting from its board. `onChanged` as in `settingsMutation`. */
export function useSettings(
  meeting: Meeting,
  onChanged: () => void,
): {
  autoAdvance: { isOn: boolean; onSet: (isOn: boolean) => void };
  /** Rejects where the server refuses. */
  save: (change: SettingsChange) => Promise<unknown>;
} {
  const { mutate, mutateAsync } = useMutation(settingsMutation(meeting.id, onChanged));
  const { version, settings } = meeting;
  // Shown until the board has the next version of the meeting.
  const [chosen, setChosen] = useState<{ isOn: boolean; version: number } | null>(null);

  function onError(error: unknown): void {
    setChosen(null);
    toast.error({
      id: 'settings-refused',
      title: 'Failed to change the settings',
      description: errorText(error),
    });
  }

  return {
    autoAdvance: {
      isOn: chosen?.version === version ? chosen.isOn : settings.auto_advance,
      onSet: (isOn) => {
        setChosen({ isOn, version });
        mutate({ auto_advance: isOn }, { onError });
      },
    },
    save: mutateAsync,
  };
}
