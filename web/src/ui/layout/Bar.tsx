import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

/** A progress bar; `share` is 0 to 1. */
export function Bar(
  props: Omit<ComponentProps<'span'>, 'children'> & { share: number; fill?: string },
): ReactNode {
  const { share, fill = 'bg-primary print:bg-ink', className, ...rest } = props;
  return (
    <span
      {...rest}
      className={classNames(
        'bar block h-2 overflow-clip rounded-full bg-line [print-color-adjust:exact]',
        className,
      )}
    >
      <span className={`block h-full ${fill}`} style={{ width: `${100 * share}%` }} />
    </span>
  );
}
