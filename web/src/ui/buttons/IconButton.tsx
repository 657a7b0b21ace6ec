import {
  type ComponentProps,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  cloneElement,
} from 'react';

import { classNames } from '#web/ui/class-names';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

/** The target is 44 px, the visible face 36 px. */
export function IconButton(
  props: Omit<ComponentProps<'button'>, 'className' | 'children'> & {
    /** The accessible name and the tooltip. */
    label: string;
    icon: ReactNode;
    tone?: IconButtonTone;
    /** Disables the button and says why; replaces the label in the tooltip. */
    disabledReason?: string | undefined;
    side?: 'top' | 'bottom' | 'left' | 'right';
  },
): ReactNode {
  const { label, icon, tone = 'quiet', disabledReason, side, ...rest } = props;
  const { onClick, disabled = false, type = 'button', ...native } = rest;
  const blocked = disabled || disabledReason !== undefined;

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
        onClick={handleClick}
        className={iconButtonClass(tone)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}

type IconButtonTone = 'quiet' | 'danger';

const base =
  'relative isolate inline-flex size-11 shrink-0 items-center justify-center rounded-md outline-none transition-colors ' +
  'before:absolute before:inset-1 before:-z-10 before:rounded-md before:transition-[background-color,scale] active:not-aria-disabled:before:scale-[0.95] ' +
  'focus-visible:before:outline-2 focus-visible:before:outline-focus ' +
  'aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-disabled:opacity-60 aria-expanded:before:bg-hover [&_svg]:size-4.5';

const tones: Record<IconButtonTone, string> = {
  quiet: 'text-soft hover:not-aria-disabled:before:bg-hover hover:not-aria-disabled:text-ink',
  danger:
    'text-soft hover:not-aria-disabled:text-danger-text hover:not-aria-disabled:before:bg-danger-soft',
};

function iconButtonClass(tone: IconButtonTone): string {
  return classNames(base, tones[tone]);
}

/** A link that looks like an IconButton: `<IconLink render={<Link to="/" />}>`. */
export function IconLink(props: {
  label: string;
  icon: ReactNode;
  render: ReactElement<ComponentProps<'a'>>;
}): ReactNode {
  const { label, icon, render } = props;
  return (
    <Tooltip text={label} describes={false}>
      {cloneElement(render, { 'aria-label': label, className: iconButtonClass('quiet') }, icon)}
    </Tooltip>
  );
}
