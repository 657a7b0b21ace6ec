import { Link, useNavigate } from '@tanstack/react-router';
import { limits } from '@wentwell/contract/limits';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';

import { LoginForm } from '#web/features/auth/LoginForm.tsx';
import { redirectSearch, redirectTarget } from '#web/features/auth/redirect-target';
import { useSession } from '#web/features/auth/session.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { linkClass, quietLinkClass } from '#web/ui/buttons/link-class';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

// Seldom needed, and dialogs are heavy.
const ForgotPasswordDialog = lazyPart(
  async () => (await import('#web/features/auth/ForgotPasswordDialog.tsx')).ForgotPasswordDialog,
);

export interface LoginProps {
  /** Handed over by the page that verified it. */
  email: string | undefined;
  redirect: string | undefined;
}

export function Login({ email: verified, redirect }: LoginProps) {
  useLeaveOnceIn(redirectTarget(redirect));
  // Null until it is asked for; the address stays while the dialog fades out.
  const [forgotten, setForgotten] = useState<{ email: string; open: boolean } | null>(null);
  return (
    <CardPage
      title="Welcome back"
      lead="Log in to your team’s retrospectives."
      footer={
        <>
          <p>
            New to Wentwell?{' '}
            <Link to="/register" search={redirectSearch(redirect)} className={linkClass}>
              Sign up
            </Link>
          </p>
          <Link to="/" className={quietLinkClass}>
            <ArrowLeft aria-hidden="true" />
            Back to home
          </Link>
        </>
      }
    >
      <LoginForm
        email={verified}
        onForgot={(email) => setForgotten({ email, open: true })}
        unverifiedHelp={(email) => (
          <Link
            to="/resend-verification"
            state={{ email, ...redirectSearch(redirect) }}
            className={linkClass}
          >
            Send a new link
          </Link>
        )}
      />
      {forgotten && (
        <Suspense>
          <ForgotPasswordDialog
            {...forgotten}
            onOpenChange={(open) => setForgotten({ ...forgotten, open })}
          />
        </Suspense>
      )}
    </CardPage>
  );
}

/** After a login, and for whoever comes here logged in: on to the target, in the login's place in the history. */
function useLeaveOnceIn(target: string): void {
  const { state } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (state !== 'in') return undefined;
    const timer = setTimeout(
      () => void navigate({ href: target, replace: true }),
      limits.loginRedirectDelay,
    );
    return () => clearTimeout(timer);
  }, [state, navigate, target]);
}
