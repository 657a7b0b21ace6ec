import { SkipLink } from '#web/ui/layout/SkipLink.tsx';

import { CallToAction } from './CallToAction.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { HomeFooter } from './HomeFooter.tsx';
import { HomeHeader } from './HomeHeader.tsx';
import { TeamHealth } from './TeamHealth.tsx';
import { Testimonial } from './Testimonial.tsx';

/**
 * The landing page, drawn at build (web/build/landing-plugin.ts). Its components run in no browser: what a button does
 * stands in landing.ts, and what depends on the visitor is chosen by CSS.
 */
export function Home() {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <SkipLink />
      <HomeHeader />
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
