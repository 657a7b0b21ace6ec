import type { ComponentProps, MouseEvent, ReactNode } from 'react';

import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

import { iconButtonClass, type IconButtonTone } from './icon-button-class.ts';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  /** The accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
  tone?: IconButtonTone;
  busy?: boolean;
  /** Disables the button and says why; replaces the label in the tooltip. */
  disabledReason?: string | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right';
};

/** The target is 44 px, the visible face 36 px. */
export function IconButton(props: IconButtonProps): ReactNode {
  const { label, icon, tone = 'quiet', busy = false, disabledReason, side, ...rest } = props;
  const { onClick, disabled = false, type = 'button', ...native } = rest;
  const blocked = busy || disabled || disabledReason !== undefined;

  function handleClick(event: MouseEvent<HTMLButtonElement>): void {
    if (blocked) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  }

  return (
    <Tooltip
      text={disabledReason ?? label}
      describes={disabledReason !== undefined}
      {...(side && { side })}
    >
      <button
        {...native}
        type={type}
        aria-label={label}
        aria-disabled={blocked || undefined}
        aria-busy={busy || undefined}
        onClick={handleClick}
        className={iconButtonClass(tone)}
      >
        {busy ? <Spinner /> : icon}
      </button>
    </Tooltip>
  );
}
