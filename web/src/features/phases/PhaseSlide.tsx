import { type Phase, phases } from '@wentwell/contract/phases';
import { type ReactNode, useState } from 'react';

import { classNames } from '#web/ui/class-names';

import './phase-motion.css';

/** Slides its content in when the phase has changed: from the right, or from the left where the meeting goes back. */
export function PhaseSlide({ phase, children }: { phase: Phase; children: ReactNode }): ReactNode {
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
