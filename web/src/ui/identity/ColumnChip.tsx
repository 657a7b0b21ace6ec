import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import type { ColumnLook } from './column-look.ts';

const sizes = {
  sm: { chip: 'size-6', icon: 'size-3.5' },
  md: { chip: 'size-7', icon: 'size-4' },
  lg: { chip: 'size-8', icon: 'size-4.5' },
};

export function ColumnChip(props: {
  look: Pick<ColumnLook, 'tone' | 'Icon'>;
  size: keyof typeof sizes;
  className?: string;
}): ReactNode {
  const { look, size, className } = props;
  return (
    <span
      aria-hidden="true"
      data-tone={look.tone}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-sm bg-(--tone-soft) text-(--tone-text)',
        sizes[size].chip,
        className,
      )}
    >
      <look.Icon className={sizes[size].icon} />
    </span>
  );
}
