import { useQuery } from '@tanstack/react-query';
import { GuestName } from '@wentwell/contract/guests/guest-changes';
import type { UserId } from '@wentwell/contract/ids';
import { MessageSquare, MessageSquareOff, Pencil, UserMinus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { TextField } from '#web/ui/forms/TextField.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import { MenuItem } from '#web/ui/overlays/Menu.tsx';

import { useGuestsQuery, useUpdateGuest } from './guests.queries.ts';

/** Renames, mutes and removes a guest. For editors of the meeting. */
export function GuestMenuItems(props: { guestId: UserId; onRename: () => void }): ReactNode {
  const { guestId: id, onRename } = props;
  const { data = [] } = useQuery(useGuestsQuery());
  const update = useUpdateGuest();
  const guest = data.find(({ user_id }) => user_id === id);
  if (!guest) return null;
  const { muted } = guest;
  return (
    <>
      <MenuItem icon={<Pencil className="size-4" />} onSelect={onRename}>
        Rename…
      </MenuItem>
      <MenuItem
        icon={
          muted ? <MessageSquare className="size-4" /> : <MessageSquareOff className="size-4" />
        }
        onSelect={() => update.mutate({ id, muted: !muted })}
      >
        {muted ? 'Let write again' : 'Mute'}
      </MenuItem>
      <MenuItem
        icon={<UserMinus className="size-4" />}
        tone="danger"
        onSelect={() => update.mutate({ id, state: 'removed' })}
      >
        Remove from the retro
      </MenuItem>
    </>
  );
}

export function RenameGuestDialog(props: {
  guestId: UserId;
  name: string;
  onClose: () => void;
}): ReactNode {
  const { guestId: id, onClose } = props;
  const update = useUpdateGuest();
  const [name, setName] = useState(props.name);
  const [error, setError] = useState<string>();

  function rename(): void {
    const parsed = GuestName.safeParse(name);
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) update.mutate({ id, name: parsed.data }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      open
      onOpenChange={onClose}
      title="Rename guest"
      onSubmit={rename}
      submitLabel="Rename"
      busy={update.isPending}
      busyLabel="Renaming…"
    >
      <TextField
        label="Name"
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
