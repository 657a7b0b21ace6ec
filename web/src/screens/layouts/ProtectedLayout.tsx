import { type ReactNode, use, useDeferredValue, useEffect, useMemo, useState } from 'react';

import { errorText } from '#web/api/request';
import { useOwnTheme } from '#web/features/auth/own-theme';
import { redirectSearch } from '#web/features/auth/redirect-target';
import { useSession } from '#web/features/auth/session.tsx';
import { TeamColors } from '#web/features/members/TeamColors.tsx';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { useTeamNotices, teamsFailed } from '#web/features/teams/team-notices';
import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import { hasSkeleton } from '#web/ui/feedback/document-skeleton';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { keepTrying } from '#web/ui/layout/code-loader';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { SkipLink } from '#web/ui/layout/SkipLink.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { HeldKeys } from '#web/ui/overlays/HeldKeys.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';
import { currentPlace, followPlace, navigate } from '#web/ui/router/history';
import { RouterContext } from '#web/ui/router/router-context';
import { useStableCallback } from '#web/ui/use-stable-callback';

import type { Opened } from './CommandDialogs.tsx';
import { LayoutActions } from './layout-actions.ts';
import { Shortcuts } from './Shortcuts.tsx';
import { TopBar } from './TopBar.tsx';
import { useSignOut } from './use-sign-out.ts';

// Most users have a team and never see the form.
const CreateTeamForm = lazyPart(
  () => import('#web/features/teams/CreateTeamForm.tsx'),
  'CreateTeamForm',
);

/** Above every page: offers to create a team, or reports that teams failed to load. Usually renders nothing. */
function TeamGate({ offersTeam }: { offersTeam: boolean }) {
  const current = useCurrentTeam();
  const { teams, isLoading, loadError } = current;
  if (isLoading) return null;
  if (loadError) return <LoadFailure title={teamsFailed} query={current} />;
  // The page itself may offer this.
  if (teams.length > 0 || !offersTeam) return null;
  return (
    <Card
      title="Create your first team"
      description="Meetings belong to a team. Make one now and invite the others afterwards, or accept an invitation on your dashboard."
    >
      <div className="max-w-xl">
        <CreateTeamForm fallback={<Skeleton height={44} />} />
      </div>
    </Card>
  );
}

const PhoneMenu = lazyPart(() => import('./PhoneMenu.tsx'), 'PhoneMenu');

// Rarely opened, so its code loads at the first opening.
const ManageTeams = lazyPart(() => import('./ManageTeams.tsx'), 'ManageTeams');

/** Requires a login for its pages, and renders the top bar. */
export function ProtectedLayout({ children }: { children: ReactNode }) {
  const { state } = useSession();
  // Deferred: the page renders in interruptible pieces, so that a phone can respond.
  const isDrawn = useDeferredValue(state) === 'in';
  if (state === 'out') return <ToLogin />;
  if (state === 'loading' || !isDrawn) return <SessionPending />;
  return <SignedIn>{children}</SignedIn>;
}

function SignedIn({ children }: { children: ReactNode }) {
  const managing = useDialog();
  const manageTeams = useStableCallback(() => managing.open());
  const { frame: isFrame = false, offersTeam = false } = use(RouterContext).route;
  const [opened, setOpened] = useState<Opened>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useOwnTheme();
  useTeamNotices();
  const { team } = useCurrentTeam();
  const actions = useMemo(
    () => ({
      manageTeams,
      search: () => setOpened('palette'),
      openMenu: () => setMenuOpen(true),
    }),
    [manageTeams],
  );
  return (
    <TeamColors teamId={team?.id ?? null}>
      <div className={classNames('flex flex-col bg-canvas', isFrame ? 'page-frame' : 'min-h-dvh')}>
        <SkipLink />
        {isFrame && <SkipLink toBoard />}
        <LayoutActions value={actions}>
          <TopBar overFrame={isFrame} />
          <main
            id="main"
            tabIndex={-1}
            className={classNames(
              'flex w-full flex-1 flex-col outline-none',
              isFrame ? 'min-h-0' : 'mx-auto max-w-292 gap-8 px-4 py-6 sm:px-6 sm:py-8',
            )}
          >
            <TeamGate offersTeam={!offersTeam} />
            {children}
          </main>
          <PhoneMenu open={isMenuOpen} onOpenChange={setMenuOpen} withAccount={isFrame} />
        </LayoutActions>
        <Shortcuts />
        <CommandCenter opened={opened} onOpen={setOpened} onManageTeams={manageTeams} />
        {managing.render((dialog) => (
          <ManageTeams {...dialog} />
        ))}
      </div>
    </TeamColors>
  );
}

