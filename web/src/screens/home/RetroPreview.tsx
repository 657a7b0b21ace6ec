import { CircleCheck, ListChecks, Smile, Sprout, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';

import { Avatar } from '#web/ui/identity/Avatar.tsx';

const mia = { id: 'mia-okafor', name: 'Mia Okafor' };
const jo = { id: 'jo.lindqvist', name: 'Jo Lindqvist' };
const ren = { id: 'ren-sato', name: 'Ren Sato' };

const columns = [
  {
    title: 'Went Well',
    icon: <ThumbsUp />,
    tone: 'success',
    notes: [
      { text: 'Release day without a single page', by: mia },
      { text: 'Pairing on the import paid off', by: ren },
    ],
  },
  {
    title: 'To Improve',
    icon: <Sprout />,
    tone: 'warning',
    notes: [
      { text: 'Reviews waited two days', by: jo },
      { text: 'Stand-up runs long', by: mia },
    ],
  },
  {
    title: 'Action Items',
    icon: <ListChecks />,
    tone: 'accent',
    notes: [
      { text: 'Reviews first thing in the morning', by: mia },
      { text: 'Ten-minute timer for stand-up', by: jo },
    ],
  },
];

/** A picture of a finished retro in the product's style, cut off at the right edge. */
export function RetroPreview() {
  return (
    <div
      role="img"
      aria-label="A finished retro: three columns of notes, two action items created, team vibe 4.6 out of 5"
      className="retro-preview"
    >
      <div aria-hidden="true" className="retro-sheet">
        <span className="flex items-center gap-3 font-semibold">
          Sprint 12
          <span className="retro-live">Live</span>
        </span>
        <div className="retro-columns grid pt-5">
          {columns.map(({ title, icon, tone, notes }) => (
            <div key={title} data-tone={tone} className="grid content-start gap-3">
              <span className="retro-head flex items-center gap-2.5 border-b border-line pb-3 font-semibold">
                {icon}
                {title}
              </span>
              {notes.map(({ text, by }) => (
                <span key={text} className="paper grid gap-2 px-4 pt-3.5 pb-3 text-base">
                  {text}
                  <Avatar person={by} size="xs" decorative />
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
      <Result icon={<CircleCheck />} tone="accent" value="2" label="action items created" />
      <Result icon={<Smile />} tone="success" value="4.6 / 5" label="team vibe" />
    </div>
  );
}

function Result(props: { icon: ReactNode; tone: string; value: string; label: string }) {
  const { icon, tone, value, label } = props;
  return (
    <span
      aria-hidden="true"
      data-tone={tone}
      className="paper retro-result flex items-center gap-4"
    >
      {icon}
      <span className="grid">
        <span className="text-xl font-bold tabular-nums">{value}</span>
        {label}
      </span>
    </span>
  );
}
