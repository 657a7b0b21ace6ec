import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

/** Hidden from screen readers; set `aria-busy` on the container. */
export function Skeleton(props: {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}): ReactNode {
  const { width = '100%', height = 14, round = false } = props;
  return (
    <span
      aria-hidden="true"
      style={{ width, height }}
      className={classNames(
        'block max-w-full animate-shimmer bg-line',
        round ? 'rounded-full' : 'rounded-sm',
      )}
    />
  );
}
