import {
  Award,
  Gamepad2,
  HeartHandshake,
  ListChecks,
  Play,
  Sparkles,
  TrendingUp,
} from 'lucide-react';

import { buttonClass } from '#web/ui/buttons/button-class';
import { classNames } from '#web/ui/class-names';

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
    text: 'Notes stay face down until everybody has written, so every voice counts the same.',
  },
];

export function Features() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="scroll-mt-16 border-t border-line bg-surface"
    >
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
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
          Without an account, in this browser alone, gone with the tab.
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
