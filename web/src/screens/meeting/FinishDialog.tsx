import { checkInPolicy } from '@wentwell/contract/check-in/check-in-calls';
import type { ComponentProps, ReactNode } from 'react';

import { meetingNow, serverNow } from '#web/api/server-time';
import { WorthLine } from '#web/features/check-in/WorthLine.tsx';
import { putMeeting, useMeetingChange } from '#web/features/meetings/meetings.queries';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { type Section, TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

import { AgreedParts } from './feature-parts.tsx';
import { useMeetingParts } from './meeting-parts.ts';
import { ActionOwners } from './MeetingActions.tsx';

/** Review before the end: owners, and notes that the end reveals. Nothing blocks finishing. */
export function FinishDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { open, onOpenChange } = props;
  const { board, who } = useMeetingParts();
  const { meeting, notes, actions } = board;
  const finish = useMeetingChange({
    send: () => putMeeting(meeting.id, { status: 'closed', end_time: serverNow().toISOString() }),
    failed: 'Failed to finish meeting.',
  });
  const agreed = actions.filter(({ status }) => status === 'open');
  const ownerless = agreed.filter(({ assignee_id }) => assignee_id === null).length;
  const faceDown = notes.filter(({ hidden }) => hidden).length;
  const isAsking = checkInPolicy.worth(who, meetingNow(meeting), serverNow()) === 'allowed';
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title={`Finish “${meeting.name}”?`}
      description={`${ownerlessText(ownerless)}This ends it for everyone. The board stays available.`}
      confirmLabel="Finish"
      cancelLabel="Not yet"
      busyLabel="Finishing…"
      onConfirm={() => finish.mutateAsync()}
    >
      {faceDown > 0 && <Alert tone="warning">{faceDownText(faceDown)}</Alert>}
      {agreed.length > 0 && <ActionOwners actions={agreed} />}
      <AgreedParts board={board} Section={DialogSection} />
      {isAsking && <WorthLine />}
    </ConfirmDialog>
  );
}

function DialogSection(props: ComponentProps<Section>): ReactNode {
  return <TitledSection {...props} className="gap-2" />;
}

function ownerlessText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? 'One action has no owner yet. ' : `${count} actions have no owner yet. `;
}

function faceDownText(count: number): string {
  return count === 1
    ? '1 note is still face down. Finishing reveals it to everyone.'
    : `${count} notes are still face down. Finishing reveals them to everyone.`;
}
