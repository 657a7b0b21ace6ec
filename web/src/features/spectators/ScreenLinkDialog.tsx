import { useQuery, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import { NewSpectatorLink, SpectatorLinkState } from '@wentwell/contract/spectators';
import type { ReactNode } from 'react';

import { errorText, request } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { toast } from '#web/ui/feedback/toast';
import { QrCode } from '#web/ui/identity/QrCode.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

const pathOf = (meetingId: MeetingId): string => `/api/v1/meetings/${meetingId}/spectator-link`;

function spectatorLinkQuery(meetingId: MeetingId) {
  return queryOptions({
    queryKey: ['spectator-link', meetingId],
    queryFn: ({ signal }) =>
      request({ path: pathOf(meetingId), schema: SpectatorLinkState, signal }),
  });
}

/** The secret that this page was told, until it is reloaded: the server tells it once. */
function spectatorSecretQuery(meetingId: MeetingId) {
  return queryOptions<string | null>({
    queryKey: ['spectator-secret', meetingId],
    queryFn: () => null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

function useNewSpectatorLink(meetingId: MeetingId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      request({ path: pathOf(meetingId), method: 'POST', schema: NewSpectatorLink }),
    onSuccess: ({ secret, ...link }) => {
      queries.setQueryData(spectatorSecretQuery(meetingId).queryKey, secret);
      queries.setQueryData(spectatorLinkQuery(meetingId).queryKey, { link });
    },
    onError: (error) =>
      toast.error({ title: 'The screen link was not made.', description: errorText(error) }),
  });
}

function useRevokeSpectatorLink(meetingId: MeetingId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request({ path: pathOf(meetingId), method: 'DELETE' }),
    onSuccess: () => {
      queries.setQueryData(spectatorSecretQuery(meetingId).queryKey, null);
      queries.setQueryData(spectatorLinkQuery(meetingId).queryKey, { link: null });
      toast.success({ title: 'The screen link is revoked.' });
    },
    onError: (error) =>
      toast.error({ title: 'The screen link was not revoked.', description: errorText(error) }),
  });
}

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
          <div className="w-48 max-w-full">
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
          <Button variant="primary" onClick={() => void copyText(address, 'Link copied')}>
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
