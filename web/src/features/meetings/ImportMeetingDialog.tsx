import type { MeetingForCaller } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { type ReactNode, useRef, useState } from 'react';

import { sortableId } from '#web/api/random-ids';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { FieldFrame } from '#web/ui/forms/FieldFrame.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';

import { importErrorText, useImportMeeting } from './import.queries.ts';

interface ImportMeetingDialogProps {
  team: Pick<Team, 'id' | 'name'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onImported: (meeting: MeetingForCaller) => void;
}

const chooseLabel = 'Choose a file…';

/** Makes a meeting of a file that was exported as JSON. */
export function ImportMeetingDialog(props: ImportMeetingDialogProps): ReactNode {
  const { team, open, onOpenChange } = props;
  const importing = useImportMeeting();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Import a meeting"
      description={`A meeting that was exported as JSON becomes one of ${team.name}, and you own it.`}
      size="sm"
      busy={importing.isPending}
    >
      <ImportForm {...props} importing={importing} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that no file is chosen at first. */
function ImportForm(
  props: ImportMeetingDialogProps & { importing: ReturnType<typeof useImportMeeting> },
): ReactNode {
  const { team, importing, onOpenChange, onImported } = props;
  const [file, setFile] = useState<File | null>(null);
  const [key, setKey] = useState(sortableId);
  const [asLive, setAsLive] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { isPending, error, mutate, reset } = importing;

  /** What was wrong with the last choice says nothing of this one. */
  function choose(change: () => void): void {
    change();
    setKey(sortableId());
    reset();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!file) return;
        const onSuccess = (meeting: MeetingForCaller): void => {
          onOpenChange(false);
          onImported(meeting);
        };
        mutate({ file, teamId: team.id, asLive, key }, { onSuccess });
      }}
    >
      <FieldFrame
        label="File"
        hint={
          asLive
            ? 'Notes, groups, comments and action items come over. The meeting goes on in Grouping; votes and reactions are given anew.'
            : 'Notes, groups, comments, totals of votes, reactions and check-in, the discussion and action items come over. Action items keep an owner whose name one member here has; other names stay names.'
        }
        error={error ? importErrorText(error) : undefined}
      >
        {(wiring) => (
          <>
            {/* Named by what it says: the field's label would leave the chosen file untold. */}
            <Button
              id={wiring.id}
              aria-describedby={wiring['aria-describedby']}
              aria-label={file?.name ?? chooseLabel}
              disabled={isPending}
              onClick={() => input.current?.click()}
            >
              {file?.name ?? chooseLabel}
            </Button>
            <input
              ref={input}
              type="file"
              accept="application/json,.json"
              hidden
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? [];
                if (chosen) choose(() => setFile(chosen));
              }}
            />
          </>
        )}
      </FieldFrame>
      <div className="mt-4">
        <Checkbox
          label="Go on with it as a live meeting"
          checked={asLive}
          onCheckedChange={(isChecked) => choose(() => setAsLive(isChecked))}
        />
      </div>
      <FormActions
        submitLabel="Import"
        busy={isPending}
        busyLabel="Importing…"
        disabledReason={file ? undefined : 'Choose a file.'}
        onCancel={() => onOpenChange(false)}
      />
    </form>
  );
}
