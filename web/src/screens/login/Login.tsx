import { LoginInput } from '@wentwell/contract/accounts/sessions';
import { limits } from '@wentwell/contract/limits';
import { Email } from '@wentwell/contract/text/email';
import { useEffect, type ReactNode, useState } from 'react';
import { z } from 'zod';

import { ApiError } from '#web/api/request';
import { authMessage } from '#web/features/auth/auth-messages';
import { OrDivider, ProviderButton } from '#web/features/auth/ProviderButton.tsx';
import { redirectTarget, useRedirect } from '#web/features/auth/redirect-target';
import { useSession } from '#web/features/auth/session.tsx';
import { useSignInWays } from '#web/features/auth/sign-in.queries';
import { BackHome, CardPage, EntryFooter } from '#web/screens/layouts/CardPage.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { focusesFirstField } from '#web/ui/forms/first-focus';
import { Form } from '#web/ui/forms/Form.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { navigate } from '#web/ui/router/history';
import { Link } from '#web/ui/router/Link.tsx';
import type { Visit } from '#web/ui/router/router-context';

import { loginWords } from './login-words.ts';

// Rarely needed, and dialogs are large.
const ForgotPasswordDialog = lazyPart(
  () => import('#web/features/auth/ForgotPasswordDialog.tsx'),
  'ForgotPasswordDialog',
);

/** The verification page passes the email address. */
export function Login({ state: { email } }: Visit) {
  const redirect = useRedirect();
  useLeaveOnceIn(redirectTarget(redirect.redirect));
  const { byPassword, providerName } = useSignInWays();
  const forgotten = useDialog<string>();
  return (
    <CardPage
      {...loginWords}
      footer={
        byPassword ? (
          <EntryFooter question="New to Wentwell?" to="/register">
            Sign up
          </EntryFooter>
        ) : (
          <BackHome />
        )
      }
    >
      {byPassword && (
        <>
          <LoginForm
            email={email}
            onForgot={forgotten.open}
            unverifiedHelp={(typed) => (
              <Link
                to="/resend-verification"
                state={{ email: typed, ...redirect }}
                className={linkClass}
              >
                Send a new link
              </Link>
            )}
          />
          {providerName !== null && <OrDivider />}
        </>
      )}
      {providerName !== null && <ProviderButton name={providerName} primary={!byPassword} />}
      {forgotten.render((dialog, typed) => (
        <ForgotPasswordDialog {...dialog} email={typed} />
      ))}
    </CardPage>
  );
}

/** Opens the target after a login, or immediately if already signed in. */
function useLeaveOnceIn(target: string): void {
  const { state } = useSession();
  useEffect(() => {
    if (state !== 'in') return undefined;
    const timer = setTimeout(
      () => void navigate({ href: target, replace: true }),
      limits.loginRedirectDelay,
    );
    return () => clearTimeout(timer);
  }, [state, target]);
}

const LoginFields = z.object({ email: Email, password: LoginInput.shape.password });

function LoginForm(props: {
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
    <Form onSubmit={submit} className="grid gap-5">
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
    </Form>
  );
}
