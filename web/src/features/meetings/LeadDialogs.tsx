import type { UserId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { type ReactNode, useState } from 'react';

import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import type { LeadCandidate } from './meeting-lead.ts';
import { useHandOver } from './meetings.queries.ts';

export function TakeOverDialog(
  props: DialogProps & { meeting: Pick<Meeting, 'id'>; me: UserId; ownerName: string },
): ReactNode {
  const { meeting, me, ownerName, ...dialog } = props;
  const handOver = useHandOver();
  return (
    <ConfirmDialog
      {...dialog}
      title="Take Over Meeting"
      description={`You'll lead instead of ${ownerName}. Everyone here is notified.`}
      confirmLabel="Take Over"
      busyLabel="Taking over…"
      onConfirm={() => handOver.mutateAsync({ meeting, ownerId: me })}
    />
  );
}

export function HandOverDialog(
  props: DialogProps & {
    meeting: Pick<Meeting, 'id'>;
    candidates: readonly LeadCandidate[];
    /** The candidate chosen at first. */
    first?: UserId;
  },
): ReactNode {
  const { meeting, candidates, first = null, ...dialog } = props;
  const handOver = useHandOver();
  const [chosen, setChosen] = useState(first);
  const [isMissing, setMissing] = useState(false);

  function submit(): void {
    const onSuccess = (): void => dialog.onOpenChange(false);
    if (chosen === null) setMissing(true);
    else handOver.mutate({ meeting, ownerId: chosen }, { onSuccess });
  }

  return (
    <FormDialog
      {...dialog}
      title="Hand Over Meeting"
      description="The lead changes the phase and finishes the meeting. Everyone here is notified."
      onSubmit={submit}
      submitLabel="Hand Over"
      busy={handOver.isPending}
      busyLabel="Handing over…"
    >
      <SelectField
        label="New owner"
        required
        options={candidates.map(({ id, name, isOnline }) => ({
          value: id,
          label: isOnline ? `${name} (online)` : name,
        }))}
        value={chosen}
        onValueChange={setChosen}
        hint={candidates.length === 0 && 'There is nobody else in this team yet.'}
        error={isMissing && chosen === null ? 'Choose who leads from now on.' : undefined}
      />
    </FormDialog>
  );
}
