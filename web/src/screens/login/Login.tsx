import { Link, useNavigate } from '@tanstack/react-router';
import { limits } from '@wentwell/contract/limits';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';

import { LoginForm } from '#web/features/auth/LoginForm.tsx';
import { redirectSearch, redirectTarget } from '#web/features/auth/redirect-target';
import { useSession } from '#web/features/auth/session.tsx';
import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { linkClass, quietLinkClass } from '#web/ui/link-class';

export function Login({ redirect }: { redirect: string | undefined }) {
  useLeaveOnceIn(redirectTarget(redirect));
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
