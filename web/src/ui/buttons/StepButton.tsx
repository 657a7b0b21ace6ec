import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import './step-button.css';

export interface StepCount {
  done: number;
  of: number;
}

/** The bar's primary button. Its fill shows the share of members who are done; its width never changes. */
export function StepButton(props: {
  /** The accessible name; read out unless `face` has its own text. */
  label: string;
  face?: string | undefined;
  /** Null if the phase asks nobody. */
  count: StepCount | null;
  isSolid?: boolean;
  /** Pressed state of a toggle button. */
  isPressed?: boolean;
  disabled?: boolean;
  busy?: boolean;
  onPress: () => void;
}): ReactNode {
  const { label, face, count, isSolid, isPressed, busy } = props;
  const isBlocked = busy || props.disabled;
  const share = count && count.of > 0 && !isSolid ? count.done / count.of : 0;
  return (
    <button
      type="button"
      className="step-button ring-focus hit-area"
      aria-busy={busy || undefined}
      aria-disabled={isBlocked || undefined}
      aria-pressed={isPressed}
      data-solid={isSolid || undefined}
      style={{ backgroundSize: `${share * 100}% 100%` }}
      onClick={() => {
        if (!isBlocked) props.onPress();
      }}
    >
      <span className="inline-flex min-w-0 items-center gap-2">
        {isPressed && <Check className="size-4 shrink-0" />}
        {face === undefined ? (
          label
        ) : (
          <>
            <span className="sr-only">{label}</span>
            <span aria-hidden="true">{face}</span>
          </>
        )}
      </span>
      {count && count.of > 0 && !isSolid && <ShownCount {...count} />}
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
