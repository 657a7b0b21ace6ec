import { zodResolver } from '@hookform/resolvers/zod';
import { ResetPasswordForm as ResetPasswordFields } from '@wentwell/contract/auth';
import { useForm } from 'react-hook-form';

import { ApiError } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';

import { useResetPassword } from './account.queries.ts';
import { accountMessage } from './auth-messages.ts';
import { fieldErrors, showFieldErrors } from './field-errors.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

export interface ResetPasswordFormProps {
  token: string;
  onDone: () => void;
  /** The link is invalid or expired; another password would not help. */
  onBadToken: () => void;
}

export function ResetPasswordForm({ token, onDone, onBadToken }: ResetPasswordFormProps) {
  const reset = useResetPassword();
  const form = useForm({
    resolver: zodResolver(ResetPasswordFields),
    defaultValues: { password: '', confirm: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    reset.reset();
    try {
      await reset.mutateAsync({ token, password });
      onDone();
    } catch (error) {
      if (isTokenError(error)) onBadToken();
      else showFieldErrors(form.setError, fieldErrors(error, ['password']));
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {reset.isError && (
        <Alert tone="danger" title="Failed to change password">
          {accountMessage(reset.error)}
        </Alert>
      )}
      <NewPasswordFields
        label="New Password"
        autoFocus
        password={{
          error: errors.password?.message,
          ...form.register('password', { deps: ['confirm'] }),
        }}
        confirm={{ error: errors.confirm?.message, ...form.register('confirm') }}
      />
      <Button type="submit" variant="primary" wide busy={isSubmitting} busyLabel="Saving…">
        Reset Password
      </Button>
    </form>
  );
}

// A token that was cut off when it was copied already fails the schema (422).
function isTokenError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.detail === 'RESET_PASSWORD_BAD_TOKEN') return true;
  return error.fieldErrors.some(({ loc }) => loc.at(-1) === 'token');
}
