import { useNavigate } from '@tanstack/react-router';

import { redirectSearch } from '#web/features/auth/redirect-target';
import { RegisterForm } from '#web/features/auth/RegisterForm.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { EntryFooter } from '#web/screens/layouts/EntryFooter.tsx';

export interface RegisterProps {
  email: string | undefined;
  redirect: string | undefined;
}

export function Register({ email: invitedEmail, redirect }: RegisterProps) {
  const navigate = useNavigate();
  return (
    <CardPage
      title="Create your account"
      lead="Free for small teams, no credit card needed."
      footer={
        <EntryFooter question="Already have an account?" to="/login" redirect={redirect}>
          Log in
        </EntryFooter>
      }
    >
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
    </CardPage>
  );
}
