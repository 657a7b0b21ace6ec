import { type Phase, phaseFacts, phases } from '@wentwell/contract/phases';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

/** The seven phases, with the current one marked and explained. */
export function PhaseRail({ phase, aside }: { phase: Phase; aside?: ReactNode }): ReactNode {
  const position = phases.indexOf(phase);
  return (
    <section
      aria-label="Phases"
      className="grid gap-3 rounded-lg border border-line bg-card px-4 pt-4 pb-3.5 shadow-raised sm:px-5 print:hidden"
    >
      <ol className="flex items-center gap-1 sm:gap-0">
        {phases.map((each, index) => (
          <Step
            key={each}
            label={phaseFacts[each].label}
            number={index + 1}
            state={index < position ? 'done' : index === position ? 'now' : 'ahead'}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-sm text-soft">
          <span className="mr-2 font-bold text-ink sm:hidden">
            {position + 1}/{phases.length} {phaseFacts[phase].label}
          </span>
          {phaseFacts[phase].purpose}
        </p>
        {aside}
      </div>
    </section>
  );
}

const marks = {
  done: 'border-success-solid bg-success-soft text-success-text',
  now: 'border-primary bg-primary text-on-primary',
  ahead: 'border-line-strong bg-card text-muted',
};

/** A bar on phones, elsewhere a mark with the phase's name. */
function Step(props: { label: string; number: number; state: keyof typeof marks }): ReactNode {
  const { label, number, state } = props;
  const words = { done: 'done', now: 'current', ahead: 'ahead' };
  return (
    <li
      {...(state === 'now' && { 'aria-current': 'step' })}
      className={classNames(
        'flex flex-1 items-center sm:not-last:after:mx-2 sm:not-last:after:h-px sm:not-last:after:min-w-2 sm:not-last:after:flex-1',
        state === 'done' ? 'sm:after:bg-success-solid' : 'sm:after:bg-line-strong',
        'sm:last:flex-none',
        state === 'now' ? 'min-w-fit' : 'min-w-0',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'h-1.5 flex-1 rounded-full transition-colors sm:hidden',
          state === 'ahead'
            ? 'bg-line-strong'
            : state === 'now'
              ? 'bg-primary'
              : 'bg-success-solid',
        )}
      />
      <span
        aria-hidden="true"
        className={classNames(
          'hidden size-6 shrink-0 items-center justify-center rounded-full border-[1.5px] text-xs font-bold transition-colors sm:inline-flex',
          marks[state],
        )}
      >
        {state === 'done' ? <Check className="size-3.5" strokeWidth={3} /> : number}
      </span>
      <span
        className={classNames(
          'pl-2 text-xs font-semibold whitespace-nowrap max-sm:sr-only',
          state === 'now' ? 'text-ink' : 'max-lg:sr-only text-muted',
        )}
      >
        {label}
      </span>
      <span className="sr-only">, {words[state]}</span>
    </li>
  );
}
