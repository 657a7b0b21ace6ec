import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import { controlClass, FieldFrame, type FieldProps } from './FieldFrame.tsx';

/** The browser's date picker in our style; values are `YYYY-MM-DD`. */
export function DateField(
  props: FieldProps & {
    /** Covers the browser's empty date until it is edited. */
    emptyText?: string;
  } & Omit<ComponentProps<'input'>, 'className' | 'id' | 'required' | 'type' | 'size'>,
): ReactNode {
  const { label, hideLabel, hint, error, required, id, emptyText, ...input } = props;
  return (
    <FieldFrame {...{ label, hint, error, required, id, hideLabel: hideLabel ?? false }}>
      {(wiring) => (
        <span className="relative flex">
          <input
            {...input}
            {...wiring}
            type="date"
            className={classNames(
              controlClass,
              'peer h-11 px-3.5 tabular-nums [&::-webkit-calendar-picker-indicator]:cursor-pointer',
            )}
          />
          {emptyText !== undefined && input.value === '' && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-px right-9 left-px flex items-center rounded-md bg-field px-3.5 text-base text-soft peer-focus:hidden sm:text-sm"
            >
              {emptyText}
            </span>
          )}
        </span>
      )}
    </FieldFrame>
  );
}
