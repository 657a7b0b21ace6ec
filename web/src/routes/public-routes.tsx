// The public routes, each with its screen and the parameters it reads.
import { createRoute, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

import { lazyPage } from '#web/ui/layout/lazy-page.tsx';

import { rootRoute } from './root-route.tsx';

const CardLayout = lazyPage(
  async () => (await import('#web/screens/layouts/CardLayout.tsx')).CardLayout,
);
const Login = lazyPage(async () => (await import('#web/screens/login/Login.tsx')).Login);
const LoginCallback = lazyPage(
  async () => (await import('#web/screens/login-callback/LoginCallback.tsx')).LoginCallback,
);
const Register = lazyPage(
  async () => (await import('#web/screens/register/Register.tsx')).Register,
);
const VerificationPending = lazyPage(
  async () =>
    (await import('#web/screens/verification-pending/VerificationPending.tsx')).VerificationPending,
);
const Verify = lazyPage(async () => (await import('#web/screens/verify/Verify.tsx')).Verify);
const ResendVerification = lazyPage(
  async () =>
    (await import('#web/screens/resend-verification/ResendVerification.tsx')).ResendVerification,
);
const ResetPassword = lazyPage(
  async () => (await import('#web/screens/reset-password/ResetPassword.tsx')).ResetPassword,
);
const Invitation = lazyPage(
  async () => (await import('#web/screens/invitation/Invitation.tsx')).Invitation,
);
const Watch = lazyPage(async () => (await import('#web/screens/watch/Watch.tsx')).Watch);
const VersionInfo = lazyPage(
  async () => (await import('#web/screens/version/VersionInfo.tsx')).VersionInfo,
);

/** Pages that visitors may open next. */
export const visitorPages = [CardLayout, Login, Register, VerificationPending];

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: function LandingPage() {
    // A document of its own. The entry of the history stays the same one.
    useEffect(() => location.replace('/'), []);
    return null;
  },
});

// Login, registration and related pages: one centred card.
const cardPages = createRoute({
  getParentRoute: () => rootRoute,
  id: 'card',
  component: CardLayout,
});

const login = createRoute({
  getParentRoute: () => cardPages,
  path: '/login',
  staticData: { title: 'Log in' },
  validateSearch: redirectOnly,
  loader: () => Login.preload(),
  component: function LoginRoute() {
    const email = useLocation({ select: ({ state }) => state.email });
    return <Login email={email} redirect={login.useSearch().redirect} />;
  },
});

// The identity provider sends the browser here; its answer is handed on as it came.
const loginCallback = createRoute({
  getParentRoute: () => cardPages,
  path: '/login/callback',
  staticData: { title: 'Signing in' },
  validateSearch: (search: Record<string, unknown>): Record<string, string> =>
    Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)])),
  loader: () => LoginCallback.preload(),
  component: function LoginCallbackRoute() {
    const query = new URLSearchParams(loginCallback.useSearch()).toString();
    return <LoginCallback query={query} />;
  },
});

const register = createRoute({
  getParentRoute: () => cardPages,
  path: '/register',
  staticData: { title: 'Create account' },
  validateSearch: (search: Record<string, unknown>) => ({
    ...redirectOnly(search),
    ...(typeof search['email'] === 'string' && { email: search['email'] }),
  }),
  loader: () => Register.preload(),
  component: function RegisterRoute() {
    const { email, redirect } = register.useSearch();
    return <Register email={email} redirect={redirect} />;
  },
});

const verificationPending = createRoute({
  getParentRoute: () => cardPages,
  path: '/verification-pending',
  staticData: { title: 'Check your email' },
  loader: () => VerificationPending.preload(),
  component: function VerificationPendingRoute() {
    const { email, redirect } = useLocation({ select: (location) => location.state });
    return <VerificationPending email={email} redirect={redirect} />;
  },
});

const verify = createRoute({
  getParentRoute: () => cardPages,
  path: '/verify',
  staticData: { title: 'Verify account' },
  validateSearch: (search: Record<string, unknown>) => ({
    ...redirectOnly(search),
    ...tokenOnly(search),
  }),
  loader: () => Verify.preload(),
  component: function VerifyRoute() {
    const { token, redirect } = verify.useSearch();
    return <Verify key={token} token={token} redirect={redirect} />;
  },
});

const resendVerification = createRoute({
  getParentRoute: () => cardPages,
  path: '/resend-verification',
  staticData: { title: 'Resend verification' },
  loader: () => ResendVerification.preload(),
  component: function ResendVerificationRoute() {
    const { email, redirect } = useLocation({ select: (location) => location.state });
    return <ResendVerification email={email} redirect={redirect} />;
  },
});

// The reset email links here.
const resetPassword = createRoute({
  getParentRoute: () => cardPages,
  path: '/reset-password',
  staticData: { title: 'Reset password' },
  validateSearch: tokenOnly,
  loader: () => ResetPassword.preload(),
  component: function ResetPasswordRoute() {
    const inHistory = useLocation({ select: ({ state }) => state.resetToken });
    return <ResetPassword inAddress={resetPassword.useSearch().token} inHistory={inHistory} />;
  },
});

// For visitors and signed-in users.
const openPages = createRoute({
  getParentRoute: () => rootRoute,
  id: 'open',
  component: lazyPage(async () => (await import('#web/screens/layouts/OpenLayout.tsx')).OpenLayout),
});

const invitation = createRoute({
  getParentRoute: () => openPages,
  path: '/invitations/$token',
  staticData: { title: 'Team invitation' },
  loader: () => Invitation.preload(),
  component: function InvitationRoute() {
    const { token } = invitation.useParams();
    return <Invitation key={token} token={token} />;
  },
});

const version = createRoute({
  getParentRoute: () => openPages,
  path: '/version',
  staticData: { title: 'Version information' },
  component: VersionInfo,
});

// A board on a projector, by its link and without an account.
const watch = createRoute({
  getParentRoute: () => rootRoute,
  path: '/watch',
  staticData: { frame: true },
  component: Watch,
});

const notFound = createRoute({
  getParentRoute: () => openPages,
  path: '$',
  staticData: { title: 'Page Not Found', missing: true },
  component: lazyPage(async () => (await import('#web/screens/not-found/NotFound.tsx')).NotFound),
});

export const publicRoutes = [
  home,
  cardPages.addChildren([
    login,
    loginCallback,
    register,
    verificationPending,
    verify,
    resendVerification,
    resetPassword,
  ]),
  watch,
  openPages.addChildren([invitation, version, notFound]),
] as const;

function redirectOnly(search: Record<string, unknown>): { redirect?: string } {
  return typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {};
}

function tokenOnly(search: Record<string, unknown>): { token?: string } {
  return typeof search['token'] === 'string' ? { token: search['token'] } : {};
}
