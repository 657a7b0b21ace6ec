import { Moon, Sun } from 'lucide-react';

import { buttonClass } from '#web/ui/buttons/button-class';
import { VisuallyHidden } from '#web/ui/layout/VisuallyHidden.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';

export function HomeHeader() {
  return (
    <header className="layer-bar sticky top-0 border-b border-line bg-canvas/85 backdrop-blur-md">
      <nav
        aria-label="Main"
        className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-2 px-4 sm:px-6"
      >
        <a href="/" className="ring-focus rounded-sm">
          <Wordmark />
        </a>
        <span className="flex items-center gap-1 sm:gap-2">
          <button
            type="button"
            data-action="toggle-mode"
            className="ring-focus grid size-11 place-items-center rounded-md text-soft transition-colors noscript:hidden hover:bg-hover hover:text-ink"
          >
            <span className="landing-dark:hidden">
              <VisuallyHidden>Switch to dark mode</VisuallyHidden>
              <Moon aria-hidden="true" className="size-[18px]" />
            </span>
            <span className="landing-light:hidden">
              <VisuallyHidden>Switch to light mode</VisuallyHidden>
              <Sun aria-hidden="true" className="size-[18px]" />
            </span>
          </button>
          {/* The dashboard finds out whether the session is still valid. */}
          <span className="contents signed-out:hidden">
            <a href="/dashboard" className={buttonClass({ variant: 'primary' })}>
              Open Wentwell
            </a>
          </span>
          <span className="contents signed-in:hidden">
            <a href="/login" className={buttonClass({ variant: 'ghost' })}>
              Log in
            </a>
            <a href="/register" className={buttonClass({ variant: 'primary' })}>
              <span className="hidden sm:inline">Wentwell Free</span>
              <span className="sm:hidden">Try Free</span>
            </a>
          </span>
        </span>
      </nav>
    </header>
  );
}
