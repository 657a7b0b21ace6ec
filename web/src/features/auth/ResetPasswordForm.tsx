import { zodResolver } from '@hookform/resolvers/zod';
import { ResetPasswordForm as ResetPasswordFields } from '@wentwell/contract/auth';
import { useForm } from 'react-hook-form';

import { ApiError } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';

import { useResetPassword } from './account.queries.ts';
import { accountMessage } from './auth-messages.ts';
import { fieldErrors } from './field-errors.ts';
import { passwordHint } from './password-hint.ts';

export interface ResetPasswordFormProps {
  token: string;
  onDone: () => void;
  /** The link itself is no good any more: another password would not help. */
  onBadToken: () => void;
}

/** Chooses a new password by the link of the reset email. */
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
      tell(error);
    }
  });

  function tell(error: unknown): void {
    if (isAboutToken(error)) {
      onBadToken();
      return;
    }
    for (const { name, message } of fieldErrors(error, ['password'])) {
      form.setError(name, { message }, { shouldFocus: true });
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {reset.isError && (
        <Alert tone="danger" title="Failed to change password">
          {accountMessage(reset.error)}
        </Alert>
      )}
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        autoFocus
        required
        hint={passwordHint}
        error={errors.password?.message}
        {...form.register('password', { deps: ['confirm'] })}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        required
        error={errors.confirm?.message}
        {...form.register('confirm')}
      />
      <Button type="submit" variant="primary" wide busy={isSubmitting} busyLabel="Saving…">
        Reset Password
      </Button>
    </form>
  );
}

// A token that was cut short when it was copied fails its shape already (422).
function isAboutToken(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.detail === 'RESET_PASSWORD_BAD_TOKEN') return true;
  return error.fieldErrors.some(({ loc }) => loc.at(-1) === 'token');
}
