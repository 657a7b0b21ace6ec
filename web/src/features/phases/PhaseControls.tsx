import { nextPhase, type Phase, phaseFacts, phases } from '@wentwell/contract/phases';
import { ArrowRight, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

/** Shown to all participants of a live meeting; only its owner can use them (docs/retro.md R-31). */
export function PhaseControls(props: {
  phase: Phase;
  busy: boolean;
  /** Why the user cannot use them; undefined for the owner. */
  disabledReason: string | undefined;
  onNext: () => void;
  onJump: (phase: Phase) => void;
  /** Further menu items for users with more or other rights; null without any. */
  leadItems: ReactNode;
}): ReactNode {
  const { phase, busy, disabledReason, onNext, onJump, leadItems } = props;
  const next = nextPhase(phase);
  const opens = disabledReason === undefined || leadItems !== null;
  const jump = (
    <Button disabledReason={opens ? undefined : disabledReason}>
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
      {opens ? (
        <Menu trigger={jump}>
          <div role="group" aria-label="Phases">
            {phases.map((each) => (
              <MenuItem
                key={each}
                disabled={each === phase || disabledReason !== undefined}
                end={each === phase ? 'now' : undefined}
                onSelect={() => onJump(each)}
              >
                {phaseFacts[each].label}
              </MenuItem>
            ))}
          </div>
          {leadItems !== null && <MenuSeparator />}
          {leadItems}
        </Menu>
      ) : (
        jump
      )}
    </>
  );
}
