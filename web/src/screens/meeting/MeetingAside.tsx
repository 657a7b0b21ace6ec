import { MeetingId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import { Anonymity } from '#web/screens/anonymity/Anonymity.tsx';
import { CatchUp } from '#web/screens/catch-up/CatchUp.tsx';
import { KeepWork } from '#web/screens/guest/KeepWork.tsx';

import { MeetingMissing } from './MeetingMissing.tsx';

/**
 * Seldom opened, so in one piece: the evidence of a meeting's anonymity, its catch-up, what its guest keeps, and the page for an address without a
 * meeting. They are the parts of the address.
 */
export function MeetingAside(props: { meetingId?: string; part?: string }): ReactNode {
  const { data: meetingId } = MeetingId.safeParse(props.meetingId);
  if (meetingId === undefined) return <MeetingMissing />;
  const Page = { 'catch-up': CatchUp, keep: KeepWork }[props.part ?? ''] ?? Anonymity;
  return <Page meetingId={meetingId} />;
}
