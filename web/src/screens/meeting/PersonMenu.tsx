import type { PresenceEntry } from '@wentwell/contract/live/live';
import { ArrowRight, Crown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { GuestMenuItems, RenameGuestDialog } from '#web/features/guests/GuestMenu.tsx';
import { useNameCoLead } from '#web/features/meetings/co-leads.tsx';
import { HandOverDialog } from '#web/features/meetings/LeadDialogs.tsx';
import { CommandItems, Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';

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
  const [isRenaming, setRenaming] = useState(false);
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
        {person.isGuest && <GuestMenuItems guestId={user_id} onRename={() => setRenaming(true)} />}
        {mayName && (
          <>
            <MenuItem
              icon={<Crown className="size-4" />}
              onSelect={() => nameCoLead.mutate({ user_id, is_co_lead: !isCoLead })}
            >
              {isCoLead ? 'Take the lead back' : 'Make co-lead'}
            </MenuItem>
            <MenuItem icon={<ArrowRight className="size-4" />} onSelect={() => handingOver.open()}>
              Hand over to <bdi>{name}</bdi>…
            </MenuItem>
          </>
        )}
      </Menu>
      {isRenaming && (
        <RenameGuestDialog guestId={user_id} name={name} onClose={() => setRenaming(false)} />
      )}
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
