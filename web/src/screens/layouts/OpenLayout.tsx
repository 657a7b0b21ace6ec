import { Link, Outlet } from '@tanstack/react-router';

import { useSession } from '#web/features/auth/session.tsx';
import { buttonClass } from '#web/ui/button-class';
import { SkipLink } from '#web/ui/SkipLink.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';

/** Pages for visitors and members alike: a slim bar with the way in, or back in. */
export function OpenLayout() {
  const { state } = useSession();
  const home = state === 'in' ? '/dashboard' : '/login';
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <SkipLink />
      <header className="border-b border-line bg-surface">
        <nav
          aria-label="Main"
          className="mx-auto flex h-14 max-w-6xl items-center justify-between gap-3 px-4 sm:px-6"
        >
          <Link to={home} className="ring-focus hit-area rounded-sm">
            <Wordmark />
          </Link>
          {state === 'in' && (
            <Link to="/dashboard" className={buttonClass({ size: 'sm' })}>
              Dashboard
            </Link>
          )}
          {state === 'out' && (
            <span className="flex gap-2">
              <Link to="/login" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
                Login
              </Link>
              <Link to="/register" className={buttonClass({ variant: 'primary', size: 'sm' })}>
                Sign Up
              </Link>
            </span>
          )}
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
    </div>
  );
}
