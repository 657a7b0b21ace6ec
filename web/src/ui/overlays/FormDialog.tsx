import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Form } from '#web/ui/forms/Form.tsx';

import { Dialog, DialogActions } from './Dialog.tsx';
import type { DialogProps } from './use-dialog.tsx';

/** A dialog that is one form. If it is edited while it is sent, it stays open after its success. */
export function FormDialog(
  props: DialogProps & {
    title: string;
    description?: ReactNode;
    size?: 'sm' | 'md';
    onSubmit: () => unknown;
    submitLabel: string;
    busy: boolean;
    busyLabel: string;
    tone?: 'primary' | 'danger';
    disabledReason?: string | undefined;
    /** Focuses the submit button when the dialog opens, for forms without a field to fill in. */
    focusSubmit?: boolean;
    /** Replaces the form after its success. */
    done?: ReactNode;
    children: ReactNode;
  },
): ReactNode {
  const { open, title, description, size = 'sm', onSubmit, busy } = props;
  const { submitLabel, busyLabel, tone = 'primary', disabledReason, focusSubmit = false } = props;
  const [isEdited, setEdited] = useState(false);
  const onOpenChange = (isOpen: boolean): void => {
    setEdited(false);
    props.onOpenChange(isOpen);
  };
  const reopen = useEffectEvent(() => onOpenChange(true));
  useEffect(() => {
    if (!open && isEdited) reopen();
  }, [open, isEdited]);
  const form = (
    <Form
      onInput={() => {
        if (busy) setEdited(true);
      }}
      onSubmit={() => {
        setEdited(false);
        onSubmit();
      }}
    >
      <div className="grid gap-5 wrap-anywhere">{props.children}</div>
      {/* Begins below the focus ring of the last field. */}
      <div className="sticky -bottom-6 z-1 mt-1 -mb-6 flow-root bg-surface pb-6 tight:static">
        <DialogActions>
          <Button disabled={busy} onClick={() => onOpenChange(false)}>
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
      </div>
    </Form>
  );
  return (
    <Dialog open={open || isEdited} {...{ onOpenChange, title, description, size, busy }}>
      {props.done || form}
    </Dialog>
  );
}
