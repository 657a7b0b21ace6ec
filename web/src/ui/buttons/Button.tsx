import type { ComponentProps, MouseEvent, ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  wide?: boolean;
  /** The button keeps its width and focus and ignores clicks. */
  busy?: boolean;
  /** Shown instead of the label while busy, e.g. 'Logging in…'. Without it a spinner covers the label. */
  busyLabel?: string;
  /** Disables the button and says why in a tooltip; it stays reachable by keyboard. */
  disabledReason?: string | undefined;
};

export function Button(props: ButtonProps): ReactNode {
  const { variant, size, icon, wide, busy = false, busyLabel, disabledReason, ...rest } = props;
  const { children, onClick, disabled = false, type = 'button', ...native } = rest;
  const blocked = busy || disabled || disabledReason !== undefined;

  function handleClick(event: MouseEvent<HTMLButtonElement>): void {
    // The second click of a double click would submit the form again before React has rendered `busy`.
    if (blocked || (type === 'submit' && event.detail > 1)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  }

  const button = (
    <button
      {...native}
      type={type}
      // Not `disabled`, which would drop the focus and hide the reason from screen readers.
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
      className={buttonClass({ variant, size, wide })}
    >
      <span className="grid place-items-center">
        <Face shown={!busy}>
          {icon}
          {children}
        </Face>
        {busyLabel === undefined ? (
          busy && (
            <span className="col-start-1 row-start-1 flex">
              <Spinner label="Working" />
            </span>
          )
        ) : (
          <Face shown={busy}>
            <Spinner />
            {busyLabel}
          </Face>
        )}
      </span>
    </button>
  );
  if (disabledReason === undefined) return button;
  return <Tooltip text={disabledReason}>{button}</Tooltip>;
}

/** Both labels share one grid cell, so that the button always has the width of the wider one. */
function Face({ shown, children }: { shown: boolean; children: ReactNode }): ReactNode {
  return (
    <span
      className={classNames(
        'col-start-1 row-start-1 inline-flex items-center justify-center gap-2',
        !shown && 'invisible',
      )}
      aria-hidden={!shown || undefined}
    >
      {children}
    </span>
  );
}
