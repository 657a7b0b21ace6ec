import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import { controlClass, FieldFrame, type FieldProps } from './FieldFrame.tsx';

/** The browser's date picker in our style; values are `YYYY-MM-DD`. */
export function DateField(
  props: FieldProps &
    Omit<ComponentProps<'input'>, 'className' | 'id' | 'required' | 'type' | 'size'>,
): ReactNode {
  const { label, hideLabel, hint, error, required, id, ...input } = props;
  return (
    <FieldFrame {...{ label, hint, error, required, id, hideLabel: hideLabel ?? false }}>
      {(wiring) => (
        <input
          {...input}
          {...wiring}
          type="date"
          className={classNames(
            controlClass,
            'h-11 px-3.5 tabular-nums [&::-webkit-calendar-picker-indicator]:cursor-pointer',
          )}
        />
      )}
    </FieldFrame>
  );
}
