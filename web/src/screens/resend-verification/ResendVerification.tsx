import { ResendForm } from '#web/features/auth/ResendForm.tsx';
import { BackToLogin } from '#web/screens/layouts/BackToLogin.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';

export interface ResendVerificationProps {
  email: string | undefined;
  redirect: string | undefined;
}

export function ResendVerification({ email, redirect }: ResendVerificationProps) {
  return (
    <CardPage
      title="Resend verification"
      lead="Enter the email you registered with and we will send you a new link."
      footer={<BackToLogin redirect={redirect} />}
    >
      <ResendForm email={email} redirect={redirect} />
    </CardPage>
  );
}
