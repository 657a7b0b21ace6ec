import { useEffect, useState } from 'react';

import { readStored, storageKeys } from '#web/api/browser-storage';
import { useLandingMode } from '#web/ui/landing-mode';
import { SkipLink } from '#web/ui/layout/SkipLink.tsx';

import { CallToAction } from './CallToAction.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { HomeFooter } from './HomeFooter.tsx';
import { HomeHeader } from './HomeHeader.tsx';
import { TeamHealth } from './TeamHealth.tsx';
import { Testimonial } from './Testimonial.tsx';

/**
 * The landing page. It is loaded without the app (main.tsx) to stay small, so it uses plain links instead of the
 * router's and plain buttons instead of those with tooltips.
 */
export function Home() {
  const { mode, toggle } = useLandingMode();
  // The dashboard finds out whether the session is still valid.
  const [signedIn] = useState(() => readStored(storageKeys.token) !== null);
  useEffect(() => {
    document.title = 'Wentwell · Sprint retrospectives that lead somewhere';
  }, []);
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <SkipLink />
      <HomeHeader mode={mode} signedIn={signedIn} onToggleMode={toggle} />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Hero />
        <Features />
        <TeamHealth />
        <Testimonial />
        <CallToAction />
      </main>
      <HomeFooter />
    </div>
  );
}
