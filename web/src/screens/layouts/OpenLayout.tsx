import { type ReactNode, use } from 'react';

import { redirectSearch } from '#web/features/auth/redirect-target';
import { useSession } from '#web/features/auth/session.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { SkipLink } from '#web/ui/layout/SkipLink.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { Link } from '#web/ui/router/Link.tsx';
import { RouterContext } from '#web/ui/router/router-context';

/** Layout of pages for visitors and users, with a link to login or dashboard. */
export function OpenLayout({ children }: { children: ReactNode }) {
  const { state } = useSession();
  const { href } = use(RouterContext);
  const way = useReturnPath();
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <SkipLink />
      <header className="border-b border-line">
        <nav
          aria-label="Main"
          className="flex min-h-14 flex-wrap items-center justify-between gap-3 px-5 py-1.5"
        >
          <SmallPart>
            <Link
              {...(state === 'in' ? { to: '/dashboard' } : { to: '/login', search: {} })}
              aria-current={undefined}
              className="ring-focus hit-area rounded-sm"
            >
              <Wordmark />
            </Link>
            {state === 'in' && (
              <Link to="/dashboard" className={buttonClass({ size: 'sm' })}>
                Dashboard
              </Link>
            )}
            {/* An invitation has its own two buttons. */}
            {state === 'out' && !href.startsWith('/invitations/') && (
              <span className="flex gap-2">
                <Link
                  to="/login"
                  search={way}
                  className={buttonClass({ variant: 'ghost', size: 'sm' })}
                >
                  Login
                </Link>
                <Link to="/register" search={way} className={buttonClass({ size: 'sm' })}>
                  Sign Up
                </Link>
              </span>
            )}
          </SmallPart>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
    </div>
  );
}

/** A login returns to the current page, unless no page has this address. */
function useReturnPath(): { redirect?: string } {
  const { href, route } = use(RouterContext);
  return route.missing ? {} : redirectSearch(href);
}
