import type { ReactNode } from 'react';

/** A placeholder that appears after 150 ms, so that it does not flash when loading is quick. */
export function Delayed(props: { busy?: boolean; children: ReactNode }): ReactNode {
  const { busy = false, children } = props;
  return (
    <div
      {...(busy && { 'aria-busy': true })}
      className="transition-opacity delay-150 starting:opacity-0"
    >
      {children}
    </div>
  );
}
