import { useQuery } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import { errorText } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { copyText } from '#web/ui/feedback/copy-text';
import { QrCode } from '#web/ui/identity/QrCode.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

import {
  spectatorLinkQuery,
  spectatorSecretQuery,
  useNewSpectatorLink,
  useRevokeSpectatorLink,
} from './spectator-link.queries.ts';

/** Makes, shows and revokes the link by which a screen shows the board without an account. */
export function ScreenLinkDialog(props: {
  meetingId: MeetingId;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { meetingId, open, onOpenChange } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Screen link"
      description="Whoever has the link sees this board without an account, and changes nothing. It shows no hidden notes, and works until a day after the meeting."
    >
      <ScreenLink meetingId={meetingId} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open. */
function ScreenLink({ meetingId }: { meetingId: MeetingId }): ReactNode {
  const state = useQuery(spectatorLinkQuery(meetingId));
  const { data: secret } = useQuery(spectatorSecretQuery(meetingId));
  const make = useNewSpectatorLink(meetingId);
  const revoke = useRevokeSpectatorLink(meetingId);
  if (state.isError) return <Alert tone="danger">{errorText(state.error)}</Alert>;
  const link = state.data?.link ?? null;
  const address = link && secret ? `${location.origin}/watch#${secret}` : null;
  const busy = make.isPending || revoke.isPending || state.isPending;
  return (
    <div className="grid gap-4">
      {address && (
        <div className="grid justify-items-center gap-3">
          <div className="w-48">
            <QrCode text={address} label="QR code of the screen link" />
          </div>
          <code className="text-xs wrap-anywhere select-all">{address}</code>
        </div>
      )}
      {link && !address && (
        <p className="text-soft">
          There is a link, made on {new Date(link.created_at).toLocaleString()}. It is shown only
          once; a new one replaces it, and its screens stop.
        </p>
      )}
      {!link && !busy && <p className="text-soft">This meeting has no screen link.</p>}
      <DialogActions>
        {link && (
          <Button variant="danger" disabled={busy} onClick={() => revoke.mutate()}>
            Revoke
          </Button>
        )}
        {address ? (
          <Button
            variant="primary"
            onClick={() =>
              void copyText(address, { copied: 'Link copied', otherwise: 'Select it and copy it.' })
            }
          >
            Copy link
          </Button>
        ) : (
          <Button variant="primary" disabled={busy} onClick={() => make.mutate()}>
            {link ? 'Make a new link' : 'Make a link'}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
