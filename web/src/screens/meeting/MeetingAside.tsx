import type { MeetingId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import { Anonymity } from '#web/screens/anonymity/Anonymity.tsx';

import { MeetingMissing } from './MeetingMissing.tsx';

/** Seldom opened, so in one piece: the evidence of a meeting's anonymity, and the page for an address without a meeting. */
export function MeetingAside({ meetingId }: { meetingId: MeetingId | undefined }): ReactNode {
  return meetingId === undefined ? <MeetingMissing /> : <Anonymity meetingId={meetingId} />;
}
