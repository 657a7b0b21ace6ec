import { ArrowRight, Minus, ShieldCheck, Sparkles, Target, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';

import { buttonClass } from '#web/ui/buttons/button-class';
import { classNames } from '#web/ui/class-names';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Bar } from '#web/ui/layout/Bar.tsx';

/** `share` draws a bar. */
type Measure = readonly [
  icon: ReactNode,
  tint: string,
  label: string,
  value: string,
  share?: number,
];

const measures: readonly Measure[] = [
  [<Minus />, 'bg-info-soft text-info-text', 'Morale trend', 'Steady'],
  [<ShieldCheck />, 'bg-success-soft text-success-text', 'Delivery risk', 'Low'],
  [<Target />, 'bg-accent-soft text-accent-text', 'Focus', '82%', 0.82],
  [<TrendingUp />, 'bg-warning-soft text-warning-text', 'Action items', '+3 per sprint'],
];

export function TeamHealth() {
  return (
    <section aria-labelledby="team-health-title" className="border-t border-line">
      <div className="mx-auto grid max-w-316 items-center gap-10 px-4 py-16 sm:px-6 lg:grid-cols-2 lg:gap-16 lg:py-24">
        <div className="grid justify-items-start gap-5 lg:order-last">
          <Badge tone="purple" icon={<Sparkles />}>
            AI-powered
          </Badge>
          <h2 id="team-health-title" className="text-xl font-bold">
            Know how your team is doing before it hurts
          </h2>
          <p className="max-w-xl text-base text-soft">
            Every retro says something about the sprint behind it. Wentwell reads the signs across
            your meetings and shows where morale, focus and delivery are heading.
          </p>
          <div className="flex w-full flex-wrap gap-3 max-sm:*:w-full">
            <a href="/register" className={buttonClass({ variant: 'primary', size: 'lg' })}>
              Get started with AI
              <ArrowRight />
            </a>
            <button
              type="button"
              data-scroll-to="testimonial"
              className={`noscript:hidden ${buttonClass({ size: 'lg' })}`}
            >
              Learn more
            </button>
          </div>
        </div>
        <HealthPreview />
      </div>
    </section>
  );
}

/** A picture of an assessment with sample values. */
function HealthPreview() {
  return (
    <div
      role="img"
      aria-label="A team health assessment: morale trend steady, delivery risk low, focus 82 percent, action items plus three per sprint"
      className="min-w-0"
    >
      <div
        aria-hidden="true"
        className="rounded-lg border border-line bg-surface p-4 shadow-float sm:p-5"
      >
        <div className="mb-4 flex items-center justify-between gap-2">
          <span className="text-base font-semibold">Team health</span>
          <span className="text-xs text-muted">Last 6 sprints</span>
        </div>
        <MoraleLine />
        <div className="mt-4 grid grid-cols-2 gap-2 max-[20rem]:grid-cols-1 sm:gap-3">
          {measures.map(([icon, tint, label, value, share]) => (
            <span
              key={label}
              className="grid content-start gap-2 rounded-md border border-line bg-card p-3"
            >
              <span className="flex items-center gap-2 text-xs text-soft">
                <span
                  className={classNames(
                    'grid size-7 shrink-0 place-items-center rounded-sm [&_svg]:size-4',
                    tint,
                  )}
                >
                  {icon}
                </span>
                {label}
              </span>
              <span className="text-base font-bold tabular-nums">{value}</span>
              {share !== undefined && <Bar fill="bg-accent-solid" share={share} />}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

function MoraleLine() {
  return (
    <svg viewBox="0 0 320 72" preserveAspectRatio="none" className="h-18 w-full text-primary">
      <path
        d="M0 46 C 30 40, 44 30, 64 34 S 104 50, 128 44 S 168 24, 192 28 S 236 38, 256 32 S 300 26, 320 28 V 72 H 0 Z"
        fill="currentColor"
        opacity="0.12"
      />
      <path
        d="M0 46 C 30 40, 44 30, 64 34 S 104 50, 128 44 S 168 24, 192 28 S 236 38, 256 32 S 300 26, 320 28"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
