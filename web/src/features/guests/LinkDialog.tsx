import { useQuery } from '@tanstack/react-query';
import type { GuestLink } from '@wentwell/contract/guests/guests';
import type { SpectatorLink } from '@wentwell/contract/guests/spectators';
import { type ReactNode, useState } from 'react';

import { errorText } from '#web/api/request';
import { useShownBoard } from '#web/live/use-board';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { QrCode } from '#web/ui/identity/QrCode.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import {
  boardLinkQuery,
  type LinkKind,
  madeLinkQuery,
  useChangeLink,
  useGuestsQuery,
  useUpdateGuest,
} from './guests.queries.ts';

const texts = {
  screen: {
    title: 'Screen in the room',
    description:
      'Anyone with the link can watch, but not change anything. Hidden notes stay hidden. The link works until a day after the meeting.',
    page: '/watch',
    afterwards: 'its screens stop',
  },
  guest: {
    title: 'Guest link',
    description:
      "Guests can write, vote and comment in this retro. The team's other work stays private. The link ends with the meeting.",
    page: '/guest',
    afterwards: 'guests already in stay',
  },
};

/** Creates, shows and revokes a link that opens the board without an account. */
export function LinkDialog({ kind, ...dialog }: DialogProps & { kind: LinkKind }): ReactNode {
  const { title, description } = texts[kind];
  return (
    <Dialog {...dialog} title={title} description={description}>
      <BoardLink kind={kind} />
    </Dialog>
  );
}

/** Mounted only while its dialog is open. */
export function BoardLink({ kind }: { kind: LinkKind }): ReactNode {
  const { id: meetingId } = useShownBoard().meeting;
  const state = useQuery(boardLinkQuery(kind, meetingId));
  const { data: made } = useQuery(madeLinkQuery(kind, meetingId));
  const { make, revoke } = useChangeLink(kind, meetingId);
  const [chosen, setAdmit] = useState<boolean>();
  if (state.isError && !state.data) return <Alert tone="danger">{errorText(state.error)}</Alert>;
  const link: SpectatorLink | null = state.data?.link ?? null;
  const admit = chosen ?? (isGuestLink(link) ? link.admit : true);
  const { page, afterwards } = texts[kind];
  const isOwn = link !== null && made?.created_at === link.created_at;
  const address = isOwn ? `${location.origin}${page}#${made.secret}` : null;
  const busy = make.isPending || revoke.isPending || state.isPending;
  return (
    <div className="grid gap-4">
      {address && (
        <div className="grid justify-items-center gap-3">
          <div className="w-48 max-w-full">
            <QrCode text={address} label={`QR code of the ${kind} link`} />
          </div>
          <code className="text-xs wrap-anywhere select-all">{address}</code>
          {isGuestLink(link) && (
            <p className="text-soft">
              {link.admit ? 'You let guests in one by one.' : 'Guests can join right away.'} At most{' '}
              {link.max}.
            </p>
          )}
        </div>
      )}
      {link && !address && (
        <p className="text-soft">
          A link was made on {new Date(link.created_at).toLocaleString()}. It was shown only once. A
          new one replaces it, and {afterwards}.
        </p>
      )}
      {!link && !busy && <p className="text-soft">This meeting has no {kind} link.</p>}
      {kind === 'guest' && !address && (
        <Checkbox
          label="Let guests in one by one"
          hint="Guests wait until a lead lets them in."
          checked={admit}
          onCheckedChange={setAdmit}
        />
      )}
      {kind === 'guest' && <GuestRows />}
      <DialogActions>
        {link && (
          <Button variant="ghost" disabled={busy} onClick={() => revoke.mutate()}>
            Revoke
          </Button>
        )}
        {address && kind === 'screen' && (
          <a href={address} target="_blank" rel="noreferrer" className={buttonClass()}>
            Open here
          </a>
        )}
        {address ? (
          <Button variant="primary" onClick={() => void copyText(address, 'Link copied')}>
            Copy link
          </Button>
        ) : (
          <Button
            variant="primary"
            disabled={busy}
            onClick={() => make.mutate(kind === 'guest' ? { admit } : undefined)}
          >
            {link ? 'Make a new link' : 'Make a link'}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

function isGuestLink(link: SpectatorLink | null): link is GuestLink {
  return link !== null && 'max' in link;
}

/** All guests of a meeting, including absent ones. */
function GuestRows(): ReactNode {
  const { data = [] } = useQuery(useGuestsQuery());
  const update = useUpdateGuest();
  if (data.length === 0) return null;
  return (
    <ul aria-label="Guests" className="grid gap-1">
      {data.map(({ user_id: id, name, state, muted }) => (
        <li key={id} className="flex items-center justify-between gap-3">
          <Part>
            <span className="min-w-0 wrap-anywhere">
              <bdi>{name}</bdi>
              {state === 'waiting' && <span className="text-soft"> · waiting</span>}
              {muted && <span className="text-soft"> · muted</span>}
            </span>
            <Button
              size="sm"
              variant="ghost"
              disabled={update.isPending}
              onClick={() => update.mutate({ id, state: 'removed' })}
            >
              Remove <span className="sr-only">{name}</span>
            </Button>
          </Part>
        </li>
      ))}
    </ul>
  );
}
