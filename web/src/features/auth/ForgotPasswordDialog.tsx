import { useMutation } from '@tanstack/react-query';
import { ForgotPasswordInput } from '@wentwell/contract/accounts/auth';

import { request } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { AccountFailure } from './AccountFailure.tsx';

/** Sends a reset link. The response never reveals whether the address has an account. */
export function ForgotPasswordDialog(
  props: DialogProps & {
    email: string;
    /** The address is the signed-in user's own and cannot be changed. */
    fixed?: boolean;
  },
) {
  const { email: suggested, fixed = false, ...dialog } = props;
  const send = useMutation({
    mutationFn: (email: string) =>
      request({ path: '/api/v1/auth/forgot-password', method: 'POST', body: { email } }),
  });
  const form = useFields(ForgotPasswordInput, { defaultValues: { email: suggested } });
  const submit = form.handleSubmit((fields) =>
    send.mutateAsync(fields.email).catch(() => form.setFocus('email')),
  );
  return (
    <FormDialog
      {...dialog}
      title="Reset Password"
      description="We'll email you a link to choose a new password."
      onSubmit={submit}
      submitLabel="Send Reset Email"
      busy={send.isPending}
      busyLabel="Sending…"
      focusSubmit={fixed}
      done={
        send.isSuccess && (
          <>
            <Alert tone="success" title="Check your email">
              If there is an account for <b className="wrap-anywhere">{send.variables}</b>, a link
              is on its way. It works once, within an hour.
            </Alert>
            <DialogActions>
              <Button variant="primary" autoFocus onClick={() => dialog.onOpenChange(false)}>
                Close
              </Button>
            </DialogActions>
          </>
        )
      }
    >
      <AccountFailure title="Failed to send reset email" error={send.error} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        readOnly={fixed}
        required={!fixed}
        {...form.field('email')}
      />
    </FormDialog>
  );
}
