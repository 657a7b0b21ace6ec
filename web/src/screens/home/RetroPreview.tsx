import { CircleCheck, ListChecks, Smile, Sprout, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';

const mia = { id: 'mia-okafor', name: 'Mia Okafor' };
const jo = { id: 'jo.lindqvist', name: 'Jo Lindqvist' };
const ren = { id: 'ren-sato', name: 'Ren Sato' };

const columns = [
  {
    title: 'Went Well',
    icon: <ThumbsUp />,
    ground: 'border border-t-2 border-line border-t-success-solid bg-column',
    ink: 'text-success-text',
    notes: [
      { text: 'Release day without a single page', by: mia },
      { text: 'Pairing on the import paid off', by: ren },
    ],
  },
  {
    title: 'To Improve',
    icon: <Sprout />,
    ground: 'border border-t-2 border-line border-t-warning-solid bg-column',
    ink: 'text-warning-text',
    notes: [
      { text: 'Reviews waited two days', by: jo },
      { text: 'Stand-up runs long', by: mia },
    ],
  },
  {
    title: 'Action Items',
    icon: <ListChecks />,
    ground: 'border border-t-2 border-line border-t-accent-solid bg-column',
    ink: 'text-accent-text',
    notes: [
      { text: 'Reviews first thing in the morning', by: mia },
      { text: 'Ten-minute timer for stand-up', by: jo },
    ],
  },
];

/** A picture of a finished retro, made of the product's own components. */
export function RetroPreview() {
  return (
    <div
      role="img"
      aria-label="A finished retro: three columns of notes, two action items created, team vibe 4.6 out of 5"
      className="relative min-w-0 pb-8"
    >
      <div
        aria-hidden="true"
        className="rounded-lg border border-line bg-surface p-3 shadow-float sm:p-4"
      >
        <div className="mb-3 flex items-center justify-between gap-2 px-1">
          <span className="text-base font-semibold">Sprint 12</span>
          <Badge tone="green" dot>
            Live
          </Badge>
        </div>
        <div className="grid grid-cols-3 gap-2 pb-10 sm:gap-3">
          {columns.map((column) => (
            <div
              key={column.title}
              className={classNames(
                'grid content-start gap-2 rounded-md p-1.5 sm:p-2',
                column.ground,
              )}
            >
              <span className="flex items-center gap-1.5 px-0.5 text-xs font-semibold whitespace-nowrap">
                <span className={classNames('hidden sm:block [&_svg]:size-3.5', column.ink)}>
                  {column.icon}
                </span>
                {column.title}
              </span>
              {column.notes.map(({ text, by }) => (
                <span
                  key={text}
                  className="flex min-h-22 flex-col justify-between gap-2 rounded-sm border border-line bg-card p-2 text-xs text-ink shadow-raised"
                >
                  {text}
                  <Avatar person={by} size="xs" decorative />
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-x-4 bottom-0 grid grid-cols-2 gap-2 sm:inset-x-8 sm:gap-3"
      >
        <Result
          icon={<CircleCheck />}
          tint="bg-success-soft text-success-text"
          value="2"
          label="action items created"
        />
        <Result
          icon={<Smile />}
          tint="bg-warning-soft text-warning-text"
          value="4.6 / 5"
          label="team vibe"
        />
      </div>
    </div>
  );
}

function Result(props: { icon: ReactNode; tint: string; value: string; label: string }) {
  return (
    <span className="flex items-center gap-3 rounded-md bg-overlay p-2.5 shadow-float sm:p-3">
      <span
        className={classNames(
          'grid size-9 shrink-0 place-items-center rounded-sm [&_svg]:size-5',
          props.tint,
        )}
      >
        {props.icon}
      </span>
      <span className="grid">
        <span className="text-base font-bold tabular-nums">{props.value}</span>
        <span className="text-xs text-soft">{props.label}</span>
      </span>
    </span>
  );
}
