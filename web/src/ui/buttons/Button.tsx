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
  /** Work is under way: the button keeps its width and its focus and ignores every press. */
  busy?: boolean;
  /** Shown instead of the label while busy, e.g. 'Logging in…'. Without it a spinner covers the label. */
  busyLabel?: string;
  /** Why it is disabled, as a tooltip; the button then stays reachable by keyboard. */
  disabledReason?: string | undefined;
};

export function Button(props: ButtonProps): ReactNode {
  const { variant, size, icon, wide, busy = false, busyLabel, disabledReason, ...rest } = props;
  const { children, onClick, disabled = false, type = 'button', ...native } = rest;
  const blocked = busy || disabled || disabledReason !== undefined;

  function handleClick(event: MouseEvent<HTMLButtonElement>): void {
    // The second click of a double click would send the form twice before React has drawn `busy`.
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
      // Not `disabled`: that would drop the focus and silence the reason.
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
      className={buttonClass({
        ...(variant && { variant }),
        ...(size && { size }),
        ...(wide && { wide }),
      })}
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

/** Both labels lie in one grid cell, so the button is as wide as the wider one from the start. */
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
