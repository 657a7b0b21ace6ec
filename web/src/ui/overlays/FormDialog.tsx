import type { ReactNode } from 'react';

import { Dialog } from './Dialog.tsx';
import { FormActions, type FormActionsProps } from './FormActions.tsx';
import type { DialogProps } from './use-dialog.tsx';

/** A dialog that is one form. */
export function FormDialog(
  props: DialogProps &
    Omit<FormActionsProps, 'onCancel'> & {
      title: string;
      description?: ReactNode;
      size?: 'sm' | 'md';
      onSubmit: () => unknown;
      children: ReactNode;
    },
): ReactNode {
  const { open, onOpenChange, title, description, size = 'sm', ...form } = props;
  const { onSubmit, children, ...actions } = form;
  return (
    <Dialog {...{ open, onOpenChange, title, description, size }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        <div className="grid gap-5 wrap-anywhere">{children}</div>
        <FormActions {...actions} onCancel={() => onOpenChange(false)} />
      </form>
    </Dialog>
  );
}
