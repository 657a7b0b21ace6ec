import { useEffect } from 'react';

import { lazyPage } from '#web/ui/layout/lazy-page.tsx';
import type { Route } from '#web/ui/router/router-context';

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

export const publicRoutes: readonly Route[] = [
  {
    path: /^\/$/,
    page: function LandingPage() {
      // A separate document. Replaces the history entry.
      useEffect(() => location.replace('/'), []);
      return null;
    },
  },
  {
    path: /^\/login$/i,
    layout: CardLayout,
    title: 'Log in',
    load: Login.preload,
    page: ({ search, state }) => <Login email={state.email} redirect={search['redirect']} />,
  },
  {
    // The identity provider redirects here; its query is passed on unchanged.
    path: /^\/login\/callback$/i,
    layout: CardLayout,
    title: 'Logging in',
    load: LoginCallback.preload,
    page: ({ search }) => <LoginCallback query={new URLSearchParams(search).toString()} />,
  },
  {
    path: /^\/register$/i,
    layout: CardLayout,
    title: 'Create account',
    load: Register.preload,
    page: ({ search }) => <Register email={search['email']} redirect={search['redirect']} />,
  },
  {
    path: /^\/verification-pending$/i,
    layout: CardLayout,
    title: 'Check your email',
    load: VerificationPending.preload,
    page: ({ state }) => <VerificationPending email={state.email} redirect={state.redirect} />,
  },
  {
    path: /^\/verify$/i,
    layout: CardLayout,
    title: 'Verify account',
    load: Verify.preload,
    page: ({ search: { token, redirect } }) => (
      <Verify key={token} token={token} redirect={redirect} />
    ),
  },
  {
    path: /^\/resend-verification$/i,
    layout: CardLayout,
    title: 'Resend verification',
    load: ResendVerification.preload,
    page: ({ state }) => <ResendVerification email={state.email} redirect={state.redirect} />,
  },
  {
    // Linked by the reset email.
    path: /^\/reset-password$/i,
    layout: CardLayout,
    title: 'Reset password',
    load: ResetPassword.preload,
    page: ({ search, state }) => (
      <ResetPassword inAddress={search['token']} inHistory={state.resetToken} />
    ),
  },
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
    load: Invitation.preload,
    page: ({ params: { token = '' } }) => <Invitation key={token} token={token} />,
  },
  {
    path: /^\/version$/i,
    layout: OpenLayout,
    title: 'Version information',
    load: VersionInfo.preload,
    page: () => <VersionInfo />,
  },
];

/** For all other addresses. */
export const missingRoute: Route = {
  path: /^/,
  layout: OpenLayout,
  title: 'Page Not Found',
  missing: true,
  load: NotFound.preload,
  page: () => <NotFound />,
};