/** Redirects to the login, which returns here unless the user signed out. */
function ToLogin() {
  const session = useSession();
  const left = session.state === 'out' && session.because === 'logout';
  useEffect(() => {
    const leave = (): void => {
      // The place, not the shown page: the next page may still be loading.
      const { pathname, href } = currentPlace();
      if (pathname === '/login') return;
      void navigate({ to: '/login', search: left ? {} : redirectSearch(href), replace: true });
    };
    leave();
    // If the user comes Back before the login's code has loaded, no other page is rendered.
    return followPlace(leave);
  }, [left]);
  return null;
}

// Opens the command palette (Ctrl or Cmd+K) on every page.
const CommandDialogs = lazyPart(() => import('./CommandDialogs.tsx'), 'CommandDialogs');

function CommandCenter(props: {
  opened: Opened;
  onOpen: (what: Opened) => void;
  onManageTeams: () => void;
}): ReactNode {
  const { opened, onOpen } = props;
  const isOpen = opened !== null;

  function openPalette(): void {
    // A popup would lie above it.
    document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover();
    onOpen('palette');
  }

  useShortcuts((shortcut) => shortcut === 'Mod+k' && openPalette, 'also-while-typing');
  return (
    <CommandDialogs
      {...props}
      fallback={isOpen && <HeldKeys onClose={() => onOpen(null)} />}
      open={isOpen}
    />
  );
}

const WaitingTexts = lazyPart(() => import('./WaitingTexts.tsx'), 'WaitingTexts');

/** Shown while the session is restored: a skeleton, or the error with Retry. */
function SessionPending() {
  const session = useSession();
  const [trying, setTrying] = useState(false);

  const signOut = useSignOut();
  const error = session.state === 'loading' ? session.error : null;
  const [lastError, setLastError] = useState<Error | null>(null);
  if (error !== null && error !== lastError) setLastError(error);
  const isAway = error !== null || trying;
  const { retry: restore } = session;
  const retry = useStableCallback(async (): Promise<void> => {
    if (trying) return;
    setTrying(true);
    await restore();
    setTrying(false);
  });
  useEffect(() => (isAway ? keepTrying(retry) : undefined), [isAway, retry]);

  // The document's skeleton stays until a page replaces it.
  if (!isAway) return hasSkeleton() ? null : <PageShape />;
  return (
    <main id="main" className="grid min-h-dvh content-center bg-canvas">
      <EmptyState
        level={1}
        illustration={<Offline />}
        title="We cannot reach Wentwell right now"
        action={
          <>
            <Button variant="primary" busy={trying} onClick={() => void retry()}>
              Try again
            </Button>
            <Button variant="ghost" onClick={() => signOut()}>
              Sign Out
            </Button>
          </>
        }
      >
        {errorText(lastError)}
      </EmptyState>
      <WaitingTexts />
    </main>
  );
}

function PageShape() {
  return (
    <div aria-busy="true" className="flex min-h-dvh flex-col bg-canvas">
      <span className="sr-only">Loading</span>
      <div className="border-b border-line">
        <div className="flex h-14 items-center justify-between px-4 sm:px-5">
          <Wordmark />
          <Skeleton width={36} height={36} round />
        </div>
      </div>
      <div className="mx-auto grid w-full max-w-292 gap-6 px-4 py-8 sm:px-6">
        <Skeleton width={220} height={32} />
        <Skeleton height={120} />
        <Skeleton height={240} />
      </div>
    </div>
  );
}
