import type { ReactNode } from 'react';

import { useSession } from '#web/features/auth/session.tsx';
import { SkipLink } from '#web/ui/layout/SkipLink.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { Link } from '#web/ui/router/Link.tsx';

/** Layout of login, registration and related pages: the product's name above one form. */
export function CardLayout({ children }: { children: ReactNode }) {
  const { state } = useSession();
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <SkipLink />
      <header className="flex h-14 shrink-0 items-center border-b border-line px-5">
        <Link
          to={state === 'in' ? '/dashboard' : '/login'}
          className="ring-focus hit-area flex shrink-0 rounded-sm"
        >
          <Wordmark />
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-110 px-5 py-12 outline-none sm:pt-[15dvh]"
      >
        {children}
      </main>
    </div>
  );
}
