import { useQuery } from '@tanstack/react-query';
import { GuestName } from '@wentwell/contract/guests/guest-changes';
import type { UserId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live/live';
import {
  ArrowRight,
  Crown,
  MessageSquare,
  MessageSquareOff,
  Pencil,
  UserMinus,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { useGuestsQuery, useUpdateGuest } from '#web/features/guests/guests.queries';
import { useNameCoLead } from '#web/features/meetings/co-leads.tsx';
import { HandOverDialog } from '#web/features/meetings/LeadDialogs.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import { CommandItems, Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { type DialogProps, useDialog } from '#web/ui/overlays/use-dialog.tsx';

import { useMeetingParts } from './meeting-parts.ts';

/** Opens from the person's row, its `children`. Only owners name leads. */
export function PersonMenu(props: {
  person: PresenceEntry;
  /** The user may also name leads. */
  mayName: boolean;
  children: ReactNode;
}): ReactNode {
  const { person, mayName, children } = props;
  const { meeting } = useMeetingParts().board;
  const { userId: user_id, userName: name, isOnline } = person;
  const isCoLead = meeting.co_lead_ids.includes(user_id);
  const nameCoLead = useNameCoLead(meeting);
  const handingOver = useDialog();
  const renaming = useDialog();
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className="-mx-2 block w-[calc(100%+1rem)] rounded-md px-2 text-left ring-focus transition-colors hover:bg-hover"
          >
            {children}
          </button>
        }
      >
        <CommandItems areListed={({ personId }) => personId === user_id} />
        {person.isGuest && <GuestMenuItems guestId={user_id} onRename={renaming.open} />}
        {mayName && (
          <>
            <MenuItem
              icon={<Crown />}
              onSelect={() => nameCoLead.mutate({ user_id, is_co_lead: !isCoLead })}
            >
              {isCoLead ? 'Take the lead back' : 'Make co-lead'}
            </MenuItem>
            <MenuItem icon={<ArrowRight />} onSelect={() => handingOver.open()}>
              Hand over to <bdi>{name}</bdi>…
            </MenuItem>
          </>
        )}
      </Menu>
      {renaming.render((dialog) => (
        <RenameGuestDialog {...dialog} guestId={user_id} present={name} />
      ))}
      {handingOver.render((dialog) => (
        <HandOverDialog
          {...dialog}
          meeting={meeting}
          candidates={[{ id: user_id, name, isOnline }]}
          first={user_id}
        />
      ))}
    </>
  );
}

/** Renames, mutes and removes a guest. For editors of the meeting. */
function GuestMenuItems(props: { guestId: UserId; onRename: () => void }): ReactNode {
  const { guestId: id, onRename } = props;
  const { data = [] } = useQuery(useGuestsQuery());
  const update = useUpdateGuest();
  const guest = data.find(({ user_id }) => user_id === id);
  if (!guest) return null;
  const { muted } = guest;
  return (
    <>
      <MenuItem icon={<Pencil />} onSelect={onRename}>
        Rename…
      </MenuItem>
      <MenuItem
        icon={muted ? <MessageSquare /> : <MessageSquareOff />}
        onSelect={() => update.mutate({ id, muted: !muted })}
      >
        {muted ? 'Unmute' : 'Mute'}
      </MenuItem>
      <MenuItem
        icon={<UserMinus />}
        tone="danger"
        onSelect={() => update.mutate({ id, state: 'removed' })}
      >
        Remove from the retro
      </MenuItem>
    </>
  );
}

function RenameGuestDialog(props: DialogProps & { guestId: UserId; present: string }): ReactNode {
  const { guestId: id, present, ...dialog } = props;
  const update = useUpdateGuest();
  const [name, setName] = useState(present);
  const [error, setError] = useState<string>();

  function rename(): void {
    const parsed = GuestName.safeParse(name);
    setError(parsed.error?.issues[0]?.message);
    const onSuccess = (): void => dialog.onOpenChange(false);
    if (parsed.success) update.mutate({ id, name: parsed.data }, { onSuccess });
  }

  return (
    <FormDialog
      {...dialog}
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
