import { zodResolver } from '@hookform/resolvers/zod';
import { ChangePasswordForm as ChangePasswordFields } from '@wentwell/contract/auth';
import { useForm } from 'react-hook-form';

import { ApiError } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';

import { useChangePassword } from './account.queries.ts';
import { accountMessage } from './auth-messages.ts';
import { fieldErrors } from './field-errors.ts';
import { passwordHint } from './password-hint.ts';

export interface ChangePasswordFormProps {
  /** Whose password it is: password managers look for it. */
  email: string;
  onChanged: () => void;
  onForgot: () => void;
}

const empty = { current_password: '', new_password: '', confirm: '' };

export function ChangePasswordForm({ email, onChanged, onForgot }: ChangePasswordFormProps) {
  const change = useChangePassword();
  const form = useForm({ resolver: zodResolver(ChangePasswordFields), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ current_password, new_password }) => {
    change.reset();
    try {
      await change.mutateAsync({ current_password, new_password });
      form.reset(empty);
      onChanged();
    } catch (error) {
      namedErrors(error).forEach(({ name, message }, index) =>
        form.setError(name, { message }, { shouldFocus: index === 0 }),
      );
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {change.isError && (
        <Alert tone="danger" title="Failed to change password">
          {accountMessage(change.error)}
        </Alert>
      )}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        required
        error={errors.current_password?.message}
        {...form.register('current_password')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          required
          hint={passwordHint}
          error={errors.new_password?.message}
          {...form.register('new_password', { deps: ['confirm'] })}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          required
          error={errors.confirm?.message}
          {...form.register('confirm')}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <button type="button" className={classNames(linkClass, 'hit-area')} onClick={onForgot}>
          Forgot Password?
        </button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Changing…">
          Change Password
        </Button>
      </div>
    </form>
  );
}

function namedErrors(error: unknown) {
  if (error instanceof ApiError && error.detail === 'CHANGE_PASSWORD_BAD_CURRENT') {
    return [{ name: 'current_password' as const, message: 'Not your current password' }];
  }
  return fieldErrors(error, ['current_password', 'new_password']);
}
