import {
  Quote,
  ArrowRight,
  Moon,
  Sun,
  Check,
  Play,
  Award,
  Gamepad2,
  HeartHandshake,
  ListChecks,
  Sparkles,
  TrendingUp,
} from 'lucide-react';

import { buttonClass } from '#web/ui/buttons/button-class';
import { quietLinkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { SkipLink } from '#web/ui/layout/SkipLink.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';

import { RetroPreview } from './RetroPreview.tsx';
import { TeamHealth } from './TeamHealth.tsx';

const promises = ['Free for small teams', 'No credit card needed', 'Ready in a minute'];

function Hero() {
  return (
    <section className="overflow-clip bg-surface">
      <div className="mx-auto grid max-w-316 items-center gap-8 px-4 pt-6 sm:px-6 lg:grid-cols-2 lg:gap-14 lg:py-12">
        <div className="grid justify-items-start gap-4 sm:gap-6">
          <span className="rounded-full bg-hover px-3 py-1.5 text-xs font-medium text-soft">
            Live sprint retrospectives · Beta
          </span>
          <h1 className="text-2xl font-bold">The retro your team looks forward to</h1>
          <p className="max-w-lg text-base leading-normal text-soft sm:text-lg">
            Write together, reveal together, and leave with actions that someone owns. Wentwell
            leads agile teams from a blank board to a better sprint.
          </p>
          <div className="flex w-full flex-wrap gap-2 max-sm:*:w-full sm:gap-3">
            <a href="/register" className={buttonClass({ variant: 'primary', size: 'lg' })}>
              <span className="whitespace-normal">Start Grooming Your Team</span>
              <ArrowRight />
            </a>
            <button
              type="button"
              data-scroll-to="features"
              className={`noscript:hidden ${buttonClass({ size: 'lg' })}`}
            >
              <Play />
              <span className="whitespace-normal">See a 2-min Demo</span>
            </button>
          </div>
          {/* Tells whom to ask for an account if not everybody may register. */}
          <p data-who-may-register="" className="font-semibold empty:hidden" />
          <ul className="flex flex-wrap gap-x-5 gap-y-2 text-soft">
            {promises.map((promise) => (
              <li key={promise} className="flex items-center gap-1.5">
                <Check className="size-4 text-success-text" />
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

function HomeHeader() {
  return (
    <header className="layer-bar sticky top-0 low:static border-b border-line bg-surface">
      <nav
        aria-label="Main"
        className="mx-auto flex min-h-16 max-w-316 flex-wrap items-center justify-between gap-2 px-4 sm:px-6"
      >
        <a href="/" className="ring-focus flex min-h-11 items-center rounded-sm">
          <Wordmark />
        </a>
        <span className="flex flex-wrap items-center gap-1 sm:gap-2">
          <button
            type="button"
            data-action="toggle-mode"
            className="ring-focus grid size-11 place-items-center rounded-md text-soft transition-colors noscript:hidden hover:bg-hover hover:text-ink"
          >
            <span className="landing-dark:hidden">
              <span className="sr-only">Switch to dark mode</span>
              <Moon className="size-4.5" />
            </span>
            <span className="landing-light:hidden">
              <span className="sr-only">Switch to light mode</span>
              <Sun className="size-4.5" />
            </span>
          </button>
          {/* The dashboard checks whether the session is still valid. */}
          <span className="contents signed-out:hidden">
            <a href="/dashboard" className={buttonClass({ variant: 'primary' })}>
              Open Wentwell
            </a>
          </span>
          <span className="contents signed-in:hidden">
            <a href="/login" className={buttonClass({ variant: 'ghost' })}>
              Log in
            </a>
            <a href="/register" className={buttonClass({})}>
              <span className="hidden sm:inline">Wentwell Free</span>
              <span className="sm:hidden">Try Free</span>
            </a>
          </span>
        </span>
      </nav>
    </header>
  );
}

function CallToAction() {
  return (
    <section aria-labelledby="call-to-action-title" className="border-t border-line">
      <div className="mx-auto max-w-316 px-4 py-16 sm:px-6 lg:py-24">
        <div className="grid justify-items-center gap-5 rounded-lg border border-line bg-selected px-5 py-12 text-center sm:px-8">
          <h2 id="call-to-action-title" className="text-xl font-bold">
            Ready for a retro that leads somewhere?
          </h2>
          <p className="max-w-xl text-base text-soft">
            Free for small teams, no credit card needed. Your first board is a minute away.
          </p>
          <div className="flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:*:w-full">
            <a href="/register" className={buttonClass({ variant: 'primary', size: 'lg' })}>
              Try Wentwell Free
              <ArrowRight />
            </a>
            <button
              type="button"
              data-action="contact-sales"
              className={`noscript:hidden ${buttonClass({ size: 'lg' })}`}
            >
              Contact Sales
            </button>
          </div>
        </div>
      </div>
    </section>
  );
}

function Testimonial() {
  return (
    <section
      id="testimonial"
      aria-labelledby="testimonial-title"
      className="scroll-mt-16 border-t border-line bg-surface"
    >
      <div className="mx-auto grid max-w-3xl justify-items-center gap-6 px-4 py-16 text-center sm:px-6 lg:py-24">
        <h2 id="testimonial-title" className="sr-only">
          What a beta user says
        </h2>
        <span
          aria-hidden="true"
          className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text"
        >
          <Quote className="size-6" />
        </span>
        <figure className="grid gap-6">
          <blockquote className="text-lg font-medium text-balance">
            “Our retros used to be the same three people talking. Now everyone writes first, and we
            leave with two actions that really happen.”
          </blockquote>
          <figcaption className="text-soft">Engineering manager, beta user</figcaption>
        </figure>
      </div>
    </section>
  );
}

function HomeFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-316 flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-8 text-soft sm:px-6">
        <p>
          © <span data-year>{new Date().getFullYear()}</span> Wentwell
        </p>
        <nav aria-label="Footer" className="flex gap-6">
          <a href="/login" className={quietLinkClass}>
            Log in
          </a>
          <a href="/version" className={quietLinkClass}>
            Version
          </a>
        </nav>
      </div>
    </footer>
  );
}

/** Rendered at build time only (web/build/landing-plugin.ts); landing.ts handles its buttons. */
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

const pitches = [
  {
    icon: <Gamepad2 />,
    tint: 'bg-accent-soft text-accent-text',
    title: 'Gamified retros',
    text: 'A retro with a rhythm: write in quiet, flip the cards, vote, and watch the board come alive.',
  },
  {
    icon: <Award />,
    tint: 'bg-warning-soft text-warning-text',
    title: 'Weekly achievements',
    text: 'Badges for the habits that make a team better, earned together, week by week.',
  },
  {
    icon: <ListChecks />,
    tint: 'bg-success-soft text-success-text',
    title: 'Actionable insights',
    text: 'Structured action planning turns talk into items with an owner, so nothing gets lost.',
  },
  {
    icon: <TrendingUp />,
    tint: 'bg-info-soft text-info-text',
    title: 'Sprint progress tracking',
    text: 'See what changed since the last retro, and which actions made the difference.',
  },
  {
    icon: <Sparkles />,
    tint: 'bg-accent-soft text-accent-text',
    title: 'AI-powered team health',
    text: 'Assessments that read the mood across sprints and point to what needs care.',
  },
  {
    icon: <HeartHandshake />,
    tint: 'bg-danger-soft text-danger-text',
    title: 'A safe space',
    text: 'Notes stay face down until they are all revealed at once, so every voice counts the same.',
  },
];

function Features() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="scroll-mt-16 border-t border-line bg-surface"
    >
      <div className="mx-auto max-w-316 px-4 py-16 sm:px-6 lg:py-24">
        <h2 id="features-title" className="max-w-2xl text-xl font-bold">
          Everything a good retrospective needs
        </h2>
        <p className="mt-3 max-w-2xl text-base text-soft">
          From the first sticky note to the action that gets done, in one calm place.
        </p>
        <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-soft">
          <a href="/try" className={buttonClass({})}>
            <Play />
            Play with a board
          </a>
          No account needed. It stays in this browser and disappears when you close the tab.
        </p>
        <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {pitches.map(({ icon, tint, title, text }) => (
            <li key={title} className="rounded-lg border border-line bg-card p-6 shadow-raised">
              <span
                aria-hidden="true"
                className={classNames(
                  'grid size-11 place-items-center rounded-md [&_svg]:size-5',
                  tint,
                )}
              >
                {icon}
              </span>
              <h3 className="mt-4 text-base font-semibold">{title}</h3>
              <p className="mt-1.5 text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
