// The routes that need a login. Their layout redirects to /login otherwise.
import { createRoute } from '@tanstack/react-router';
import { MeetingId } from '@wentwell/contract/ids';

import { lazyPage } from '#web/ui/layout/lazy-page.tsx';

import { rootRoute } from './root-route.tsx';

const ProtectedLayout = lazyPage(
  async () => (await import('#web/screens/layouts/ProtectedLayout.tsx')).ProtectedLayout,
);
const Dashboard = lazyPage(
  async () => (await import('#web/screens/dashboard/Dashboard.tsx')).Dashboard,
);
const TeamMembers = lazyPage(
  async () => (await import('#web/screens/team-members/TeamMembers.tsx')).TeamMembers,
);
const Meetings = lazyPage(
  async () => (await import('#web/screens/meetings/Meetings.tsx')).Meetings,
);
const Actions = lazyPage(async () => (await import('#web/screens/actions/Actions.tsx')).Actions);
const Profile = lazyPage(async () => (await import('#web/screens/profile/Profile.tsx')).Profile);
// Not among the pages that may come next: few people ever open it.
const AdminArea = lazyPage(
  async () => (await import('#web/screens/admin/AdminArea.tsx')).AdminArea,
);
const MeetingPage = lazyPage(
  async () => (await import('#web/screens/meeting/MeetingPage.tsx')).MeetingPage,
);
const MeetingMissing = lazyPage(
  async () => (await import('#web/screens/meeting/MeetingMissing.tsx')).MeetingMissing,
);

/** The pages to which a login leads. */
export const firstPages = [ProtectedLayout, Dashboard];

/** Pages that signed-in people may open next, the likeliest first. */
export const signedInPages = [...firstPages, MeetingPage, Meetings, TeamMembers, Actions, Profile];

const protectedPages = createRoute({
  getParentRoute: () => rootRoute,
  id: 'protected',
  component: ProtectedLayout,
});

const dashboard = createRoute({
  getParentRoute: () => protectedPages,
  path: '/dashboard',
  // Its first steps offer to create a team; on other pages the layout does.
  staticData: { title: 'Dashboard', offersTeam: true },
  component: Dashboard,
});

const teamMembers = createRoute({
  getParentRoute: () => protectedPages,
  path: '/team-members',
  staticData: { title: 'Team Members' },
  component: TeamMembers,
});

const meetings = createRoute({
  getParentRoute: () => protectedPages,
  path: '/meetings',
  staticData: { title: 'Meetings' },
  component: Meetings,
});

const actions = createRoute({
  getParentRoute: () => protectedPages,
  path: '/actions',
  staticData: { title: 'Actions' },
  component: Actions,
});

// MeetingPage sets the title from the meeting's name and phase.
const meeting = createRoute({
  getParentRoute: () => protectedPages,
  path: '/meetings/$meetingId',
  staticData: { frame: true },
  loader: ({ params }) => (isMeetingId(params.meetingId) ? MeetingPage : MeetingMissing).preload(),
  component: function MeetingRoute() {
    const meetingId = MeetingId.safeParse(meeting.useParams().meetingId).data;
    if (meetingId === undefined) return <MeetingMissing />;
    return <MeetingPage key={meetingId} meetingId={meetingId} />;
  },
});

const profile = createRoute({
  getParentRoute: () => protectedPages,
  path: '/profile',
  staticData: { title: 'Profile Settings' },
  component: Profile,
});

// The page sets its title: to those who are no superusers it does not exist. Whoever runs the server need not be in a team.
const admin = createRoute({
  getParentRoute: () => protectedPages,
  path: '/admin/{-$section}',
  staticData: { offersTeam: true },
  component: () => <AdminArea {...admin.useParams()} />,
});

const setupCheck = createRoute({
  getParentRoute: () => protectedPages,
  path: '/setup/check',
  staticData: { offersTeam: true },
  component: () => <AdminArea section="check" />,
});

export const protectedRoutes = [
  protectedPages.addChildren([
    dashboard,
    teamMembers,
    meetings,
    actions,
    meeting,
    profile,
    admin,
    setupCheck,
  ]),
] as const;

function isMeetingId(text: string): boolean {
  return MeetingId.safeParse(text).success;
}
