import { Settings2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { Popover } from '#web/ui/overlays/Popover.tsx';

import { VoteLimitsFields } from './VoteLimitsFields.tsx';

/** "5 votes each", for leads, who can change it here. */
export function VoteLimitsButton(props: ComponentProps<typeof VoteLimitsFields>): ReactNode {
  const { votes_per_person: each } = props.settings;
  return (
    <Popover
      label="Vote limits"
      align="end"
      trigger={
        <button
          type="button"
          title="Vote limits"
          className="ring-focus hit-area inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-sm font-semibold text-soft -outline-offset-2 transition-colors hover:bg-hover hover:text-ink"
        >
          <Settings2 aria-hidden="true" className="size-4" />
          <span className="max-md:sr-only">
            {each} {each === 1 ? 'vote' : 'votes'} each
          </span>
        </button>
      }
    >
      <div className="w-72 max-w-full">
        <VoteLimitsFields {...props} />
      </div>
    </Popover>
  );
}
