import { type Phase, phaseFacts, phases } from '@wentwell/contract/phases';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { Badge, type BadgeTone } from '#web/ui/feedback/Badge.tsx';

import { PhaseSlide } from './PhaseSlide.tsx';

/** Blue in the waiting phase, green where notes may be added, purple in between, gray at the end. */
function toneOf(phase: Phase): BadgeTone {
  if (phase === 'joining') return 'blue';
  if (phase === 'closing_ready') return 'gray';
  return phaseFacts[phase].adds ? 'green' : 'purple';
}

function PhaseBadge({ phase }: { phase: Phase }): ReactNode {
  return <Badge tone={toneOf(phase)}>{phaseFacts[phase].label}</Badge>;
}

const dots = {
  done: 'bg-success-solid',
  now: 'scale-150 bg-primary ring-2 ring-primary/30',
  ahead: 'bg-line-strong',
};

/**
 * The seven phases as dots, and the current one by name. Nothing of it moves when the phase does. `onJump` makes the
 * other dots pressable for whoever may jump.
 */
export function PhaseRail({
  phase,
  onJump,
}: {
  phase: Phase;
  onJump?: ((phase: Phase) => void) | undefined;
}): ReactNode {
  const position = phases.indexOf(phase);
  return (
    <section aria-label="Phases" className="flex shrink-0 items-center gap-1 print:hidden">
      <ol className="flex items-center">
        {phases.map((each, index) => {
          const state = index < position ? 'done' : index === position ? 'now' : 'ahead';
          return (
            <li
              key={each}
              title={phaseFacts[each].label}
              {...(state === 'now' && { 'aria-current': 'step' })}
            >
              <Dot
                look={dots[state]}
                onPress={state === 'now' || !onJump ? undefined : () => onJump(each)}
              />
              <span className="sr-only">
                {phaseFacts[each].label}, {words[state]}
              </span>
            </li>
          );
        })}
      </ol>
      <span className="inline-flex min-w-29">
        <PhaseSlide phase={phase}>
          <PhaseBadge phase={phase} />
        </PhaseSlide>
      </span>
    </section>
  );
}

const words = { done: 'done', now: 'current', ahead: 'ahead' };

function Dot({ look, onPress }: { look: string; onPress: (() => void) | undefined }): ReactNode {
  const dot = (
    <span
      aria-hidden="true"
      className={classNames(
        'rail-dot size-2 rounded-full transition-[background-color,scale] group-hover/dot:scale-150',
        look,
      )}
    />
  );
  const place = 'flex h-9 w-5 items-center justify-center';
  if (!onPress) return <span className={place}>{dot}</span>;
  // For the pointer alone: "Jump to" offers the same to the keyboard and to screen readers, in one tab stop.
  return (
    <span
      aria-hidden="true"
      onClick={onPress}
      className={classNames('group/dot cursor-pointer', place)}
    >
      {dot}
    </span>
  );
}
