import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { nextPhase, type Phase, phaseFacts, phasesOf, phases } from '@wentwell/contract/phases';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { classNames } from '#web/ui/class-names';

import './phase-rail.css';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

import './phase-motion.css';

const stateWords = { done: 'done', now: 'current', ahead: 'ahead' };

type MeetingInPhase = Pick<Meeting, 'phase' | 'settings'>;

export function nextLabel(meeting: MeetingInPhase): string {
  const next = nextPhase(meeting);
  return next === null ? 'Final Phase' : `Next: ${phaseFacts[next].label}`;
}

/**
 * All phases as words if there is room, otherwise the current one. Nothing moves when the phase changes. Pressing opens the
 * jump menu. For others than leads its items are disabled, with the reason above (docs/retro.md R-31).
 */
export function PhaseRail(props: {
  meeting: MeetingInPhase;
  /** Why the user cannot change the phase; undefined for leads. */
  disabledReason: string | undefined;
  onJump: (phase: Phase) => void;
}): ReactNode {
  const { meeting, disabledReason, onJump } = props;
  const { phase } = meeting;
  const phases = phasesOf(meeting.settings);
  const position = phases.indexOf(phase);
  const leads = disabledReason === undefined;
  return (
    <section aria-label="Phases" className="phase-rail print:hidden">
      <ol className="flex gap-0.75 text-muted max-xl:sr-only">
        {phases.map((each, index) => {
          const state = index < position ? 'done' : index === position ? 'now' : 'ahead';
          const { label } = phaseFacts[each];
          return (
            <li
              key={each}
              data-state={state}
              data-label={label}
              {...(state === 'now' && { 'aria-current': 'step' })}
            >
              {state === 'now' ? <PhaseSlide phase={phase}>{label}</PhaseSlide> : label}
              <span className="sr-only">, {stateWords[state]}</span>
              {state !== 'ahead' && <span aria-hidden="true" className="rail-line" />}
            </li>
          );
        })}
      </ol>
      <Menu
        align="center"
        trigger={
          <button type="button" title="Jump to" className="rail-jump ring-focus hit-area">
            <span className="sr-only">Jump to</span>
            <span aria-hidden="true" className="rail-now">
              <PhaseSlide phase={phase}>
                <span className="tabular-nums">
                  {position + 1}/{phases.length}
                </span>{' '}
                {phaseFacts[phase].label}
                <ChevronDown />
              </PhaseSlide>
            </span>
          </button>
        }
      >
        {!leads && (
          <>
            <p className="max-w-64 px-2.5 py-2 text-xs text-soft">{disabledReason}</p>
            <MenuItem icon={<ArrowRight />} disabled>
              {nextLabel(meeting)}
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
      </Menu>
    </section>
  );
}

/** Slides the new phase in: from the right, or from the left when going back. */
function PhaseSlide({ phase, children }: { phase: Phase; children: ReactNode }): ReactNode {
  const direction = useDirection(phase);
  return (
    <span
      key={phase}
      data-direction={direction}
      className={classNames('inline-flex min-w-0', direction && 'phase-slide')}
    >
      {children}
    </span>
  );
}

/** Undefined until the phase changes while the component is mounted. */
function useDirection(phase: Phase): 'forth' | 'back' | undefined {
  const [shown, setShown] = useState<{ phase: Phase; direction?: 'forth' | 'back' }>({ phase });
  if (shown.phase === phase) return shown.direction;
  const isBack = phases.indexOf(phase) < phases.indexOf(shown.phase);
  const direction = isBack ? 'back' : 'forth';
  setShown({ phase, direction });
  return direction;
}
