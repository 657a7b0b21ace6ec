import { MeetingId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import { Anonymity } from '#web/screens/anonymity/Anonymity.tsx';
import { CatchUp } from '#web/screens/catch-up/CatchUp.tsx';
import { KeepWork } from '#web/screens/guest/KeepWork.tsx';

import { MeetingMissing } from './MeetingMissing.tsx';

/**
 * Rarely opened pages of a meeting in one file: evidence of anonymity, catch-up, claiming a guest's work, and "not found".
 * `part` is the path segment.
 */
export function MeetingAside(props: { meetingId?: string; part?: string }): ReactNode {
  const { data: meetingId } = MeetingId.safeParse(props.meetingId);
  if (meetingId === undefined) return <MeetingMissing />;
  const Page = { 'catch-up': CatchUp, keep: KeepWork }[props.part ?? ''] ?? Anonymity;
  return <Page meetingId={meetingId} />;
}
