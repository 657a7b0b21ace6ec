import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import './step-button.css';

export interface StepCount {
  done: number;
  of: number;
}

/** The one button that leads on. It fills with the share of those who are done. Its width never changes. */
export function StepButton(props: {
  /** The accessible name, and what is read unless `face` says more. */
  label: string;
  face?: string | undefined;
  /** Null where nobody is asked. */
  count: StepCount | null;
  isSolid?: boolean;
  /** For a button that is pressed once more to take it back. */
  isPressed?: boolean;
  busy?: boolean;
  onPress: () => void;
}): ReactNode {
  const { label, face, count, isSolid = false, isPressed, busy = false } = props;
  const share = count && count.of > 0 && !isSolid ? count.done / count.of : 0;
  return (
    <button
      type="button"
      className="step-button ring-focus hit-area"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      aria-pressed={isPressed}
      data-solid={isSolid || undefined}
      style={{ backgroundSize: `${share * 100}% 100%` }}
      onClick={() => {
        if (!busy) props.onPress();
      }}
    >
      <span className="inline-flex min-w-0 items-center gap-2">
        {isPressed && <Check aria-hidden="true" className="size-4 shrink-0" />}
        {face === undefined ? (
          <span className="truncate">{label}</span>
        ) : (
          <>
            <span className="sr-only">{label}</span>
            <span aria-hidden="true" className="truncate">
              {face}
            </span>
          </>
        )}
      </span>
      {count && count.of > 0 && !isSolid && <ShownCount {...count} />}
    </button>
  );
}

/** Read beside the button by screen readers, whose name stays the same. */
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
