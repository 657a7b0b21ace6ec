import { useRedirect } from '#web/features/auth/redirect-target';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { EmailAddress } from '#web/screens/layouts/EntryOutcome.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { linkClass } from '#web/ui/buttons/link-class';
import { MailSent } from '#web/ui/feedback/illustrations.tsx';
import { Link } from '#web/ui/router/Link.tsx';
import type { Visit } from '#web/ui/router/router-context';

/** Shown after registration. The email address is unknown if the page was opened directly. */
export function VerificationPending({ state: { email } }: Visit) {
  const redirect = useRedirect();
  return (
    <CardPage
      title="Check Your Email"
      icon={<MailSent />}
      lead={
        <>
          We sent a verification link to{' '}
          {email === undefined ? 'your email address' : <EmailAddress email={email} />}. Open it to
          activate your account. The link expires in 24 hours.
        </>
      }
      footer={
        <p>
          No email?{' '}
          <Link
            to="/resend-verification"
            state={{ ...(email !== undefined && { email }), ...redirect }}
            className={linkClass}
          >
            Resend verification email
          </Link>
        </p>
      }
    >
      <Link
        to="/login"
        search={redirect}
        className={buttonClass({ variant: 'primary', wide: true })}
      >
        Return to Login
      </Link>
    </CardPage>
  );
}
