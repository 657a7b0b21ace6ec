import { ArrowRight, Check, Play } from 'lucide-react';

import { buttonClass } from '#web/ui/buttons/button-class';
import { Badge } from '#web/ui/feedback/Badge.tsx';

import { RetroPreview } from './RetroPreview.tsx';

const promises = ['Free for small teams', 'No credit card needed', 'Ready in a minute'];

export function Hero() {
  return (
    <section className="relative isolate overflow-clip">
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-radial-[at_80%_20%] from-selected to-transparent to-60%"
      />
      <div className="mx-auto grid max-w-6xl items-center gap-14 px-4 pt-12 pb-20 sm:px-6 lg:grid-cols-[1.1fr_1fr] lg:gap-10 lg:pt-24 lg:pb-32">
        <div className="grid justify-items-start gap-6">
          <Badge tone="purple">Live sprint retrospectives · Beta</Badge>
          <h1 className="text-2xl font-extrabold">The retro your team looks forward to</h1>
          <p className="max-w-xl text-lg text-soft">
            Write together, reveal together, and leave with actions that somebody owns. Wentwell
            leads agile teams from a blank board to a better sprint.
          </p>
          <div className="flex w-full flex-wrap gap-3 max-sm:*:w-full">
            <a href="/register" className={buttonClass({ variant: 'primary', size: 'lg' })}>
              Start Grooming Your Team
              <ArrowRight aria-hidden="true" />
            </a>
            <button
              type="button"
              data-scroll-to="features"
              className={`noscript:hidden ${buttonClass({ size: 'lg' })}`}
            >
              <Play aria-hidden="true" />
              See a 2-min Demo
            </button>
          </div>
          <ul className="flex flex-wrap gap-x-5 gap-y-2 text-soft">
            {promises.map((promise) => (
              <li key={promise} className="flex items-center gap-1.5">
                <Check aria-hidden="true" className="size-4 text-success-text" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <RetroPreview />
      </div>
    </section>
  );
}
