import type { ReactNode } from 'react';

import { useSession } from '#web/features/auth/session.tsx';
import { SkipLink } from '#web/ui/layout/SkipLink.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { Link } from '#web/ui/router/Link.tsx';

/** Login, registration and related pages: the product's name above one card. */
export function CardLayout({ children }: { children: ReactNode }) {
  const { state } = useSession();
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-clip bg-canvas">
      <SkipLink />
      <div
        aria-hidden="true"
        className="absolute inset-x-0 top-0 -z-10 h-128 bg-radial-[at_50%_0%] from-selected to-transparent to-70%"
      />
      <header className="flex justify-center px-4 pt-10 pb-8 sm:pt-16">
        <Link
          to={state === 'in' ? '/dashboard' : '/login'}

          className="ring-focus hit-area rounded-sm"
        >
          <Wordmark size="lg" />
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-md flex-1 px-4 pb-16 outline-none"
      >
        {children}
      </main>
    </div>
  );
}
