import { useQuery } from '@tanstack/react-query';
import {
  RegisterForm as RegisterFields,
  type RegisterInput,
} from '@wentwell/contract/accounts/auth';
import { type RegistrationRule, whoMayRegister } from '@wentwell/contract/accounts/sign-in';
import { User } from '@wentwell/contract/accounts/users';
import { useState } from 'react';

import { ApiError, request } from '#web/api/request';
import { authMessage } from '#web/features/auth/auth-messages';
import { showFieldErrors } from '#web/features/auth/field-errors';
import { NewPasswordFields } from '#web/features/auth/NewPasswordFields.tsx';
import { rememberRegistration } from '#web/features/auth/own-registrations';
import { OrDivider, ProviderButton } from '#web/features/auth/ProviderButton.tsx';
import { useRedirect } from '#web/features/auth/redirect-target';
import { signInOptionsQuery, useSignInWays } from '#web/features/auth/sign-in.queries';
import { CardPage, EntryFooter } from '#web/screens/layouts/CardPage.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { focusesFirstField } from '#web/ui/forms/first-focus';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { navigate } from '#web/ui/router/history';
import type { Visit } from '#web/ui/router/router-context';

/** Says who may register before the form is filled in. The server enforces the rule anyway. */
function leadOf(rule: RegistrationRule | undefined, isInvited: boolean): string {
  const free = 'Free for small teams, no credit card needed.';
  if (!rule || (rule.mode === 'invite' && isInvited)) return free;
  return whoMayRegister(rule) ?? free;
}

export function Register({ search: { email: invitedEmail } }: Visit) {
  const redirect = useRedirect();
  const { data: rule } = useQuery(signInOptionsQuery);
  const { byPassword, providerName } = useSignInWays();
  return (
    <CardPage
      title="Create your account"
      lead={leadOf(rule, invitedEmail !== undefined)}
      footer={
        <EntryFooter question="Already have an account?" to="/login">
          Log in
        </EntryFooter>
      }
    >
      {byPassword && rule?.mode !== 'off' && (
        <>
          <RegisterForm
            invitedEmail={invitedEmail}
            onRegistered={(email) =>
              void navigate({ to: '/verification-pending', state: { email, ...redirect } })
            }
          />
          {providerName !== null && <OrDivider />}
        </>
      )}
      {providerName !== null && <ProviderButton name={providerName} primary={!byPassword} />}
    </CardPage>
  );
}

function RegisterForm(props: {
  /** From an invitation link; makes the field read-only. */
  invitedEmail: string | undefined;
  onRegistered: (email: string) => void;
}) {
  const { invitedEmail, onRegistered } = props;
  const redirect = useRedirect();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useFields(RegisterFields, {
    defaultValues: { email: invitedEmail ?? '', password: '', confirm: '' },
  });

  const submit = form.handleSubmit(async ({ email, password }) => {
    setRefusal(null);
    try {
      const body: RegisterInput = { email, password, ...redirect };
      await request({ path: '/api/v1/auth/register', method: 'POST', body, schema: User });
      rememberRegistration(email);
      onRegistered(email);
    } catch (error) {
      const message = authMessage(error);
      if (error instanceof ApiError && error.detail === 'REGISTER_USER_ALREADY_EXISTS') {
        form.setError('email', { message }, { shouldFocus: true });
      } else if (!showFieldErrors(form.setError, error, ['email', 'password'])) {
        setRefusal(message);
      }
    }
  });

  const invited = invitedEmail !== undefined;
  return (
    <Form onSubmit={submit} className="grid gap-5">
      {refusal !== null && <Alert tone="danger">{refusal}</Alert>}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus={focusesFirstField() && !invited}
        readOnly={invited}
        required
        hint={invited && 'This email was provided from your team invitation'}
        {...form.field('email')}
      />
      <NewPasswordFields
        label="Password"
        autoFocus={focusesFirstField() && invited}
        password={form.field('password', { deps: ['confirm'] })}
        confirm={form.field('confirm')}
      />
      <Button
        type="submit"
        variant="primary"
        wide
        busy={form.isSubmitting}
        busyLabel="Creating account..."
      >
        Create Account
      </Button>
    </Form>
  );
}
