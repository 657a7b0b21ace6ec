import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import { controlClass, FieldFrame, type FieldProps } from './FieldFrame.tsx';

/** The browser's date picker in our style; values are `YYYY-MM-DD`. */
export function DateField(
  props: FieldProps & {
    /** Covers the browser's date until it is edited. */
    shownText?: ReactNode;
  } & Omit<ComponentProps<'input'>, 'className' | 'id' | 'required' | 'type' | 'size'>,
): ReactNode {
  const { label, hideLabel, hint, error, required, id, shownText, ...input } = props;
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
              'peer h-11 px-3.5 tabular-nums',
              hideLabel && 'sm:text-sm',
              shownText !== undefined &&
                'not-focus:text-transparent not-focus:[&::-webkit-calendar-picker-indicator]:opacity-0',
            )}
          />
          {shownText !== undefined && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 right-2 left-3.5 flex items-center gap-2 text-base text-ink sm:text-sm peer-focus:hidden forced-colors:hidden"
            >
              {shownText}
            </span>
          )}
        </span>
      )}
    </FieldFrame>
  );
}
