import type { UserId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live';
import type { Meeting } from '@wentwell/contract/meetings';
import type { TeamMember } from '@wentwell/contract/teams';
import { type ReactNode, useState } from 'react';

import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';

import { useHandOver } from './meetings.queries.ts';

export type LeadQuestion = 'take-over' | 'hand-over';

/** The dialogs that change the owner, loaded separately because a board rarely needs them. */
export function LeadDialogs(props: {
  meeting: Pick<Meeting, 'id' | 'owner_id'>;
  me: UserId;
  ownerName: string;
  members: readonly TeamMember[];
  presence: readonly PresenceEntry[];
  /** Whether a dialog is requested: only then a failed load is reported. */
  open: boolean;
  asking: LeadQuestion | null;
  onClose: () => void;
}): ReactNode {
  const { meeting, me, ownerName, members, presence, asking, onClose } = props;
  const handOver = useHandOver();
  const online = new Set(presence.filter((one) => one.isOnline).map((one) => one.userId));
  return (
    <>
      <ConfirmDialog
        open={asking === 'take-over'}
        onOpenChange={onClose}
        title="Take Over Meeting"
        description={`You will lead instead of ${ownerName}. Everyone here is told.`}
        confirmLabel="Take Over"
        busyLabel="Taking over..."
        onConfirm={() => handOver.mutateAsync({ meeting, ownerId: me })}
      />
      <HandOverDialog
        meeting={meeting}
        candidates={leadCandidates(members, meeting.owner_id, online)}
        open={asking === 'hand-over'}
        onOpenChange={onClose}
      />
    </>
  );
}

export function HandOverDialog(props: {
  meeting: Pick<Meeting, 'id'>;
  candidates: readonly Candidate[];
  chosen?: UserId;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { meeting, candidates, chosen = null, open, onOpenChange } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Hand Over Meeting"
      description="Whoever leads changes the phase and finishes the meeting. Everybody here is told."
      size="sm"
    >
      <HandOverForm
        meeting={meeting}
        candidates={candidates}
        chosen={chosen}
        onClose={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that it always opens fresh. */
function HandOverForm(props: {
  meeting: Pick<Meeting, 'id'>;
  candidates: readonly Candidate[];
  chosen: UserId | null;
  onClose: () => void;
}): ReactNode {
  const { meeting, candidates, onClose } = props;
  const handOver = useHandOver();
  const [chosen, setChosen] = useState(props.chosen);
  const [isMissing, setMissing] = useState(false);
  const options = candidates.map(({ id, name, isOnline }) => ({
    value: id,
    label: isOnline ? `${name} (online)` : name,
  }));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === null) setMissing(true);
        else handOver.mutate({ meeting, ownerId: chosen }, { onSuccess: onClose });
      }}
    >
      <SelectField
        label="New owner"
        required
        options={options}
        value={chosen}
        onValueChange={setChosen}
        {...(options.length === 0 && { hint: 'Nobody else is in this team yet.' })}
        error={isMissing && chosen === null ? 'Choose who leads from now on.' : undefined}
      />
      <FormActions
        submitLabel="Hand Over"
        busy={handOver.isPending}
        busyLabel="Handing over..."
        onCancel={onClose}
      />
    </form>
  );
}

interface Candidate {
  id: UserId;
  /** The email address if the member has no name. */
  name: string;
  isOnline: boolean;
}

/** The active members other than the owner: those online first, then by name. */
export function leadCandidates(
  members: readonly TeamMember[],
  ownerId: UserId,
  online: ReadonlySet<UserId>,
): Candidate[] {
  return members
    .filter(({ user }) => user.is_active && user.id !== ownerId)
    .map(({ user }) => ({
      id: user.id,
      name: user.display_name,
      isOnline: online.has(user.id),
    }))
    .toSorted((a, b) => Number(b.isOnline) - Number(a.isOnline) || a.name.localeCompare(b.name));
}
