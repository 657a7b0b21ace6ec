import { type ReactNode, useId, useState } from 'react';

import { errorText } from '#web/api/request';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

/** A setting that is on or off, set at once. What the server refuses is told below it. */
export function SettingChoice(props: {
  label: string;
  hint: string;
  /** As the board has it. */
  isOn: boolean;
  /** Of the meeting: until it changes, what was chosen is shown. */
  version: number;
  /** Why it cannot be changed. */
  disabledReason?: string | undefined;
  /** Rejects where the server refuses. */
  onSet: (isOn: boolean) => Promise<unknown>;
}): ReactNode {
  const { label, hint, isOn, version, disabledReason, onSet } = props;
  const [chosen, setChosen] = useState<{ isOn: boolean; version: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();

  async function set(next: boolean): Promise<void> {
    setError(null);
    setChosen({ isOn: next, version });
    try {
      await onSet(next);
    } catch (failure) {
      setChosen(null);
      setError(errorText(failure));
    }
  }

  return (
    <div role="group" aria-describedby={error === null ? undefined : errorId}>
      <Checkbox
        label={label}
        hint={disabledReason ?? hint}
        disabled={disabledReason !== undefined}
        checked={chosen?.version === version ? chosen.isOn : isOn}
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
