import { zodResolver } from '@hookform/resolvers/zod';
import { NewAccount } from '@wentwell/contract/admin';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { TextField } from '#web/ui/forms/TextField.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';

import { adminPath, useAdminAct } from './admin.queries.ts';

export interface AddAccountDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Makes an account. Its owner chooses the password, so that no administrator knows it. */
export function AddAccountDialog({ open, onOpenChange }: AddAccountDialogProps): ReactNode {
  const act = useAdminAct();
  const form = useForm({ resolver: zodResolver(NewAccount), defaultValues: { email: '' } });
  const close = () => {
    onOpenChange(false);
    form.reset();
  };
  const submit = form.handleSubmit(({ email }) =>
    act.mutate(
      {
        path: `${adminPath}/users`,
        method: 'POST',
        body: { email },
        done: `A link to choose a password goes to ${email}.`,
        failed: 'The account could not be added',
      },
      { onSuccess: close, onError: () => form.setFocus('email') },
    ),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Add Account"
      description="They get an email with a link to choose their password."
      size="sm"
      busy={act.isPending}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          required
          error={form.formState.errors.email?.message}
          {...form.register('email')}
        />
        <FormActions
          submitLabel="Add Account"
          busy={act.isPending}
          busyLabel="Adding…"
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}
