import { zodResolver } from '@hookform/resolvers/zod';
import { LoginInput } from '@wentwell/contract/sessions';
import { useForm } from 'react-hook-form';
import { z } from 'zod';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

import { useDeleteAccount } from './account.queries.ts';
import { accountMessage } from './auth-messages.ts';
import { useMe } from './session.tsx';

const Fields = z.object({ password: LoginInput.shape.password });

export interface DeleteAccountDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: () => void;
}

/** Asks for the password before the own account is deleted. */
export function DeleteAccountDialog({ open, onOpenChange, onDeleted }: DeleteAccountDialogProps) {
  const remove = useDeleteAccount();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete account"
      description="You are signed out everywhere and leave all teams. What you wrote stays with them."
      size="sm"
      busy={remove.isPending}
    >
      <DeleteForm remove={remove} onDeleted={onDeleted} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface DeleteFormProps {
  remove: ReturnType<typeof useDeleteAccount>;
  onDeleted: () => void;
  onClose: () => void;
}

/** Lives only while the dialog is open. */
function DeleteForm({ remove, onDeleted, onClose }: DeleteFormProps) {
  const { id, email } = useMe();
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { password: '' } });
  const submit = form.handleSubmit(({ password }) =>
    remove
      .mutateAsync({ id, password })
      .then(onDeleted, () => form.setFocus('password', { shouldSelect: true })),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {remove.isError && (
        <Alert tone="danger" title="Failed to delete your account">
          {accountMessage(remove.error)}
        </Alert>
      )}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      <div className="-mt-5">
        <DialogActions>
          <Button disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={remove.isPending} busyLabel="Deleting…">
            Delete my account
          </Button>
        </DialogActions>
      </div>
    </form>
  );
}
