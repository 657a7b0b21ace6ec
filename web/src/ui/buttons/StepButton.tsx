import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import './step-button.css';

export interface StepCount {
  done: number;
  of: number;
}

/** The bar's primary button. Its fill shows the share of members who are done; its width never changes. */
export function StepButton(props: {
  label: string;
  /** Shown in place of the label, and the end of the name. */
  face?: ReactNode;
  /** Null if the phase asks nobody. */
  count: StepCount | null;
  isSolid?: boolean;
  isPressed?: boolean;
  /** Offline the count may be old, so a phone shows when others will see the press. */
  isAway?: boolean;
  /** Shown as disabled with this tooltip; `onPress` tells the reason to touch. */
  disabledReason?: string | undefined;
  busy?: boolean;
  onPress: () => void;
}): ReactNode {
  const { label, face, count, isSolid, isPressed, isAway, disabledReason, busy } = props;
  const isBlocked = disabledReason !== undefined;
  // "All done" says it.
  const isSaid = isSolid && face !== undefined;
  const shown = count && count.of > 0 && !isSaid && !isAway ? count : null;
  return (
    <button
      type="button"
      className="step-button ring-focus hit-area"
      aria-busy={busy || undefined}
      aria-disabled={busy || isBlocked || undefined}
      aria-pressed={isPressed}
      data-solid={isSolid || undefined}
      title={disabledReason}
      style={{ backgroundSize: `${shown ? (shown.done / shown.of) * 100 : 0}% 100%` }}
      onClick={() => {
        if (!busy) props.onPress();
      }}
    >
      <span className="inline-flex min-w-0 items-center gap-2">
        {isPressed && <Check className="size-4 shrink-0" />}
        {face === undefined ? (
          label
        ) : (
          <>
            <span className="sr-only">{label} </span>
            {/* The name of a toggle stays the same. */}
            <span aria-hidden={isPressed} className="inline-flex items-center gap-1.5">
              {face}
            </span>
          </>
        )}
      </span>
      {isAway && <span className="step-count sm:hidden">When you're back</span>}
      {shown && <ShownCount {...shown} />}
    </button>
  );
}

/** Screen readers read it after the name, which stays the same. */
function ShownCount({ done, of }: StepCount): ReactNode {
  return (
    <span aria-hidden="true" className="step-count">
      {of > 9 ? (
        `${done}/${of}`
      ) : (
        <>
          <span>
            {done} of {of}
          </span>
          <span>
            {done}/{of}
          </span>
        </>
      )}
    </span>
  );
}
