import { type ReactNode, useId, useState } from 'react';

import { errorText } from '#web/api/request';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

import { useChosen } from './use-chosen.ts';

/** A setting that is on or off, set at once. What the server refuses is told below it. */
export function SettingChoice(props: {
  label: string;
  hint: string;
  /** As the board has it. */
  isOn: boolean;
  /** Of the meeting. */
  version: number;
  /** Why it cannot be changed. */
  disabledReason?: string | undefined;
  /** Resolves to the meeting that has it; rejects where the server refuses. */
  onSet: (isOn: boolean) => Promise<{ version: number }>;
}): ReactNode {
  const { label, hint, disabledReason, onSet } = props;
  const { isOn, choose } = useChosen(props, onSet);
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();

  async function set(next: boolean): Promise<void> {
    setError(null);
    try {
      await choose(next);
    } catch (failure) {
      setError(errorText(failure));
    }
  }

  return (
    <div role="group" aria-describedby={error === null ? undefined : errorId}>
      <Checkbox
        label={label}
        hint={disabledReason ?? hint}
        disabled={disabledReason !== undefined}
        checked={isOn}
        onCheckedChange={(next) => void set(next)}
      />
      <div aria-live="polite">
        {error !== null && (
          <p id={errorId} className="pl-8 text-xs font-medium text-danger-text">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
