import { limits } from '@wentwell/contract/limits';
import { useEffect } from 'react';

import { LoginForm } from '#web/features/auth/LoginForm.tsx';
import { OrDivider, ProviderButton } from '#web/features/auth/ProviderButton.tsx';
import { redirectTarget, useRedirect } from '#web/features/auth/redirect-target';
import { useSession } from '#web/features/auth/session.tsx';
import { useSignInWays } from '#web/features/auth/sign-in.queries';
import { BackHome, CardPage, EntryFooter } from '#web/screens/layouts/CardPage.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
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
