import { CalendarDays, HeartPulse, LayoutDashboard, ListChecks, UsersRound } from 'lucide-react';

export const places = [
  { to: '/dashboard', label: 'Dashboard', icon: <LayoutDashboard /> },
  { to: '/team-members', label: 'Members', icon: <UsersRound /> },
  { to: '/meetings', label: 'Meetings', icon: <CalendarDays /> },
  { to: '/actions', label: 'Actions', icon: <ListChecks /> },
  { to: '/team-health', label: 'Health', icon: <HeartPulse /> },
] as const;

export const placeClass =
  'ring-focus hit-area flex h-11 items-center gap-2 rounded-md px-3 font-medium text-soft transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink lg:h-9 [&_svg]:size-4.5 [&_svg]:shrink-0 lg:[&_svg]:hidden';
