import type { ReactNode } from 'react';

import { relativeTime } from '#web/api/relative-time';
import { formatDateAndTime, formatDay } from '#web/ui/formats';

/** A time in the reader's zone, with the exact time in a tooltip. `look` is its format. */
export function Moment(props: { at: string | null; look?: 'time' | 'day' | 'ago' }): ReactNode {
  const { at, look = 'time' } = props;
  if (at === null) return <span className="text-muted">–</span>;
  const date = new Date(at);
  const exact = formatDateAndTime(date);
  return (
    <time dateTime={at} title={exact} className="tabular-nums @3xl:whitespace-nowrap">
      {look === 'ago' ? relativeTime(at) : look === 'day' ? formatDay(date) : exact}
    </time>
  );
}

export function TwoLines({ name, detail }: { name: ReactNode; detail?: ReactNode }): ReactNode {
  return (
    <span className="grid min-w-0 @2xl:min-w-40">
      <span className="wrap-anywhere">{name}</span>
      {detail !== undefined && detail !== '' && (
        <span className="text-sm font-normal text-muted wrap-anywhere">{detail}</span>
      )}
    </span>
  );
}
