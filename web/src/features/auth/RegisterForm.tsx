import { zodResolver } from '@hookform/resolvers/zod';
import { RegisterForm as RegisterFields } from '@wentwell/contract/auth';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { ApiError } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

import { useRegister } from './account.queries.ts';
import { authMessage } from './auth-messages.ts';
import { fieldErrors, showFieldErrors } from './field-errors.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { redirectSearch } from './redirect-target.ts';

export interface RegisterFormProps {
  /** From an invitation link; the field is then read-only. */
  invitedEmail: string | undefined;
  redirect: string | undefined;
  onRegistered: (email: string) => void;
}

export function RegisterForm({ invitedEmail, redirect, onRegistered }: RegisterFormProps) {
  const register = useRegister();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(RegisterFields),
    defaultValues: { email: invitedEmail ?? '', password: '', confirm: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    setRefusal(null);
    try {
      await register.mutateAsync({ email, password, ...redirectSearch(redirect) });
      onRegistered(email);
    } catch (error) {
      showError(error);
    }
  });

  function showError(error: unknown): void {
    const isTaken = error instanceof ApiError && error.detail === 'REGISTER_USER_ALREADY_EXISTS';
    const named = isTaken
      ? [{ name: 'email' as const, message: authMessage(error) }]
      : fieldErrors(error, ['email', 'password']);
    if (named.length === 0) setRefusal(authMessage(error));
    showFieldErrors(form.setError, named);
  }

  const invited = invitedEmail !== undefined;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {refusal !== null && <Alert tone="danger">{refusal}</Alert>}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus={!invited}
        readOnly={invited}
        required
        hint={invited && 'This email was provided from your team invitation'}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <NewPasswordFields
        label="Password"
        autoFocus={invited}
        password={{
          error: errors.password?.message,
          ...form.register('password', { deps: ['confirm'] }),
        }}
        confirm={{ error: errors.confirm?.message, ...form.register('confirm') }}
      />
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isSubmitting}
        busyLabel="Creating account..."
      >
        Create Account
      </Button>
    </form>
  );
}
