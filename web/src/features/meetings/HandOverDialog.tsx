import type { UserId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings';
import { type ReactNode, useState } from 'react';

import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';

import type { Candidate } from './lead-candidates.ts';
import { useHandOver } from './meetings.queries.ts';

export interface HandOverDialogProps {
  meeting: Pick<Meeting, 'id'>;
  candidates: readonly Candidate[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onHandedOver: () => void;
}

/** Makes another team member the owner of a meeting. */
export function HandOverDialog(props: HandOverDialogProps): ReactNode {
  const { meeting, candidates, open, onOpenChange, onHandedOver } = props;
  const handOver = useHandOver();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Hand Over Meeting"
      description="Whoever leads changes the phase and finishes the meeting. Everybody here is told."
      size="sm"
      busy={handOver.isPending}
    >
      <HandOverForm
        candidates={candidates}
        busy={handOver.isPending}
        onCancel={() => onOpenChange(false)}
        onChosen={(ownerId) =>
          handOver.mutate(
            { meeting, ownerId },
            {
              onSuccess: () => {
                onOpenChange(false);
                onHandedOver();
              },
            },
          )
        }
      />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that no one is selected at first. */
function HandOverForm(props: {
  candidates: readonly Candidate[];
  busy: boolean;
  onCancel: () => void;
  onChosen: (ownerId: UserId) => void;
}): ReactNode {
  const { candidates, busy, onCancel, onChosen } = props;
  const [chosen, setChosen] = useState<UserId | null>(null);
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
        else onChosen(chosen);
      }}
    >
      <SelectField
        label="New owner"
        required
        options={options}
        value={chosen}
        onValueChange={setChosen}
        {...(options.length === 0 && { hint: 'Nobody else is in this team yet.' })}
        error={isMissing && chosen === null ? 'Please choose who leads from now on.' : undefined}
      />
      <FormActions
        submitLabel="Hand Over"
        busy={busy}
        busyLabel="Handing over..."
        onCancel={onCancel}
      />
    </form>
  );
}
