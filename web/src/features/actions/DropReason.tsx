import { limits } from '@wentwell/contract/limits';
import { type ReactNode, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

/** Asks why an action item is dropped. */
export function DropReason(props: {
  onDrop: (reason: string) => void;
  onCancel: () => void;
}): ReactNode {
  const { onDrop, onCancel } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      noValidate
      aria-label="Drop the action item"
      className="flex flex-wrap items-start justify-end gap-2 rounded-md bg-sunken p-2"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') setMissing(true);
        else onDrop(reason.trim());
      }}
    >
      <div className="min-w-40 flex-1 basis-60">
        <TextField
          label="Why is it dropped?"
          hideLabel
          placeholder="Why is it dropped?"
          autoComplete="off"
          autoFocus
          maxLength={limits.actionReasonMax}
          value={reason}
          error={isMissing ? 'Please say why it is dropped.' : undefined}
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
        />
      </div>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant="secondary">
        Drop
      </Button>
    </form>
  );
}
