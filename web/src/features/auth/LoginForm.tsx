import { LoginInput } from '@wentwell/contract/accounts/sessions';
import { Email } from '@wentwell/contract/text/email';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';

import { ApiError } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { focusesFirstField } from '#web/ui/forms/first-focus';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';

import { authMessage } from './auth-messages.ts';
import { useSession } from './session.tsx';

const LoginFields = z.object({ email: Email, password: LoginInput.shape.password });

export function LoginForm(props: {
  /** The initial email address, if the previous page knows it. */
  email?: string | undefined;
  /** Shown in the error for an unverified account. */
  unverifiedHelp: (email: string) => ReactNode;
  /** `email` may be incomplete. */
  onForgot: (email: string) => void;
}) {
  const { email = '', unverifiedHelp, onForgot } = props;
  const session = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useFields(LoginFields, { defaultValues: { email, password: '' } });

  const submit = form.handleSubmit(async (fields) => {
    setFailure(null);
    try {
      await session.login(fields.email, fields.password);
    } catch (error) {
      setFailure(error);
      form.setFocus('password', { shouldSelect: true });
    }
  });

  const unverified = failure instanceof ApiError && failure.detail === 'LOGIN_USER_NOT_VERIFIED';
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {failure !== null && (
        <Alert tone="danger">
          {authMessage(failure)}
          {unverified && <> {unverifiedHelp(form.getValues('email'))}</>}
        </Alert>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus={focusesFirstField() && email === ''}
        required
        {...form.field('email')}
      />
      <div className="grid gap-2">
        <PasswordField
          label="Password"
          autoComplete="current-password"
          autoFocus={focusesFirstField() && email !== ''}
          required
          {...form.field('password')}
        />
        {/* After the field, so that Tab leads directly from one field to the next. */}
        <button
          type="button"
          className={classNames(linkClass, 'hit-area mt-2 justify-self-end text-xs')}
          onClick={() => onForgot(form.getValues('email'))}
        >
          Forgot password?
        </button>
      </div>
      <Button
        type="submit"
        variant="primary"
        wide
        // Stays busy until the page changes, so that the user cannot log in twice.
        busy={form.isSubmitting || session.state === 'in'}
        busyLabel="Logging in…"
      >
        Login
      </Button>
    </form>
  );
}
