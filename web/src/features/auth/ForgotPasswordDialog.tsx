import { ForgotPasswordInput } from '@wentwell/contract/auth';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { useForgotPassword } from './account.queries.ts';
import { accountMessage } from './auth-messages.ts';

/** Sends a reset link. The response never reveals whether the address has an account. */
export function ForgotPasswordDialog(
  props: DialogProps & {
    email: string;
    /** The address is the signed-in user's own and cannot be changed. */
    fixed?: boolean;
  },
) {
  const { email, fixed = false, ...dialog } = props;
  const close = () => dialog.onOpenChange(false);
  const send = useForgotPassword();
  const form = useFields(ForgotPasswordInput, { defaultValues: { email } });
  const submit = form.handleSubmit((fields) =>
    send.mutateAsync(fields.email).catch(() => form.setFocus('email')),
  );
  return (
    <Dialog
      {...dialog}
      title="Reset Password"
      description="We email you a link for choosing a new password."
      size="sm"
    >
      {send.isSuccess ? (
        <>
          <Alert tone="success" title="Check your email">
            If there is an account for <b className="wrap-anywhere">{send.variables}</b>, a link is
            on its way. It works once, within an hour.
          </Alert>
          <DialogActions>
            <Button variant="primary" autoFocus onClick={close}>
              Close
            </Button>
          </DialogActions>
        </>
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)}>
          <div className="grid gap-5">
            {send.isError && (
              <Alert tone="danger" title="Failed to send reset email">
                {accountMessage(send.error)}
              </Alert>
            )}
            <TextField
              label="Email"
              type="email"
              autoComplete="email"
              readOnly={fixed}
              required={!fixed}
              {...form.field('email')}
            />
          </div>
          <FormActions
            submitLabel="Send Reset Email"
            busy={send.isPending}
            busyLabel="Sending…"
            onCancel={close}
            focusSubmit={fixed}
          />
        </form>
      )}
    </Dialog>
  );
}
