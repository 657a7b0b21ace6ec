import { nextPhase, type Phase, phaseFacts, phases } from '@wentwell/contract/phases';
import { ArrowRight, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';

/** Shown to everybody in a live meeting; only who leads it can use them (spec 4). */
export function PhaseControls(props: {
  phase: Phase;
  busy: boolean;
  /** Why this person cannot; undefined for who leads. */
  disabledReason: string | undefined;
  onNext: () => void;
  onJump: (phase: Phase) => void;
}): ReactNode {
  const { phase, busy, disabledReason, onNext, onJump } = props;
  const next = nextPhase(phase);
  const jump = (
    <Button disabledReason={disabledReason}>
      Jump to
      <ChevronDown aria-hidden="true" />
    </Button>
  );
  return (
    <>
      {next === null ? (
        <Button variant="primary" disabled>
          Final Phase
        </Button>
      ) : (
        <Button variant="primary" busy={busy} disabledReason={disabledReason} onClick={onNext}>
          Next: {phaseFacts[next].label}
          <ArrowRight aria-hidden="true" />
        </Button>
      )}
      {disabledReason === undefined ? (
        <Menu trigger={jump}>
          {phases.map((each) => (
            <MenuItem
              key={each}
              disabled={each === phase}
              end={each === phase ? 'now' : undefined}
              onSelect={() => onJump(each)}
            >
              {phaseFacts[each].label}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        jump
      )}
    </>
  );
}
