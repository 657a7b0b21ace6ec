import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RegistrationRule } from '@wentwell/contract/sign-in';

import { OrDivider, ProviderButton } from '#web/features/auth/ProviderButton.tsx';
import { redirectSearch } from '#web/features/auth/redirect-target';
import { RegisterForm } from '#web/features/auth/RegisterForm.tsx';
import { signInOptionsQuery, useSignInWays } from '#web/features/auth/sign-in.queries';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { EntryFooter } from '#web/screens/layouts/EntryFooter.tsx';

export interface RegisterProps {
  email: string | undefined;
  redirect: string | undefined;
}

/** What a visitor is to know before they fill in the form; the server refuses in any case. */
function leadOf(rule: RegistrationRule | undefined, isInvited: boolean): string {
  if (rule?.mode === 'off') {
    return 'Nobody can register here. Ask whoever runs this Wentwell for an account.';
  }
  if (rule?.mode === 'domains') return `For addresses of ${rule.domains.join(' or ')}.`;
  if (rule?.mode === 'invite' && !isInvited) {
    return 'For invited people: use the address that your team has invited.';
  }
  return 'Free for small teams, no credit card needed.';
}

export function Register({ email: invitedEmail, redirect }: RegisterProps) {
  const navigate = useNavigate();
  const { data: rule } = useQuery(signInOptionsQuery);
  const { byPassword, providerName } = useSignInWays();
  return (
    <CardPage
      title="Create your account"
      lead={leadOf(rule, invitedEmail !== undefined)}
      footer={
        <EntryFooter question="Already have an account?" to="/login" redirect={redirect}>
          Log in
        </EntryFooter>
      }
    >
      {byPassword && rule?.mode !== 'off' && (
        <>
          <RegisterForm
            invitedEmail={invitedEmail}
            redirect={redirect}
            onRegistered={(email) =>
              void navigate({
                to: '/verification-pending',
                state: { email, ...redirectSearch(redirect) },
              })
            }
          />
          {providerName !== null && <OrDivider />}
        </>
      )}
      {providerName !== null && (
        <ProviderButton name={providerName} redirect={redirect} primary={!byPassword} />
      )}
    </CardPage>
  );
}
