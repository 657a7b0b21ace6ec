import { type VoteLimits, votePolicy } from '@wentwell/contract/discussion/votes';
import { describeError } from '@wentwell/contract/errors';
import { limits } from '@wentwell/contract/limits';
import { Settings2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { errorText } from '#web/api/request';
import { AppliedTextField } from '#web/ui/forms/AppliedTextField.tsx';
import { wholeNumber } from '#web/ui/forms/whole-number';
import { Popover } from '#web/ui/overlays/Popover.tsx';

const max = limits.votesPerPersonMax;
const notInRange = `Enter a whole number from 1 to ${max}.`;

/** Edits the meeting's vote limits (docs/retro.md R-102). A refused number stays in its field for correction. */
export function VoteLimitsFields(props: {
  settings: VoteLimits;
  isVoting: boolean;
  /** Rejects if the server refuses. */
  onSave: (change: Partial<VoteLimits>) => Promise<unknown>;
}): ReactNode {
  const { settings, isVoting } = props;
  const { votes_per_person, votes_per_topic } = settings;

  async function save(change: Partial<VoteLimits>): Promise<string | null> {
    const result = votePolicy.changeLimits(settings, { ...settings, ...change }, isVoting);
    if (result !== 'allowed') return describeError(result).detail;
    return props.onSave(change).then(() => null, errorText);
  }

  async function savePerPerson(typed: string): Promise<string | null> {
    const number = wholeNumber(typed, max);
    if (number === null) return notInRange;
    // The limit per topic cannot exceed the number of votes.
    const lowered = votes_per_topic > number ? { votes_per_topic: number } : undefined;
    return save({ votes_per_person: number, ...lowered });
  }

  // The other limit may still be pending; the server checks the combination.
  async function savePerTopic(typed: string): Promise<string | null> {
    const number = wholeNumber(typed, max);
    return number === null ? notInRange : save({ votes_per_topic: number });
  }

  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] items-start gap-3">
      <AppliedTextField
        label="Votes per person"
        inputMode="numeric"
        value={String(votes_per_person)}
        onApply={savePerPerson}
      />
      <AppliedTextField
        label="Votes per topic"
        inputMode="numeric"
        value={String(votes_per_topic)}
        onApply={savePerTopic}
      />
    </div>
  );
}

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
          className="ring-focus hit-area inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-soft -outline-offset-2 transition-colors hover:bg-hover hover:text-ink"
        >
          <Settings2 className="size-4" />
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
