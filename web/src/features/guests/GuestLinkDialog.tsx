import { useQuery } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import { type ReactNode, useState } from 'react';

import { errorText } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { QrCode } from '#web/ui/identity/QrCode.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

import {
  guestLinkQuery,
  madeGuestLinkQuery,
  useNewGuestLink,
  useRevokeGuestLink,
} from './guests.queries.ts';

/** Makes, shows and revokes the link by which people without an account come to the board. */
export function GuestLinkDialog(props: {
  meetingId: MeetingId;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { meetingId, open, onOpenChange } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Guest link"
      description="Guests write, vote and comment in this one retro. They see nothing else of the team. The link ends with the meeting."
    >
      <GuestLink meetingId={meetingId} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open. */
function GuestLink({ meetingId }: { meetingId: MeetingId }): ReactNode {
  const state = useQuery(guestLinkQuery(meetingId));
  const { data: made } = useQuery(madeGuestLinkQuery(meetingId));
  const [admits, setAdmits] = useState(true);
  const make = useNewGuestLink(meetingId);
  const revoke = useRevokeGuestLink(meetingId);
  if (state.isError) return <Alert tone="danger">{errorText(state.error)}</Alert>;
  const link = state.data?.link ?? null;
  const isOwn = link !== null && made?.created_at === link.created_at;
  const address = isOwn ? `${location.origin}/guest#${made.secret}` : null;
  const busy = make.isPending || revoke.isPending || state.isPending;
  return (
    <div className="grid gap-4">
      {link && address && (
        <div className="grid justify-items-center gap-3">
          <div className="w-48">
            <QrCode text={address} label="QR code of the guest link" />
          </div>
          <code className="text-xs wrap-anywhere select-all">{address}</code>
          <p className="text-soft">
            {link.admit ? 'You let each guest in.' : 'Guests come in without waiting.'} At most{' '}
            {link.max}.
          </p>
        </div>
      )}
      {link && !address && (
        <p className="text-soft">
          There is a link, made on {new Date(link.created_at).toLocaleString()}. It is shown only
          once; a new one replaces it, and guests who are in stay.
        </p>
      )}
      {!link && !busy && <p className="text-soft">This meeting has no guest link.</p>}
      {!address && (
        <Checkbox
          label="Let each guest in myself"
          hint="Guests wait until somebody who leads lets them in."
          checked={admits}
          onCheckedChange={setAdmits}
        />
      )}
      <DialogActions>
        {link && (
          <Button variant="danger" disabled={busy} onClick={() => revoke.mutate()}>
            Revoke
          </Button>
        )}
        {address ? (
          <Button variant="primary" onClick={() => void copyText(address, 'Link copied')}>
            Copy link
          </Button>
        ) : (
          <Button variant="primary" disabled={busy} onClick={() => make.mutate(admits)}>
            {link ? 'Make a new link' : 'Make a link'}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
