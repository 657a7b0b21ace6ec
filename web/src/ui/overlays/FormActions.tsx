import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

import { DialogActions, useBusyForm } from './Dialog.tsx';

export type FormActionsProps = {
  submitLabel: string;
  busy: boolean;
  busyLabel: string;
  onCancel: () => void;
  tone?: 'primary' | 'danger';
  disabledReason?: string | undefined;
  /** Focuses the submit button when the dialog opens, for forms without a field to fill in. */
  focusSubmit?: boolean;
};

export function FormActions(props: FormActionsProps): ReactNode {
  const { submitLabel, busy, busyLabel, onCancel, tone = 'primary' } = props;
  const { disabledReason, focusSubmit = false } = props;
  useBusyForm(busy);
  return (
    <DialogActions>
      <Button disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        variant={tone}
        busy={busy}
        busyLabel={busyLabel}
        disabledReason={disabledReason}
        {...(focusSubmit && { 'data-autofocus': true })}
      >
        {submitLabel}
      </Button>
    </DialogActions>
  );
}
