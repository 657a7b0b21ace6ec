import { nextPhase, type Phase, phaseFacts, phases } from '@wentwell/contract/phases';
import { ArrowRight, ChevronDown, Milestone } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

/**
 * Leads get a button for the next phase and a menu of all phases.
 * Others find the same controls disabled in the menu, with the reason above (docs/retro.md R-31).
 */
export function PhaseControls(props: {
  phase: Phase;
  busy: boolean;
  /** Something else comes before the next phase, whose button is less prominent then. */
  isNotYet: boolean;
  /** Why the user cannot use them; undefined for the owner. */
  disabledReason: string | undefined;
  onNext: () => void;
  onJump: (phase: Phase) => void;
  /** Further menu items for users with more or other rights; null without any. */
  leadItems: ReactNode;
}): ReactNode {
  const { phase, busy, isNotYet, disabledReason, onNext, onJump, leadItems } = props;
  const next = nextPhase(phase);
  const nextLabel = next === null ? 'Final Phase' : `Next: ${phaseFacts[next].label}`;
  const leads = disabledReason === undefined;
  return (
    <>
      {leads && (
        <Button
          size="sm"
          variant={next === null ? 'ghost' : isNotYet ? 'secondary' : 'primary'}
          busy={busy}
          disabled={next === null}
          onClick={onNext}
        >
          {/* As wide as the longest label, so that whoever presses again presses the same place. */}
          <span className="grid w-42 place-items-center">
            <span key={phase} className="inline-flex items-center gap-2">
              {nextLabel}
              {next !== null && <ArrowRight aria-hidden="true" />}
            </span>
          </span>
        </Button>
      )}
      <Menu
        trigger={
          <Button size="sm" variant={leads ? 'secondary' : 'ghost'} title="Jump to">
            <Milestone aria-hidden="true" className="xl:hidden" />
            <span className="max-xl:sr-only">Jump to</span>
            <ChevronDown aria-hidden="true" className="max-xl:hidden" />
          </Button>
        }
      >
        {!leads && (
          <>
            <p className="max-w-64 px-2.5 py-2 text-xs text-soft">{disabledReason}</p>
            <MenuItem icon={<ArrowRight aria-hidden="true" className="size-4" />} disabled>
              {nextLabel}
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <div role="group" aria-label="Phases">
          {phases.map((each) => (
            <MenuItem
              key={each}
              disabled={each === phase || !leads}
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
    </>
  );
}
