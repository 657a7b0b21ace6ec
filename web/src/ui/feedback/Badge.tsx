import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

export type BadgeTone = 'blue' | 'green' | 'gray' | 'red' | 'purple' | 'amber';

const tones: Record<BadgeTone, string> = {
  blue: 'bg-info-soft text-info-text',
  green: 'bg-success-soft text-success-text',
  gray: 'bg-gray-soft text-gray-text',
  red: 'bg-danger-soft text-danger-text',
  purple: 'bg-accent-soft text-accent-text',
  amber: 'bg-warning-soft text-warning-text',
};

/** A state or role in one or two words. `dot` marks a state in progress. */
export function Badge(props: {
  tone?: BadgeTone;
  icon?: ReactNode;
  dot?: boolean;
  children: ReactNode;
}): ReactNode {
  const { tone = 'gray', icon, dot = false, children } = props;
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-sm px-2 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5',
        tones[tone],
      )}
    >
      {dot && <span aria-hidden="true" className="size-2 shrink-0 rounded-full border-4" />}
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
