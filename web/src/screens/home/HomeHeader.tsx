import { Moon, Sun } from 'lucide-react';

import { buttonClass } from '#web/ui/buttons/button-class';
import type { LandingMode } from '#web/ui/landing-mode';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';

export function HomeHeader({
  mode,
  signedIn,
  onToggleMode,
}: {
  mode: LandingMode;
  signedIn: boolean;
  onToggleMode: () => void;
}) {
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
            aria-label={mode === 'dark' ? 'Switch to light mode' : 'Switch to dark mode'}
            className="ring-focus grid size-11 place-items-center rounded-md text-soft transition-colors hover:bg-hover hover:text-ink"
            onClick={onToggleMode}
          >
            {mode === 'dark' ? (
              <Sun aria-hidden="true" className="size-[18px]" />
            ) : (
              <Moon aria-hidden="true" className="size-[18px]" />
            )}
          </button>
          {signedIn ? (
            <a href="/dashboard" className={buttonClass({ variant: 'primary' })}>
              Open Wentwell
            </a>
          ) : (
            <>
              <a href="/login" className={buttonClass({ variant: 'ghost' })}>
                Log in
              </a>
              <a href="/register" className={buttonClass({ variant: 'primary' })}>
                <span className="hidden sm:inline">Wentwell Free</span>
                <span className="sm:hidden">Try Free</span>
              </a>
            </>
          )}
        </span>
      </nav>
    </header>
  );
}
