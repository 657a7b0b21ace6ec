import { type ReactNode, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

interface TypedConfirmationProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What has to be typed. */
  name: string;
  warning: string;
  busy: boolean;
  onConfirm: () => void;
}

/** Without the mark that a name was cut: nobody has its key. */
function typeable(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .replace(/(?:…|\.{3})$/u, '');
}

/** Asks for the name of what is deleted for good, so that a slip of the hand deletes nothing. */
export function TypedConfirmation(props: TypedConfirmationProps): ReactNode {
  const { open, onOpenChange, name, busy } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete for good?"
      description={`${name} is removed from the database.`}
      size="sm"
      busy={busy}
    >
      <TypedForm {...props} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that it opens with an empty field. */
function TypedForm({ name, warning, busy, onOpenChange, onConfirm }: TypedConfirmationProps) {
  const [typed, setTyped] = useState('');
  const wanted = typeable(name);
  const isTyped = typeable(typed) === wanted;
  return (
    <form
      noValidate
      className="grid gap-4 wrap-anywhere"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped) onConfirm();
      }}
    >
      <Alert tone="warning">{warning}</Alert>
      <TextField
        label={`Type “${wanted}” to confirm`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>Cancel</Button>
        <Button
          variant="danger"
          type="submit"
          busy={busy}
          disabledReason={isTyped ? undefined : 'Type the name first'}
        >
          Delete for good
        </Button>
      </DialogActions>
    </form>
  );
}
