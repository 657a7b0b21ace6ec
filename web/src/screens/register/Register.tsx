import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

import { redirectSearch } from '#web/features/auth/redirect-target';
import { RegisterForm } from '#web/features/auth/RegisterForm.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { linkClass, quietLinkClass } from '#web/ui/buttons/link-class';

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
        <>
          <p>
            Already have an account?{' '}
            <Link to="/login" search={redirectSearch(redirect)} className={linkClass}>
              Log in
            </Link>
          </p>
          <Link to="/" className={quietLinkClass}>
            <ArrowLeft aria-hidden="true" />
            Back to home
          </Link>
        </>
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
