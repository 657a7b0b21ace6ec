import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

import { redirectSearch } from '#web/features/auth/redirect-target';
import { ResendForm } from '#web/features/auth/ResendForm.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { quietLinkClass } from '#web/ui/link-class';

export interface ResendVerificationProps {
  email: string | undefined;
  redirect: string | undefined;
}

export function ResendVerification({ email, redirect }: ResendVerificationProps) {
  return (
    <CardPage
      title="Resend verification"
      lead="Enter the email you registered with and we will send you a new link."
      footer={
        <Link to="/login" search={redirectSearch(redirect)} className={quietLinkClass}>
          <ArrowLeft aria-hidden="true" />
          Back to login
        </Link>
      }
    >
      <ResendForm email={email} redirect={redirect} />
    </CardPage>
  );
}
