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
  const isCovered = emptyText !== undefined && input.value === '';
  return (
    <FieldFrame {...{ label, hint, error, required, id, hideLabel: hideLabel ?? false }}>
      {(wiring) => (
        <span className="relative flex min-w-0">
          <input
            {...input}
            {...wiring}
            type="date"
            className={classNames(
              controlClass,
              'peer h-11 px-3.5 tabular-nums [&::-webkit-calendar-picker-indicator]:cursor-pointer',
              isCovered && 'not-focus:text-transparent',
            )}
          />
          {isCovered && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-base text-ink sm:text-sm peer-focus:hidden forced-colors:hidden"
            >
              {emptyText}
            </span>
          )}
        </span>
      )}
    </FieldFrame>
  );
}
