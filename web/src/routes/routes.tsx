// Every route. The layout of pages that require a login redirects to /login.
import { MeetingId } from '@wentwell/contract/ids';
import { useEffect } from 'react';

import { lazyPage, type LazyComponent } from '#web/ui/layout/lazy-page.tsx';
import type { Route, Visit } from '#web/ui/router/router-context';

const ProtectedLayout = lazyPage(
  () => import('#web/screens/layouts/ProtectedLayout.tsx'),
  'ProtectedLayout',
);
const Dashboard = lazyPage(() => import('#web/screens/dashboard/Dashboard.tsx'), 'Dashboard');
const TeamMembers = lazyPage(
  () => import('#web/screens/team-members/TeamMembers.tsx'),
  'TeamMembers',
);
const Meetings = lazyPage(() => import('#web/screens/meetings/Meetings.tsx'), 'Meetings');
const Actions = lazyPage(() => import('#web/screens/actions/Actions.tsx'), 'Actions');
const Health = lazyPage(() => import('#web/screens/health/Health.tsx'), 'Health');
const Search = lazyPage(() => import('#web/screens/search/Search.tsx'), 'Search');
const Profile = lazyPage(() => import('#web/screens/profile/Profile.tsx'), 'Profile');
// Not prefetched, because few people open it.
const AdminArea = lazyPage(() => import('#web/screens/admin/AdminArea.tsx'), 'AdminArea');
export const MeetingPage = lazyPage(
  () => import('#web/screens/meeting/MeetingPage.tsx'),
  'MeetingPage',
);
const MeetingAside = lazyPage(
  () => import('#web/screens/meeting/MeetingAside.tsx'),
  'MeetingAside',
);

/** Likely next pages of signed-in users, likeliest first. */
export const signedInPages = [
  ProtectedLayout,
  Dashboard,
  MeetingPage,
  Meetings,
  TeamMembers,
  Actions,
  Profile,
];

const layout = ProtectedLayout;

export const protectedRoutes: readonly Route[] = [
  // The page itself offers to create a team; on other pages the layout does.
  { path: /^\/dashboard$/i, layout, title: 'Dashboard', offersTeam: true, page: Dashboard },
  { path: /^\/team-members$/i, layout, title: 'Team Members', page: TeamMembers },
  { path: /^\/meetings$/i, layout, title: 'Meetings', page: Meetings },
  { path: /^\/actions$/i, layout, title: 'Actions', page: Actions },
  { path: /^\/team-health$/i, layout, title: 'Team Health', page: Health },
  {
    // MeetingPage sets the title from meeting and phase.
    path: /^\/meetings\/(?<meetingId>[^/]+)$/i,
    layout,
    frame: true,
    load: MeetingPage.preload,
    page: ({ params }) => {
      const meetingId = MeetingId.safeParse(params['meetingId']).data;
      if (meetingId === undefined) return <MeetingAside />;
      return <MeetingPage key={meetingId} meetingId={meetingId} />;
    },
  },
  {
    path: /^\/meetings\/(?<meetingId>[^/]+)\/(?<part>anonymity|catch-up|keep)$/i,
    layout,
    // A former guest may have no team.
    offersTeam: true,
    // The page sets the title.
    load: MeetingAside.preload,
    page: ({ params }) => <MeetingAside {...params} />,
  },
  { path: /^\/search$/i, layout, title: 'Search', page: Search },
  { path: /^\/profile$/i, layout, title: 'Profile Settings', page: Profile },
  {
    // The page sets the title: for others than superusers it does not exist. Operators need no team. `/setup/check` is its
    // section of that name.
    path: /^\/(?:admin|setup(?=\/check$))(\/(?<section>[^/]+))?$/i,
    layout,
    offersTeam: true,
    page: AdminArea,
  },
];

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
