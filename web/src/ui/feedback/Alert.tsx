import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';

import { classNames } from '#web/ui/class-names';

import { toast } from './toast.ts';

export type AlertTone = 'info' | 'success' | 'warning' | 'danger';

const tones = {
  info: { icon: Info, box: 'border-info-line bg-info-soft', mark: 'text-info-text' },
  success: {
    icon: CircleCheck,
    box: 'border-success-line bg-success-soft',
    mark: 'text-success-text',
  },
  warning: {
    icon: TriangleAlert,
    box: 'border-warning-line bg-warning-soft',
    mark: 'text-warning-text',
  },
  danger: { icon: CircleAlert, box: 'border-danger-line bg-danger-soft', mark: 'text-danger-text' },
};

/** A message that stays until its cause is resolved; for a passing one use a toast. */
export function Alert(props: {
  tone?: AlertTone;
  title?: string;
  children?: ReactNode;
  /** The next step: a Button or a link. */
  action?: ReactNode;
}): ReactNode {
  const { tone = 'info', title, children, action } = props;
  useEffect(() => {
    if (tone === 'danger') toast.dismissSuccesses();
  }, [tone, title]);
  const { icon: Icon, box, mark } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border px-4 py-3',
        // Else a list that could not be loaded would look empty on paper.
        tone !== 'danger' && 'print:hidden',
        box,
      )}
    >
      <div className="flex min-w-0 flex-[1_1_240px] gap-3">
        <Icon className={classNames('size-5 shrink-0', mark)} />
        <div className="grid min-w-0 gap-0.5 wrap-anywhere">
          {title !== undefined && <p className="font-semibold text-ink">{title}</p>}
          {children !== undefined && <div className="text-ink">{children}</div>}
        </div>
      </div>
      {action}
    </div>
  );
}
