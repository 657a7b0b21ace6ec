import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

const tones = {
  info: 'bg-info-soft text-info-text',
  success: 'bg-success-soft text-success-text',
  danger: 'bg-danger-soft text-danger-text',
};

export function CardSign({ tone, icon }: { tone: keyof typeof tones; icon: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'mb-2 grid size-14 place-items-center rounded-lg [&_svg]:size-7',
        tones[tone],
      )}
    >
      {icon}
    </span>
  );
}
