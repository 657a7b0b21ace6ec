import { useEffect } from 'react';

import { type LazyComponent, lazyPage } from '#web/ui/layout/lazy-page.tsx';
import type { Route, Visit } from '#web/ui/router/router-context';

const CardLayout = lazyPage(() => import('#web/screens/layouts/CardLayout.tsx'), 'CardLayout');
const Login = lazyPage(() => import('#web/screens/login/Login.tsx'), 'Login');
const LoginCallback = lazyPage(
  () => import('#web/screens/login-callback/LoginCallback.tsx'),
  'LoginCallback',
);
const Register = lazyPage(() => import('#web/screens/register/Register.tsx'), 'Register');
const VerificationPending = lazyPage(
  () => import('#web/screens/verification-pending/VerificationPending.tsx'),
  'VerificationPending',
);
const Verify = lazyPage(() => import('#web/screens/verify/Verify.tsx'), 'Verify');
const ResendVerification = lazyPage(
  () => import('#web/screens/resend-verification/ResendVerification.tsx'),
  'ResendVerification',
);
const ResetPassword = lazyPage(
  () => import('#web/screens/reset-password/ResetPassword.tsx'),
  'ResetPassword',
);
const Invitation = lazyPage(() => import('#web/screens/invitation/Invitation.tsx'), 'Invitation');
const LinkPage = lazyPage(() => import('#web/screens/watch/LinkPage.tsx'), 'LinkPage');
const VersionInfo = lazyPage(() => import('#web/screens/version/VersionInfo.tsx'), 'VersionInfo');

const OpenLayout = lazyPage(() => import('#web/screens/layouts/OpenLayout.tsx'), 'OpenLayout');
const NotFound = lazyPage(() => import('#web/screens/not-found/NotFound.tsx'), 'NotFound');

/** Likely next pages of visitors. */
export const visitorPages = [CardLayout, Login, Register];

function entryPage(path: RegExp, title: string, page: LazyComponent<Visit>): Route {
  return { path, layout: CardLayout, title, page };
}

export const publicRoutes: readonly Route[] = [
  {
    path: /^\/$/,
    page: function LandingPage() {
      // A separate document. Replaces the history entry.
      useEffect(() => location.replace('/'), []);
      return null;
    },
  },
  entryPage(/^\/login$/i, 'Log in', Login),
  // The identity provider redirects here.
  entryPage(/^\/login\/callback$/i, 'Logging in', LoginCallback),
  entryPage(/^\/register$/i, 'Create account', Register),
  entryPage(/^\/verification-pending$/i, 'Check your email', VerificationPending),
  entryPage(/^\/verify$/i, 'Verify account', Verify),
  entryPage(/^\/resend-verification$/i, 'Resend verification', ResendVerification),
  // Linked by the reset email.
  entryPage(/^\/reset-password$/i, 'Reset password', ResetPassword),
  {
    // A board without an account: for a projector or a guest by link, and the demo.
    path: /^\/(?<page>watch|guest|try)$/i,
    load: LinkPage.preload,
    page: ({ params }) => <LinkPage page={params['page']} />,
  },
  {
    path: /^\/invitations\/(?<token>[^/]+)$/i,
    layout: OpenLayout,
    title: 'Team invitation',
    page: Invitation,
  },
  { path: /^\/version$/i, layout: OpenLayout, title: 'Version information', page: VersionInfo },
];

/** For all other addresses. */
export const missingRoute: Route = {
  path: /^/,
  layout: OpenLayout,
  title: 'Page Not Found',
  missing: true,
  page: NotFound,
};
