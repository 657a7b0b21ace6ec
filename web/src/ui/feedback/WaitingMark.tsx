import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';

export function WaitingMark(): ReactNode {
  return (
    <span
      title="Waiting to be sent"
      className="inline-flex shrink-0 items-center gap-1 text-xs font-semibold text-soft"
    >
      <Clock className="size-3.5" />
      Waiting<span className="sr-only"> to be sent</span>
    </span>
  );
}
