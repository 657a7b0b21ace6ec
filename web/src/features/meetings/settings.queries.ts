// A board's settings. The board shows them, so that changes by other pages appear as well.
import { mutationOptions } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import type { MeetingUpdate } from '@wentwell/contract/meetings/meeting-changes';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { useState } from 'react';

import { putMeeting } from './meetings.queries.ts';

export type SettingsChange = NonNullable<MeetingUpdate['settings']>;

/** In sequence, so that the last press wins. */
export function settingsMutation(meetingId: MeetingId) {
  return mutationOptions({
    scope: { id: `settings ${meetingId}` },
    mutationFn: (settings: SettingsChange) => putMeeting(meetingId, { settings }),
  });
}

interface Choice {
  isOn: boolean;
  /** Version of the meeting with the setting; undefined while pending. */
  setAs?: number;
}

/** The owner's choice, shown until the board has reached its version. */
export function useOptimisticToggle(
  meeting: { isOn: boolean; version: number },
  /** Resolves to the changed meeting; rejects if the server refuses. */
  set: (isOn: boolean) => Promise<Pick<Meeting, 'version'>>,
): { isOn: boolean; choose: (isOn: boolean) => Promise<void> } {
  const [choice, setChoice] = useState<Choice | null>(null);

  async function choose(isOn: boolean): Promise<void> {
    const chosen: Choice = { isOn };
    let settled: Choice | null = null;
    setChoice(chosen);
    try {
      settled = { isOn, setAs: (await set(isOn)).version };
    } finally {
      // A later choice waits for its own response.
      setChoice((current) => (current === chosen ? settled : current));
    }
  }

  const isAhead = choice !== null && (choice.setAs ?? Infinity) > meeting.version;
  return { isOn: isAhead ? choice.isOn : meeting.isOn, choose };
}
