import { zodResolver } from '@hookform/resolvers/zod';
import { LoginInput } from '@wentwell/contract/accounts/sessions';
import { useForm } from 'react-hook-form';
import { z } from 'zod';

import { Alert } from '#web/ui/feedback/Alert.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { useDeleteAccount } from './account.queries.ts';
import { accountMessage } from './auth-messages.ts';
import { useErasureNotice } from './kept-deleted.ts';
import { OwnPasswordField } from './OwnPasswordField.tsx';
import { useMe } from './session.tsx';

const Fields = z.object({ password: LoginInput.shape.password });

export function DeleteAccountDialog(
  props: DialogProps & {
    /** Without a password, a recent sign-in is required instead. */
    hasPassword: boolean;
    onDeleted: () => void;
  },
) {
  const { hasPassword, onDeleted, ...dialog } = props;
  const fate = useErasureNotice();
  const remove = useDeleteAccount();
  const { id, email } = useMe();
  const form = useForm({
    ...(hasPassword && { resolver: zodResolver(Fields) }),
    defaultValues: { password: '' },
  });
  const submit = form.handleSubmit(({ password }) =>
    remove
      .mutateAsync({ id, ...(hasPassword && { password }) })
      .then(onDeleted, () => form.setFocus('password', { shouldSelect: true })),
  );
  return (
    <FormDialog
      {...dialog}
      title="Delete account"
      description={`You are signed out everywhere and leave all teams. ${fate}`}
      onSubmit={submit}
      submitLabel="Delete my account"
      busy={remove.isPending}
      busyLabel="Deleting…"
      tone="danger"
    >
      {remove.isError && (
        <Alert tone="danger" title="Failed to delete your account">
          {accountMessage(remove.error)}
        </Alert>
      )}
      {hasPassword && (
        <OwnPasswordField
          email={email}
          error={form.formState.errors.password?.message}
          {...form.register('password')}
        />
      )}
    </FormDialog>
  );
}
